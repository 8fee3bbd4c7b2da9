import { expect, test } from 'vitest';
import { parseBounded } from './json-text.ts';

test.each(['[]', '{"a":[1,{"b":"]]]"}]}', '"[[["', '1e999', `["${'['.repeat(500)}"]`, '["\\"[[","\\\\",[]]'])(
  'is JSON.parse for %s',
  (text) => {
    expect(parseBounded(text)).toEqual(JSON.parse(text));
  },
);

test.each([101, 100_000])('refuses %d levels, which would overflow the stack of who walks them', (levels) => {
  const text = '["[",'.repeat(levels) + '0' + ']'.repeat(levels);
  expect(() => parseBounded(text)).toThrow(SyntaxError);
});

test.each(['{"a":"', '{"a":"\\', '{"a":"b\\"', ''])('ends at the end of %s', (text) => {
  expect(() => parseBounded(text)).toThrow(SyntaxError);
});
