import { expect, test } from 'vitest';
import { sha256 } from '../../engine/node/sha256.ts';
import { pureSha256 } from './pure-sha256.ts';

test('gives the examples of FIPS 180-2', () => {
  expect(pureSha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(pureSha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(pureSha256('a'.repeat(1_000_000))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
});

test("equals Node's for every length round the ends of blocks, and beyond ASCII", () => {
  for (let length = 0; length < 200; length++) {
    const text = 'x'.repeat(length);
    expect(pureSha256(text)).toBe(sha256(text));
  }
  expect(pureSha256('naïve … 🙂')).toBe(sha256('naïve … 🙂'));
});
