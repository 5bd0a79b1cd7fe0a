import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../../shared/ports.ts';
import { REMOVE_COMPARISON_PORTS, removeComparison } from './remove-comparison.ts';

/** The ports that purging a document needs, for `uses`. */
export const PURGE_PORTS = ['documents.purge', 'comparisons.read', ...REMOVE_COMPARISON_PORTS] as const;
type PurgePorts = Pick<Ports, (typeof PURGE_PORTS)[number]>;

/** Comparisons per read. */
const PAGE = 25;

const removeComparisons = async ({ organization_id, document_id }: DocumentRecord, ports: PurgePorts) => {
  for (const list of ['ofOlder', 'ofNewer'] as const) {
    for (;;) {
      const place = { list, parent: document_id, limit: PAGE };
      const { records } = await ports['comparisons.read'].list(organization_id, place);
      if (records.length === 0) break;
      for (const record of records) await removeComparison(record, ports);
    }
  }
};

/**
 * Removes everything that belongs to a document whose purge has begun: file, images, texts of all versions,
 * comparisons, chunks, claims and, last, the record. Each step may run twice, so that an interrupted purge can simply
 * be started again.
 *
 * @param withProject whether the project is being removed too
 */
export const purgeDocument = async (record: DocumentRecord, ports: PurgePorts, withProject: boolean): Promise<void> => {
  const { organization_id, document_id, store_path } = record;
  await removeComparisons(record, ports);
  if (await ports['documents.purge'].releaseFile(record)) await ports['files.remove'].files([store_path]);
  await ports['files.remove'].below(derivedPath(organization_id, document_id, ''));
  await ports['documents.purge'].removeBeside(record, withProject);
  await ports['documents.purge'].end(record);
};
