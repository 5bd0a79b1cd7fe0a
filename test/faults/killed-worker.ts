import type { Context } from 'aws-lambda';
import { adapters } from '../../infra/local/adapters.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { portsFor, provide } from '../../shared/http/provide.ts';

// A worker's process that is killed when a report is to be stored, or has been. The parts are those of `process.env`.
const [id, event, moment] = process.argv.slice(2) as [string, string, 'before' | 'after'];
provide(adapters);
const files = portsFor(['files.write'])['files.write'];
const putFile = files.putFile;
files.putFile = async (...given) => {
  if (moment === 'after') await putFile(...given);
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => {});
};
const { handler }: { handler: (event: unknown, context: Context) => Promise<unknown> } = await import(
  `../../functions/workers/${id}/worker.ts`
);
await handler(JSON.parse(event), lambdaContext(id, 60_000, 'eu-central-1'));
