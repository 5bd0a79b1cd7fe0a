import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeResults } from '../bench/write-results.ts';

test('new results keep the notes of the old ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written = () => readFile(join(folder, 'search.md'), 'utf8');
  await writeResults('search', '# Search\n\n1 ms\n', folder);
  expect(await written()).toBe('# Search\n\n1 ms\n');
  await writeResults('search', '# Search\n\n1 ms\n\n## Notes\n\nOn a busy machine.\n', folder);
  await writeResults('search', '# Search\n\n2 ms\n', folder);
  expect(await written()).toBe('# Search\n\n2 ms\n\n## Notes\n\nOn a busy machine.\n');
});
