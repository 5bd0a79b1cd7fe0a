import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { dataModel } from './data-model.ts';

test('docs/data-model.md matches the declarations of the records (npm run data-model)', () => {
  expect(readFileSync(join(root, 'docs/data-model.md'), 'utf8')).toBe(dataModel());
});
