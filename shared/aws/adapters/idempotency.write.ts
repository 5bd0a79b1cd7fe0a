import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { IdempotencyKey, IdempotencyState, IdempotencyWrite, StoredAnswer } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { idempotencyKey } from '../../table/request-keys.ts';
import { requestsTableOf } from '../clients/requests-table.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from '../dynamodb/items.ts';

const DAY_SECONDS = 24 * 3600;
/** An item holds 400 KB; keys, hash and headers need little of it. */
const MAXIMUM_ANSWER = 350_000;

const Answer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  projects: z.union([z.array(z.string()), z.literal('all')]),
});
const Claim = z.object({
  owner: z.string(),
  seed: z.string(),
  body_hash: z.string(),
  lease_until: z.number(),
  [EXPIRES]: z.number(),
  /** The response as gzipped JSON; absent while the operation runs. */
  answer: z.instanceof(Uint8Array).optional(),
});
type Claim = z.infer<typeof Claim>;
type Terms = Parameters<IdempotencyWrite['begin']>[2];

const keyOf = (key: IdempotencyKey) => idempotencyKey(key.organizationId, key.identity, key.operationId, key.key);

/** Runs one conditional write. Returns undefined on success; else the existing claim, or `expired` if the item has expired. */
const write = async (
  table: Table,
  key: IdempotencyKey,
  expression: Expression,
): Promise<Claim | 'expired' | undefined> => {
  const refused = await updateUnseen(table, keyOf(key), expression);
  if (!refused) return undefined;
  return refused.existing ? Claim.parse(refused.existing) : 'expired';
};

const newClaim = (bodyHash: string, terms: Terms) =>
  new Expression().setAll({
    owner: terms.requestId,
    seed: terms.seed,
    body_hash: bodyHash,
    lease_until: terms.leaseUntil,
    [EXPIRES]: Math.floor(terms.now.getTime() / 1000) + DAY_SECONDS,
  });

const answerOf = (bytes: Uint8Array): StoredAnswer => Answer.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));

/** Takes over an existing claim, unless another request did so first. */
const takeOver = async (
  table: Table,
  key: IdempotencyKey,
  seen: Claim,
  seed: string,
  expression: Expression,
  owner: string,
): Promise<IdempotencyState> => {
  const rival = await write(
    table,
    key,
    expression.equals('owner', seen.owner).equals('lease_until', seen.lease_until).equals(EXPIRES, seen[EXPIRES]),
  );
  const isOwn = rival === undefined || (rival !== 'expired' && rival.owner === owner);
  return isOwn ? { kind: 'started', seed } : { kind: 'in_flight' };
};

const begin = async (table: Table, key: IdempotencyKey, bodyHash: string, terms: Terms): Promise<IdempotencyState> => {
  const claim = await write(table, key, newClaim(bodyHash, terms).absent());
  if (claim === undefined) return { kind: 'started', seed: terms.seed };
  if (claim === 'expired') return { kind: 'in_flight' };
  // An earlier attempt of this write succeeded, but its response was lost.
  if (claim.owner === terms.requestId) return { kind: 'started', seed: claim.seed };
  if (claim[EXPIRES] * 1000 <= terms.now.getTime()) {
    return takeOver(table, key, claim, terms.seed, newClaim(bodyHash, terms).remove('answer'), terms.requestId);
  }
  if (claim.body_hash !== bodyHash) return { kind: 'other_body' };
  if (claim.answer) return { kind: 'answered', answer: answerOf(claim.answer) };
  if (claim.lease_until > terms.now.getTime()) return { kind: 'in_flight' };
  const renewed = new Expression().setAll({ owner: terms.requestId, lease_until: terms.leaseUntil }).absent('answer');
  return takeOver(table, key, claim, claim.seed, renewed, terms.requestId);
};

/**
 * Claims are kept for 24 hours. A claim that is released, or whose response is too large to store, keeps its seed but
 * loses its lease: the next request with the key runs the operation again with the same identifiers, and so finds what
 * the previous run has written.
 */
export const adapter = (environment: Environment): IdempotencyWrite => {
  const table = requestsTableOf(environment);
  const settle = async (key: IdempotencyKey, requestId: string, change: Expression) => {
    // If another request has taken over the claim, the condition fails and the claim is left to that request.
    await write(table, key, change.equals('owner', requestId));
  };
  return {
    begin: (key, bodyHash, terms) => begin(table, key, bodyHash, terms),
    complete: (key, requestId, answer) => {
      const bytes = gzipSync(JSON.stringify(answer));
      const change = bytes.length > MAXIMUM_ANSWER ? { lease_until: 0 } : { answer: new Uint8Array(bytes) };
      return settle(key, requestId, new Expression().setAll(change));
    },
    abandon: (key, requestId) => settle(key, requestId, new Expression().set('lease_until', 0).absent('answer')),
  };
};
