// Loaded into a service that a test starts: kills its process at one request to an AWS service, before it is sent or
// after its effect. Plain JavaScript, so that every Node takes it by `--import`.
import { writeFileSync } from 'node:fs';
import { NodeHttpHandler } from '@smithy/node-http-handler';

const { KILL_AT, KILL_NOTE } = process.env;

if (KILL_AT) {
  const { moment, operation, pattern } = JSON.parse(KILL_AT);
  const expected = new RegExp(pattern);
  const original = NodeHttpHandler.prototype.handle;
  const isMet = ({ headers, body }) =>
    String(headers['x-amz-target']).endsWith(`.${operation}`) && expected.test(Buffer.from(body ?? '').toString());
  NodeHttpHandler.prototype.handle = async function (request, options) {
    if (!isMet(request)) return original.call(this, request, options);
    if (moment === 'after') await original.call(this, request, options);
    writeFileSync(KILL_NOTE, moment);
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
}
