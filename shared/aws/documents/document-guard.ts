import type { DocumentRecord } from '../../domain/documents/document.ts';
import { Conflict } from '../../domain/errors.ts';
import type { WriteGuard } from '../../ports.ts';
import type { Expression } from '../../table/expression.ts';
import { whenLeaseFree, whenLeaseHeld } from '../dynamodb/leases.ts';

/** Makes each part of the guard part of the write's condition. */
export const guarded = (expression: Expression, guard: WriteGuard): Expression => {
  expression.exists();
  if (guard.transition) {
    // A state without an arrow to it matches none; DynamoDB refuses an empty list.
    const { from } = guard.transition;
    if (from.length > 0) expression.oneOf('processing_status', from);
    else expression.absent('processing_status');
  }
  if (guard.ifVersion !== undefined) expression.equals('record_version', guard.ifVersion);
  if (guard.isDeleted !== undefined) expression.equals('is_deleted', guard.isDeleted);
  if (guard.leaseOwner !== undefined) whenLeaseHeld(expression, guard.leaseOwner);
  if (guard.leaseFreeAt !== undefined) whenLeaseFree(expression, guard.leaseFreeAt);
  return expression;
};

/** Says which part of the guard the stored record does not meet. */
export const refusal = (record: DocumentRecord, guard: WriteGuard): Conflict => {
  if (guard.ifVersion !== undefined && record.record_version !== guard.ifVersion) {
    return new Conflict(
      `The document has changed: its current version is "${record.record_version}"`,
      'version_conflict',
    );
  }
  if (guard.isDeleted !== undefined && record.is_deleted !== guard.isDeleted) {
    return new Conflict(record.is_deleted ? 'The document is deleted' : 'The document is not deleted');
  }
  return new Conflict(`The document is ${record.processing_status}`);
};
