import { describe, expect, test } from 'vitest';
import { guarded, refusal } from '../../../shared/aws/dynamodb/guard.ts';
import type { WriteGuard } from '../../../shared/ports.ts';
import { Expression } from '../../../shared/table/expression.ts';
import type { StoredRecord } from '../../../shared/table/kind.ts';

const kind = { name: 'thing', status: 'state' } as never;
const terms = { writeId: 'w', now: new Date(0) };
const built = (guard: Partial<WriteGuard>) => {
  const { ConditionExpression, ExpressionAttributeValues } = guarded(new Expression(), kind, {
    ...terms,
    ...guard,
  }).build();
  return [ConditionExpression, Object.values(ExpressionAttributeValues ?? {})];
};

describe('a guarded write', () => {
  const EXISTS = '(attribute_exists(#pk))';
  test.each<[string, Partial<WriteGuard>, string, unknown[]]>([
    ['nothing more than that the record is there', {}, '', []],
    ['a version', { ifVersion: 0 }, ' AND (#record_version = :v0)', [0]],
    ['a state', { transition: { from: ['a', 'b'], to: 'c' } }, ' AND (#state IN (:v0, :v1))', ['a', 'b']],
    ['no state at all', { transition: { from: [], to: 'c' } }, ' AND (attribute_not_exists(#state))', []],
    ['that it is deleted', { isDeleted: true }, ' AND (#is_deleted = :v0)', [true]],
    ['that it is not deleted', { isDeleted: false }, ' AND (#is_deleted = :v0)', [false]],
    ['its own lease', { leaseOwner: 'me' }, ' AND (#lease.#owner = :v0)', ['me']],
    ['a free lease', { leaseFreeAt: 0 }, ' AND (attribute_type(#lease, :v0) OR #lease.#until < :v1)', ['NULL', 0]],
  ])('requires %s', (_name, guard, condition, values) => {
    expect(built(guard)).toEqual([EXISTS + condition, values]);
  });

  test('requires all of it together', () => {
    const [condition] = built({ ifVersion: 1, isDeleted: false, leaseOwner: 'me' });
    expect(condition).toBe(`${EXISTS} AND (#record_version = :v0) AND (#is_deleted = :v1) AND (#lease.#owner = :v2)`);
  });
});

describe('a rejected write', () => {
  const record = { record_version: 3, is_deleted: false, state: 'open' } as unknown as StoredRecord;
  const said = (guard: Partial<WriteGuard>, change: object = {}) => {
    const { message, code } = refusal(kind, { ...record, ...change }, { ...terms, ...guard });
    return [message, code];
  };

  test('reports the version first, then the deletion, then the state', () => {
    const all = { ifVersion: 2, isDeleted: true };
    expect(said(all)).toEqual(['The thing has changed: its current version is "3"', 'version_conflict']);
    expect(said({ ...all, ifVersion: 3 })).toEqual(['The thing is not deleted', 'conflict']);
    expect(said({ isDeleted: false }, { is_deleted: true })).toEqual(['The thing is deleted', 'conflict']);
    expect(said({ isDeleted: false, ifVersion: 3 })).toEqual(['The thing is open', 'conflict']);
    expect(said({}, { state: undefined })).toEqual(['The thing is in another state', 'conflict']);
  });
});
