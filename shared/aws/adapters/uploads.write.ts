import { uploadEnd } from '../../domain/uploads/upload-record.ts';
import type { Environment } from '../../environment.ts';
import type { UploadsWrite } from '../../ports.ts';
import { UPLOADS } from '../../table/kinds/uploads.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { changeRecord } from '../records/change-record.ts';
import { createRecord } from '../records/create-record.ts';

export const adapter = (environment: Environment): UploadsWrite => {
  const table = tableOf(environment);
  return {
    create: (record) => {
      const { organization_id, upload_id: id } = record;
      const due = { organization_id, id, at: uploadEnd(record) };
      return createRecord(table, UPLOADS, record, { due: becomingDue(table, 'UPLOAD', due) });
    },
    abort: (organizationId, uploadId, guard) =>
      changeRecord(table, UPLOADS, organizationId, uploadId, { is_closed: true, is_aborted: true }, guard),
  };
};
