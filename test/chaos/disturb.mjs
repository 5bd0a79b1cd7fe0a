// Loaded into the service that a chaos test starts: its clock is off, messages come twice and out of order, and some
// answers of the table are lost after their effect. Plain JavaScript, so that every Node takes it by `--import`.
import { NodeHttpHandler } from '@smithy/node-http-handler';

const { CHAOS_CLOCK_MS = '0', CHAOS = '0' } = process.env;
const offset = Number(CHAOS_CLOCK_MS);
const likelihood = Number(CHAOS);

if (offset !== 0) {
  const RealDate = Date;
  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + offset);
      else super(...given);
    }
    static now() {
      return RealDate.now() + offset;
    }
  };
}

const original = NodeHttpHandler.prototype.handle;
const by = (chance) => Math.random() < chance * likelihood;

/** The same message, to come later. */
const delayed = (request) => {
  const body = JSON.stringify({ ...JSON.parse(request.body), DelaySeconds: 1 + Math.floor(Math.random() * 3) });
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body, headers });
};

if (likelihood > 0) {
  NodeHttpHandler.prototype.handle = async function (request, options) {
    const target = String(request.headers['x-amz-target'] ?? '');
    const isMessage = target.endsWith('.SendMessage') && typeof request.body === 'string';
    if (isMessage && by(0.2)) {
      const { response } = await original.call(this, delayed(request), options);
      response.body?.resume?.();
    }
    const answer = await original.call(this, isMessage && by(0.2) ? delayed(request) : request, options);
    if (target.startsWith('DynamoDB_') && by(0.003)) {
      answer.response.body?.resume?.();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    }
    return answer;
  };
}
