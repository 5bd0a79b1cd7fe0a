import type { Context } from 'aws-lambda';
import { localAdapters } from '../../infra/local/adapters.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { portsFor, provide } from '../../shared/http/provide.ts';

// A worker in a process that is killed before or after it stores a report. `process.env` names the services.
const [id, event, moment] = process.argv.slice(2) as [string, string, 'before' | 'after'];
provide(localAdapters);
const files = portsFor(['files.write'])['files.write'];
const putFile = files.putFile;
files.putFile = async (...given) => {
  if (moment === 'after') await putFile(...given);
  process.kill(process.pid, 'SIGKILL');
  return await new Promise(() => {});
};
const { handler }: { handler: (event: unknown, context: Context) => Promise<unknown> } = await import(
  `../../functions/workers/${id}.ts`
);
await handler(JSON.parse(event), lambdaContext(id, 60_000, 'eu-central-1'));
