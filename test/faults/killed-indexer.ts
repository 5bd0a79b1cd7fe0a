import * as lancedb from '@lancedb/lancedb';
import type { Context } from 'aws-lambda';
import { handler } from '../../functions/workers/index-changes/worker.ts';
import { adapters } from '../../infra/local/adapters.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { provide } from '../../shared/http/provide.ts';

// The index's worker in a process that is killed before or after its n-th commit. The parts are those of `process.env`.
const [event, moment, nth] = process.argv.slice(2) as [string, 'before' | 'after', string];
const { prototype } = lancedb.MergeInsertBuilder;
const { execute } = prototype;
let commits = 0;
prototype.execute = async function (...given) {
  commits++;
  if (commits < Number(nth)) return execute.apply(this, given);
  if (moment === 'after') await execute.apply(this, given);
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => {});
};
provide(adapters);
await (handler as (event: unknown, context: Context) => Promise<unknown>)(
  JSON.parse(event),
  lambdaContext('index-changes', 60_000, 'eu-central-1'),
);
