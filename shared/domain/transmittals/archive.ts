import { archivesFolder } from '../uploads/store-path.ts';
import type { SentDocument, TransmittalRecord } from './transmittal.ts';

type Archived = Pick<TransmittalRecord, 'organization_id' | 'id' | 'documents'>;

/** Returns the folder of a transmittal's archives. */
export const archiveFolder = ({ organization_id, id }: Pick<Archived, 'organization_id' | 'id'>): string =>
  `${archivesFolder(organization_id)}${id}/`;

/**
 * Returns the path of the archive without the withdrawn documents. The name states which ones it contains, so that the
 * object at a path always has the same content.
 */
export const archivePath = (record: Archived, withdrawn: ReadonlySet<string>): string => {
  let left = 0n;
  for (const { document_id } of record.documents) left = left * 2n + (withdrawn.has(document_id) ? 1n : 0n);
  return `${archiveFolder(record)}${left.toString(36)}.zip`;
};

/** Characters that are not allowed in file names on common systems, or that separate folders. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f]/g;

/** Returns a name for each document in an archive: its file name, made unique by a number. */
export const namesInArchive = (documents: readonly Pick<SentDocument, 'filename'>[]): string[] => {
  const taken = new Set<string>();
  return documents.map(({ filename }) => {
    const safe = filename.replace(UNSAFE, '_').replace(/^\.+/, '_');
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let name = safe;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem} (${n})${extension}`;
    taken.add(name.toLowerCase());
    return name;
  });
};
