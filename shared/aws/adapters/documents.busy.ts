import { BusyDocument } from '../../domain/documents/document.ts';
import type { Environment } from '../../environment.ts';
import type { DocumentsBusy } from '../../ports.ts';
import { BUSY_SHARDS, busyPartition, documentKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { busyRecords } from '../dynamodb/busy.ts';

const partitions = Array.from({ length: BUSY_SHARDS }, (_, shard) => busyPartition(shard));

export const adapter = (environment: Environment): DocumentsBusy =>
  busyRecords(tableOf(environment), BusyDocument, partitions, ({ organization_id, document_id }) =>
    documentKey(organization_id, document_id),
  );
