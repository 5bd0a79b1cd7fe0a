import { NotFound } from '../../../shared/domain/errors.ts';
import {
  linkHolder,
  type TransmittalRecipient,
  type TransmittalRecord,
} from '../../../shared/domain/transmittals/transmittal.ts';
import { HOLDER_PORTS, holderMaySee } from '../../../shared/http/holder-access.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that opening a recipient's link needs, for `uses`. */
export const OPEN_PORTS = [...HOLDER_PORTS, 'transmittal-links.open', 'transmittals.read', 'documents.read'] as const;
type OpenPorts = Pick<Ports, (typeof OPEN_PORTS)[number]>;

/** What a recipient's link gives access to now. */
export interface Opened {
  record: TransmittalRecord;
  recipient: TransmittalRecipient;
  /** The documents that are not deleted, by id. */
  files: ReadonlyMap<string, { store_path: string; filename: string }>;
  /** The ids of the others. */
  withdrawn: ReadonlySet<string>;
}

/**
 * Opens a recipient's link.
 * @throws NotFound alike for an altered or expired link, and if the user on whose access it depends has lost it
 */
export const openLink = async (token: string, now: Date, ports: OpenPorts): Promise<Opened> => {
  const link = await ports['transmittal-links.open'].open(token);
  const record = link && (await ports['transmittals.read'].get(link.organization_id, link.transmittal_id));
  const recipient = record?.recipients.find(({ id }) => id === link?.recipient_id);
  if (!record || !recipient || Date.parse(record.expires_at) <= now.getTime()) throw new NotFound();
  const { organization_id, project_id } = record;
  const holder = linkHolder(record, recipient);
  const ids = record.documents.map(({ document_id }) => document_id);
  const [allowed, found] = await Promise.all([
    holderMaySee({ organization_id, project_id, holder }, ports),
    ports['documents.read'].getMany(organization_id, ids),
  ]);
  if (!allowed) throw new NotFound();
  const files = new Map(
    found.flatMap((document) => {
      if (!document || document.is_deleted || document.project_id !== project_id) return [];
      return [[document.document_id, { store_path: document.store_path, filename: document.filename }] as const];
    }),
  );
  return { record, recipient, files, withdrawn: new Set(ids.filter((id) => !files.has(id))) };
};
