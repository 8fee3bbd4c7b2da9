import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from './identity.ts';
import { resultSchemas } from './runs.ts';

test('a grade of nobody is no result: its page would have nothing to begin with', () => {
  const file = join(packageFolder(), 'reports', 'betsy-3-grade', 'result.json');
  const { checksum: _, ...grade } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(resultSchemas.grade.safeParse(grade).success).toBe(true);
  expect(resultSchemas.grade.safeParse({ ...grade, grades: [] }).success).toBe(false);
});
