// Loaded into a service that a test starts: kills its process at one request to an AWS service, before it is sent or
// after its effect. Embedded services are reached by a call or by a connection.
import { writeFileSync } from 'node:fs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { InProcessHandler } from '../../../infra/local/in-process-handler.ts';

const { KILL_AT, KILL_NOTE } = process.env;

if (KILL_AT) {
  const { moment, operation, pattern } = JSON.parse(KILL_AT);
  const expected = new RegExp(pattern);
  const isMet = ({ headers, body }) =>
    String(headers['x-amz-target']).endsWith(`.${operation}`) && expected.test(Buffer.from(body ?? '').toString());
  for (const { prototype } of [InProcessHandler, NodeHttpHandler]) {
    const original = prototype.handle;
    prototype.handle = async function (request, options) {
      if (!isMet(request)) return original.call(this, request, options);
      if (moment === 'after') await original.call(this, request, options);
      writeFileSync(KILL_NOTE, moment);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    };
  }
}
