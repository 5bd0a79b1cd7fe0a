import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';

/** The heading under which a file of results has what a person wrote. */
const NOTES = '\n## Notes\n';

/**
 * Writes the results of a benchmark to `bench/results/<name>.md`. What the file has under the heading "Notes" stays: it
 * is not generated.
 */
export const writeResults = async (
  name: string,
  generated: string,
  folder = join(root, 'bench/results'),
): Promise<void> => {
  const path = join(folder, `${name}.md`);
  const former = await readFile(path, 'utf8').catch(() => '');
  const [, notes] = former.split(NOTES, 2);
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${generated.trimEnd()}\n${notes === undefined ? '' : NOTES + notes}`);
};
