// Loaded into the service that a chaos test starts: its clock is off, messages come twice and out of order, and some
// answers of the table are lost after their effect. Embedded services are reached by a call or by a connection.
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { InProcessHandler } from '../../infra/local/in-process-handler.ts';

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

const by = (chance) => Math.random() < chance * likelihood;

/** The same message, to come later. */
const delayed = (request) => {
  const body = JSON.stringify({ ...JSON.parse(request.body), DelaySeconds: 1 + Math.floor(Math.random() * 3) });
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body, headers });
};

/** Returns a way of sending requests that repeats, delays and loses some of what another one sends. */
const disturbed = (send) =>
  async function (request, options) {
    const target = String(request.headers['x-amz-target'] ?? '');
    const isMessage = target.endsWith('.SendMessage') && typeof request.body === 'string';
    if (isMessage && by(0.2)) {
      const { response } = await send.call(this, delayed(request), options);
      response.body?.resume?.();
    }
    const answer = await send.call(this, isMessage && by(0.2) ? delayed(request) : request, options);
    if (target.startsWith('DynamoDB_') && by(0.003)) {
      answer.response.body?.resume?.();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    }
    return answer;
  };

if (likelihood > 0) {
  for (const { prototype } of [InProcessHandler, NodeHttpHandler]) prototype.handle = disturbed(prototype.handle);
}
