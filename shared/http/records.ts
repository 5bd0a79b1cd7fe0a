import * as z from 'zod';
import { type Caller, userOf } from '../domain/access/caller.ts';
import { RecordId } from '../domain/fields.ts';
import type { ChangeGuard, RecordsRead } from '../ports.ts';
import { versionOf } from './etag.ts';
import type { ProjectAccess } from './operation.ts';
import { visible } from './visible.ts';

/** The path parameters of an operation on one record. */
export const RecordParams = z.object({ id: RecordId });

interface Asked {
  caller: Caller;
  now: Date;
  newId(): string;
}

/** Returns the fields that the service sets in a new record. */
export const newRecordFields = ({ caller, now, newId }: Asked) => {
  const id = newId();
  const at = now.toISOString();
  return {
    id,
    organization_id: caller.organizationId,
    created_by: userOf(caller),
    created_at: at,
    updated_at: at,
    record_version: 1,
    write_id: id,
  };
};

/**
 * Returns the record of a project that is named in the request's path.
 * @throws NotFound unless it exists and the caller may see its project
 */
export const findRecord = async <R extends { project_id: string }>(
  request: { caller: Caller; projects: ProjectAccess; params: { id: string } },
  records: Pick<RecordsRead<R>, 'get'>,
): Promise<R> => visible(request, await records.get(request.caller.organizationId, request.params.id));

/** Returns the guard of a change that a request makes to a record which it has read. */
export const guardOf = <R>(
  { ifMatch, now, newId }: Pick<Asked, 'now' | 'newId'> & { ifMatch: string | undefined },
  before: R,
) => ({ ifVersion: versionOf(ifMatch), writeId: newId(), now, before }) satisfies ChangeGuard<R>;
