import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';

/** The heading under which a file of results has notes written by hand. */
const NOTES = '\n## Notes\n';

/**
 * Writes the results of a benchmark to `bench/results/<name>.md`. Text under the heading "Notes" is kept: it is not
 * generated.
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
