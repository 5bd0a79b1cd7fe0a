import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { handler } from '../../functions/workers/index-changes.ts';
import { localAdapters } from '../../infra/local/adapters.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { provide } from '../../shared/http/provide.ts';

// The index worker in a process that is killed before or after its n-th write of a segment or of the segment list.
// `process.env` names the services.
const [event, moment, nth] = process.argv.slice(2) as [string, 'before' | 'after', string];
let writes = 0;
const killing = (prototype: { send: (command: object) => Promise<unknown> }, isWrite: (command: object) => boolean) => {
  const { send } = prototype;
  prototype.send = async function (...given) {
    const [command] = given;
    if (!isWrite(command) || ++writes < Number(nth)) return send.apply(this, given);
    if (moment === 'after') await send.apply(this, given);
    process.kill(process.pid, 'SIGKILL');
    return await new Promise(() => {});
  };
};
killing(
  S3Client.prototype as never,
  (command) => command instanceof PutObjectCommand && String(command.input.Key).startsWith('search/'),
);
killing(
  DynamoDBDocumentClient.prototype as never,
  (command) =>
    command instanceof UpdateCommand &&
    Object.values(command.input.ExpressionAttributeNames ?? {}).includes('revision'),
);
provide(localAdapters);
await (handler as (event: unknown, context: Context) => Promise<unknown>)(
  JSON.parse(event),
  lambdaContext('index-changes', 60_000, 'eu-central-1'),
);
