import type { Context } from 'aws-lambda';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { loadRegistry } from '../../infra/local/registry.ts';
import { portsFor } from '../../shared/http/provide.ts';

// A worker's process that is killed when a report is to be stored, or has been. The parts are those of `process.env`.
const [id, event, moment] = process.argv.slice(2) as [string, string, 'before' | 'after'];
const { workers } = await loadRegistry();
const worker = workers.find(({ worker }) => worker.id === id);
const files = portsFor(['files.write'])['files.write'];
const putFile = files.putFile;
files.putFile = async (...given) => {
  if (moment === 'after') await putFile(...given);
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => {});
};
const handler = worker?.handler as (event: unknown, context: Context) => Promise<unknown>;
await handler(JSON.parse(event), lambdaContext(id, 60_000, 'eu-central-1'));
