import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { root } from '../../infra/build/root.ts';
import { kinds } from '../../shared/table/kinds/index.ts';

/** What a file declares, by the statement that exports it. */
const DECLARES = /^export const (?:\{ )?(?:operation|worker)\b/m;
const MISSING = 'has no sample event: npm run sample-events';

/**
 * Returns what the compiler cannot miss, as sentences: files of operations, workers and kinds of records that no list
 * contains, operations without a sample event, and sample events of nothing.
 * @param folder the folder whose files are compared with the lists
 */
export const omissions = (folder = root): string[] => {
  const listed = new Set<string>([
    ...operations.map(({ module }) => module),
    ...workers.map(({ module }) => module),
    ...Object.keys(kinds).map((name) => `shared/table/kinds/${name}.ts`),
    'shared/table/kinds/index.ts',
  ]);
  const declares = (file: string) => DECLARES.test(readFileSync(join(folder, file), 'utf8'));
  const files = [
    ...globSync('functions/*/*.ts', { cwd: folder }).filter(declares),
    ...globSync('shared/table/kinds/*.ts', { cwd: folder }),
  ];
  const ids = [...operations.map(({ operation }) => operation.id), ...workers.map(({ worker }) => worker.id)];
  const events = globSync('events/*.json', { cwd: folder }).map((file) =>
    file.slice('events/'.length, -'.json'.length),
  );
  return [
    ...files.filter((file) => !listed.has(file)).map((file) => `${file} is in no list`),
    ...operations
      .filter(({ operation }) => !existsSync(join(folder, 'events', `${operation.id}.json`)))
      .map(({ module }) => `${module} ${MISSING}`),
    ...events.filter((id) => !ids.includes(id)).map((id) => `events/${id}.json belongs to no operation or worker`),
  ].sort();
};

if (import.meta.main) {
  const found = omissions();
  for (const each of found) console.error(each);
  process.exitCode = found.length > 0 ? 1 : 0;
}
