import {
  answerOf,
  connectionReset,
  type Interposer,
  refusal,
  type SdkAttempt,
  timedOut,
} from '../../support/sdk-calls.ts';

/** The outcome of an attempt in place of its ordinary answer. */
type Effect = (attempt: SdkAttempt, send: Parameters<Interposer>[1]) => ReturnType<Interposer>;

/** A way in which an SDK call fails. */
export interface Fault {
  name: string;
  /** Whether only its first attempt fails, or all of them. */
  attempts: 'first' | 'all';
  /** Whether a call can fail in this way. */
  hits: (call: SdkAttempt) => boolean;
  effect: Effect;
  /** The call takes effect, but its response is lost. */
  takesEffect?: true;
}

const TRANSACTION = 'TransactWriteItems';
const PLAIN = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
const BATCH = new Set(['BatchWriteItem', 'BatchGetItem']);
const isTable = ({ service }: SdkAttempt) => service === 'DynamoDB';
/** Whether the call changes anything. */
export const isWrite = ({ service, operation }: SdkAttempt): boolean => {
  if (service === 'DynamoDB') return /^(Put|Update|Delete|Transact|BatchWrite)/.test(operation);
  if (service === 'KMS' || service === 'Bedrock' || service === 'Textract') return false;
  return service !== 'S3' || !/^(GET|HEAD)/.test(operation);
};

/** Error names and status codes by which services report throttling. */
const THROTTLED: Record<string, readonly [code: string, status: number]> = {
  DynamoDB: ['ProvisionedThroughputExceededException', 400],
  S3: ['SlowDown', 503],
  SES: ['Throttling', 400],
};
const throttled: Effect = async ({ service }) => {
  const [code, status] = THROTTLED[service] ?? ['ThrottlingException', 400];
  return refusal(service, code, status);
};
/** A transaction cancelled because of its last member. */
const cancelled =
  (code: string): Effect =>
  async ({ service, body }) => {
    const members = JSON.parse(body).TransactItems as unknown[];
    const CancellationReasons = members.map((_, i) => ({ Code: i === members.length - 1 ? code : 'None' }));
    return refusal(service, 'TransactionCanceledException', 400, { Message: 'cancelled', CancellationReasons });
  };
const unprocessed: Effect = async ({ operation, body }) => {
  const { RequestItems } = JSON.parse(body);
  const left = operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  return answerOf(200, JSON.stringify({ Responses: {}, [left]: RequestItems }));
};
const lostAnswer =
  (error: () => Error): Effect =>
  async (_, send) => {
    const { response } = await send();
    (response.body as { resume?: () => void } | undefined)?.resume?.();
    throw error();
  };

/** Every way in which a call fails; each is tried with every call that it applies to. */
export const FAULTS: readonly Fault[] = [
  { name: 'throttled', attempts: 'all', hits: () => true, effect: throttled },
  {
    name: 'reset before its effect',
    attempts: 'all',
    hits: () => true,
    effect: async () => {
      throw connectionReset();
    },
  },
  {
    name: 'failing',
    attempts: 'all',
    hits: (call) => !isTable(call),
    effect: async ({ service }) => refusal(service, 'InternalError', 500),
  },
  {
    ...{ name: 'reset after its effect, once', attempts: 'first', hits: isWrite, takesEffect: true },
    effect: lostAnswer(connectionReset),
  },
  {
    ...{ name: 'timed out after its effect', attempts: 'all', hits: isWrite, takesEffect: true },
    effect: lostAnswer(timedOut),
  },
  ...(['first', 'all'] as const).flatMap((attempts): Fault[] => {
    const often = attempts === 'first' ? 'once' : 'for good';
    const member = (code: string): Fault => ({
      name: `${code} of a member, ${often}`,
      attempts,
      hits: (call) => isTable(call) && call.operation === TRANSACTION,
      effect: cancelled(code),
    });
    return [
      {
        name: `TransactionConflictException, ${often}`,
        attempts,
        hits: (call) => isTable(call) && PLAIN.has(call.operation),
        effect: async ({ service }) => refusal(service, 'TransactionConflictException', 400),
      },
      member('TransactionConflict'),
      member('ThrottlingError'),
      {
        name: `unprocessed, ${often}`,
        attempts,
        hits: (call) => isTable(call) && BATCH.has(call.operation),
        effect: unprocessed,
      },
    ];
  }),
];

/** Counts the cells of a matrix. */
export const matrixSize = () => {
  let [samples, calls, cells] = [0, 0, 0];
  const kinds = new Set<string>();
  return {
    /** Adds a sample with that many calls. */
    add: (ofSample: number): void => {
      samples++;
      calls += ofSample;
    },
    /** Adds a cell; the fault follows the last colon of its name. */
    count: (name: string): void => {
      cells++;
      kinds.add(name.slice(name.lastIndexOf(': ') + 2));
    },
    /** `89 operations × their 700 SDK calls × 20 faults = 2351 cells` */
    summary: (what: string): string =>
      `${samples} ${what} × their ${calls} SDK calls × ${kinds.size} faults and outages that apply = ${cells} cells`,
  };
};

/** Calls in the order in which they began, each once regardless of retries by the SDK. */
export const recording = (calls: SdkAttempt[]): Interposer => {
  const seen = new Set<string>();
  return (attempt, send) => {
    if (!seen.has(attempt.call)) calls.push(attempt);
    seen.add(attempt.call);
    return send();
  };
};

/**
 * Applies a fault to the call with number `index`. A lasting fault also affects whatever else the operation asks of the
 * same item: a retry by our own code is another SDK call.
 */
export const faultAt = (index: number, fault: Fault): Interposer & { hit: number } => {
  const order: string[] = [];
  let target: string | undefined;
  const sameAs = ({ service, operation, body, path }: SdkAttempt) =>
    `${service} ${operation} ${service === 'DynamoDB' ? body.replace(/"ClientRequestToken":"[^"]*"/, '') : path}`;
  const interposer = Object.assign(
    async (attempt: SdkAttempt, send: () => ReturnType<Effect>) => {
      if (!order.includes(attempt.call)) order.push(attempt.call);
      if (order[index] === attempt.call) target ??= sameAs(attempt);
      const isTarget = target !== undefined && (order[index] === attempt.call || sameAs(attempt) === target);
      if (!isTarget || (fault.attempts === 'first' && interposer.hit > 0)) return send();
      interposer.hit++;
      return fault.effect(attempt, send);
    },
    { hit: 0 },
  );
  return interposer;
};

/** Every call to the service fails. */
export const outageOf = (service: string): Interposer & { hit: number } => {
  const interposer = Object.assign(
    async (attempt: SdkAttempt, send: () => ReturnType<Effect>) => {
      if (attempt.service !== service) return send();
      interposer.hit++;
      throw connectionReset();
    },
    { hit: 0 },
  );
  return interposer;
};
