import type { SentSheet, TransmittalRecord } from '../domain/transmittals/transmittal.ts';
import type { RecordsWrite } from './record-ports.ts';

export interface TransmittalPorts {
  'transmittals.write': TransmittalsWrite;
  'sent-sheets.read': SentSheetsRead;
  'archives.request': ArchivesRequest;
}

export interface TransmittalsWrite extends Pick<RecordsWrite<TransmittalRecord>, 'delete'> {
  /**
   * Stores the transmittal under the project's next number, with the entries of its sheets and the notification of its
   * recipients, in one transaction. A repeated create returns the stored record.
   * @throws Conflict if the id is taken; NotFound or Conflict if the project is deleted; Unavailable if other
   * transmittals keep taking the number
   */
  create(record: Omit<TransmittalRecord, 'number'>): Promise<TransmittalRecord>;
}

/** A sheet in a transmittal. */
export interface Sending extends Pick<SentSheet, 'sheet_key' | 'document_id' | 'page' | 'revision'> {
  transmittal_id: string;
}

/** Finds transmittals by their sheets, strongly consistent. */
export interface SentSheetsRead {
  /** Returns where the sheets with these normalised numbers have been sent, the oldest transmittal first. */
  find(organizationId: string, projectId: string, sheetKeys: readonly string[]): Promise<Sending[]>;
}

export interface ArchivesRequest {
  /**
   * Requests the archive at a path from its worker, unless it was requested within the last quarter of an hour.
   * @param path see `archivePath`
   */
  request(transmittal: Pick<TransmittalRecord, 'organization_id' | 'id'>, path: string, now: Date): Promise<void>;
}
