import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { derivedPath } from '../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../shared/ports.ts';
import { REMOVE_COMPARISON_PORTS, removeComparison } from './remove-comparison.ts';

/** What purging a document takes, for `uses`. */
export const PURGE_PORTS = ['documents.purge', 'comparisons.read', ...REMOVE_COMPARISON_PORTS] as const;
type PurgePorts = Pick<Ports, (typeof PURGE_PORTS)[number]>;

/** Comparisons that are read at once. */
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
 * Removes everything of a document whose purge has begun: file, pictures, texts of all versions, comparisons that show
 * it, chunks, claims, and the record at last. Each step may run twice, so that whoever comes after a kill goes through
 * all of them again.
 *
 * @param withProject the project goes with it
 */
export const purgeDocument = async (record: DocumentRecord, ports: PurgePorts, withProject: boolean): Promise<void> => {
  const { organization_id, document_id, store_path } = record;
  await removeComparisons(record, ports);
  if (await ports['documents.purge'].releaseFile(record)) await ports['files.remove'].files([store_path]);
  await ports['files.remove'].below(derivedPath(organization_id, document_id, ''));
  await ports['documents.purge'].removeBeside(record, withProject);
  await ports['documents.purge'].end(record);
};
