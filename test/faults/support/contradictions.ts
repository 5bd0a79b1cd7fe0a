import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { parseUploadPath } from '../../../shared/domain/uploads/store-path.ts';
import {
  chainPartition,
  credentialsKey,
  documentKey,
  encode,
  fileHolderKey,
  type Key,
  MEMBER_PREFIX,
  membershipKey,
  projectPartition,
  REVISION_PREFIX,
  tombstoneKey,
  uploadKey,
} from '../../../shared/table/keys.ts';
import type { Items } from './table-state.ts';

// biome-ignore lint/suspicious/noExplicitAny: items of every kind
type Plain = Record<string, any>;

/**
 * What stands in the tables and contradicts itself, a sentence each: chains, members, comparisons, credentials, files and
 * organizations, beside what the operators' audit compares.
 */
export const contradictions = (items: Items): string[] => {
  const all = new Map<string, Plain>();
  for (const item of items.values()) {
    const plain = unmarshall(item as Record<string, AttributeValue>);
    all.set(`${plain.pk} ${plain.sk}`, plain);
  }
  const at = ({ pk, sk }: Key): Plain | undefined => all.get(`${pk} ${sk}`);
  const ofSort = (sort: string): Plain[] => [...all.values()].filter(({ sk }) => sk === sort);
  const found: string[] = [];
  const require = (holds: boolean, sentence: string) => {
    if (!holds) found.push(sentence);
  };

  const documents = ofSort('DOCUMENT');
  const standing = documents.filter(({ purge_started_at }) => purge_started_at === undefined);

  // One latest revision per chain, which its pointer names, and its revisions are its documents.
  const chainOf = ({ organization_id, project_id, revision_root }: Plain) =>
    chainPartition(organization_id, project_id, revision_root);
  for (const [chain, members] of Map.groupBy(standing, chainOf)) {
    const live = members.filter(({ is_deleted }) => !is_deleted);
    const latest = members.filter(({ is_latest }) => is_latest);
    if (live.length > 0) require(latest.length === 1 && !latest[0]?.is_deleted, `${chain} has not one latest revision`);
    const pointer = at({ pk: chain, sk: 'LATEST' });
    if (!pointer) {
      require(members.length === 1, `${chain} has ${members.length} documents and no pointer`);
      continue;
    }
    const named = members.find(({ document_id }) => document_id === pointer.document_id);
    require(named?.is_latest === true, `${chain} points to ${pointer.document_id}, which is not the latest`);
    require(named?.is_deleted === pointer.is_deleted, `${chain} does not say whether its latest is deleted`);
  }
  for (const entry of all.values()) {
    if (!String(entry.sk).startsWith(REVISION_PREFIX)) continue;
    const document = documents.find(({ document_id }) => document_id === entry.document_id);
    require(document !== undefined && chainOf(document) === entry.pk, `${entry.pk} lists ${entry.document_id}`);
  }
  for (const document of standing) {
    if (document.revision_of === null) continue;
    const sort = `${REVISION_PREFIX}${document.created_at}#${encode(document.document_id)}`;
    require(at({ pk: chainOf(document), sk: sort }) !== undefined, `${document.document_id} is missing from its chain`);
  }

  // Members and projects name each other.
  for (const record of all.values()) {
    if (!String(record.sk).startsWith(MEMBER_PREFIX)) continue;
    if (record.record_version !== undefined) {
      const { organization_id, project_id, user_id } = record;
      const entry = at({ pk: projectPartition(organization_id, project_id), sk: `${MEMBER_PREFIX}${encode(user_id)}` });
      require(entry !== undefined, `${record.pk} is a member that the project does not list`);
      continue;
    }
    const [, organization = '', , project = ''] = String(record.pk).split('#');
    const key = membershipKey(decodeURIComponent(organization), record.id.user_id, decodeURIComponent(project));
    require(at(key) !== undefined, `${record.pk} lists a member ${record.id.user_id} that is none`);
  }

  // Comparisons name documents that stand, and documents name a comparison of theirs.
  for (const { organization_id, id, original_drawing_id, comparison_drawing_id } of ofSort('COMPARISON')) {
    for (const document of [original_drawing_id, comparison_drawing_id]) {
      require(at(documentKey(organization_id, document)) !== undefined, `Comparison ${id} shows ${document}`);
    }
  }
  for (const { organization_id, document_id, drawing_comparison_id: id } of standing) {
    if (id === null) continue;
    const comparison = all.get(`ORG#${encode(organization_id)}#COMPARISON#${encode(id)} COMPARISON`);
    const sides = [comparison?.original_drawing_id, comparison?.comparison_drawing_id];
    require(sides.includes(document_id), `${document_id} names comparison ${id}, which does not show it`);
  }

  // Every file has the holders that its documents are, and an upload the document that took it.
  for (const { organization_id, store_path, document_id } of standing) {
    const issued = parseUploadPath(store_path);
    if (!issued) continue;
    const holder = at(fileHolderKey(organization_id, issued.uploadId, document_id));
    require(holder !== undefined, `${document_id} does not hold its file`);
    const upload = at(uploadKey(organization_id, issued.uploadId));
    if (upload) require(upload.document_id !== null, `Upload ${issued.uploadId} does not name ${document_id}`);
  }
  for (const { pk, sk } of all.values()) {
    if (!String(sk).startsWith('HOLDER#')) continue;
    const id = decodeURIComponent(String(sk).slice('HOLDER#'.length));
    require(documents.some(({ document_id }) => document_id === id), `${pk} is held by ${id}, which is not there`);
  }

  // Systems say which credentials are theirs, and there are no others.
  const systems = ofSort('SYSTEM');
  for (const { organization_id, system_id, credentials_id } of systems) {
    const credentials = at(credentialsKey(organization_id, system_id));
    require((credentials?.credentials_id ?? null) === credentials_id, `System ${system_id} has other credentials`);
  }
  require(ofSort('CREDENTIALS').length <= systems.length, 'There are credentials of no system');

  for (const { organization_id } of ofSort('ORGANIZATION')) {
    require(at(tombstoneKey(organization_id)) === undefined, `${organization_id} stands and was deleted`);
  }
  return found;
};
