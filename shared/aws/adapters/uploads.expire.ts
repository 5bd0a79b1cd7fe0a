import { Due, StoredFile } from '../../domain/due.ts';
import { UploadRecord, uploadEnd } from '../../domain/uploads/upload-record.ts';
import type { Environment } from '../../environment.ts';
import type { UploadsExpire } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { uploadKey } from '../../table/keys.ts';
import { UPLOADS } from '../../table/kinds/uploads.ts';
import { tableOf } from '../clients/table.ts';
import { listDue, noLongerDue } from '../dynamodb/due-entries.ts';
import { updateItem } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { transact } from '../dynamodb/transaction.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): UploadsExpire => {
  const table = tableOf(environment);
  return {
    due: (before, limit) => listDue(table, 'UPLOAD', Due, before, limit),
    inProject: (organizationId, projectId, limit, cursor) =>
      recordsRead(table, UPLOADS).list(organizationId, { list: 'inProject', parent: projectId, limit, cursor }),
    close: async ({ organization_id, id }) => {
      const closing = new Expression().set('is_closed', true).add('record_version', 1).exists();
      const closed = await updateItem(table, UploadRecord, uploadKey(organization_id, id), closing);
      return closed instanceof Refusal ? undefined : closed;
    },
    remove: async (upload) => {
      const { organization_id, upload_id: id } = upload;
      const due = { organization_id, id, at: uploadEnd(upload) };
      await deleteRecord(table, UPLOADS, upload, {}, () => ({ due: noLongerDue(table, 'UPLOAD', due) }));
    },
    settle: async (due) => {
      await transact(table, { due: noLongerDue(table, 'UPLOAD', due) });
    },
    dueFiles: (before, limit) => listDue(table, 'FILE', StoredFile, before, limit),
    settleFile: async (file) => {
      await transact(table, { due: noLongerDue(table, 'FILE', file) });
    },
  };
};
