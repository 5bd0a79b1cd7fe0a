import { Conflict } from '../../domain/errors.ts';
import type { WriteGuard } from '../../ports.ts';
import type { Expression } from '../../table/expression.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import { whenLeaseFree, whenLeaseHeld } from './leases.ts';

type Guarded = Pick<Kind<never>, 'name' | 'status'>;

/** Adds each part of the guard to the write's condition. */
export const guarded = (expression: Expression, kind: Guarded, guard: WriteGuard): Expression => {
  expression.exists();
  if (guard.transition && kind.status) {
    // No status leads to this transition, so nothing matches; DynamoDB rejects an empty list.
    const { from } = guard.transition;
    if (from.length > 0) expression.oneOf(kind.status, from);
    else expression.absent(kind.status);
  }
  if (guard.ifVersion !== undefined) expression.equals('record_version', guard.ifVersion);
  if (guard.isDeleted !== undefined) expression.equals('is_deleted', guard.isDeleted);
  if (guard.leaseOwner !== undefined) whenLeaseHeld(expression, guard.leaseOwner);
  if (guard.leaseFreeAt !== undefined) whenLeaseFree(expression, guard.leaseFreeAt);
  return expression;
};

/** Returns the conflict that names the part of the guard which the stored record does not meet. */
export const refusal = (kind: Guarded, record: StoredRecord, guard: WriteGuard): Conflict => {
  if (guard.ifVersion !== undefined && record.record_version !== guard.ifVersion) {
    return new Conflict(
      `The ${kind.name} has changed: its current version is "${record.record_version}"`,
      'version_conflict',
    );
  }
  if (guard.isDeleted !== undefined && record.is_deleted !== guard.isDeleted) {
    return new Conflict(record.is_deleted ? `The ${kind.name} is deleted` : `The ${kind.name} is not deleted`);
  }
  const status = kind.status && (record as unknown as Record<string, unknown>)[kind.status];
  return new Conflict(`The ${kind.name} is ${status ?? 'in another state'}`);
};
