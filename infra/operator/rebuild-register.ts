import { isDeepStrictEqual } from 'node:util';
import { deleteObjects } from '../../shared/aws/clients/delete-objects.ts';
import { enteringRegister } from '../../shared/aws/documents/register-items.ts';
import { getItem } from '../../shared/aws/dynamodb/items.ts';
import { checking, deleting, transact } from '../../shared/aws/dynamodb/transaction.ts';
import { changeItems } from '../../shared/aws/register/change-item.ts';
import { snapshotPath } from '../../shared/aws/register/read-snapshot.ts';
import { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { Expression } from '../../shared/table/expression.ts';
import { documentKey, REGISTER_PREFIX, registerKey } from '../../shared/table/keys.ts';
import { RegisterEntry, registerEntryOf } from '../../shared/table/register-entry.ts';
import type { Target } from './target.ts';
import { itemsOf } from './tenant.ts';

/** Ids of documents whose entries were wrong: rewritten from the document, or removed because there is none. */
export interface Rebuilt {
  written: string[];
  removed: string[];
}

/**
 * Makes the registers of a tenant agree with its documents, and deletes their snapshots so that they are created again.
 * Each entry is written conditionally on the version of the document that was read: a concurrent change wins, and the
 * next run finds it correct.
 *
 * @param projectId one project's register; by default all of the tenant's
 */
export const rebuildRegister = async (
  { table, bucket }: Target,
  organizationId: string,
  projectId: string | undefined,
  isDry: boolean,
): Promise<Rebuilt> => {
  const documents: DocumentRecord[] = [];
  const entries = new Map<string, RegisterEntry & { project_id: string }>();
  for await (const item of itemsOf(table, organizationId)) {
    const [pk, sk] = [String(item.pk), String(item.sk)];
    if (sk === 'DOCUMENT') documents.push(DocumentRecord.parse(item));
    const project = /^ORG#[^#]+#PROJECT#([^#]+)$/.exec(pk)?.[1];
    if (project !== undefined && sk.startsWith(REGISTER_PREFIX)) {
      entries.set(`${pk}\n${sk}`, { ...RegisterEntry.parse(item), project_id: decodeURIComponent(project) });
    }
  }
  const isAsked = (project: string) => projectId === undefined || project === projectId;
  const rebuilt: Rebuilt = { written: [], removed: [] };
  const projects = new Set<string>();
  for (const record of documents.filter(({ project_id }) => isAsked(project_id))) {
    projects.add(record.project_id);
    const { pk, sk } = registerKey(organizationId, record.project_id, record.document_id);
    const existing = entries.get(`${pk}\n${sk}`);
    entries.delete(`${pk}\n${sk}`);
    const { project_id: _, ...entry } = existing ?? { project_id: '' };
    if (isDeepStrictEqual(entry, RegisterEntry.parse(registerEntryOf(record)))) continue;
    rebuilt.written.push(record.document_id);
    if (isDry) continue;
    const unchanged = new Expression().equals('record_version', record.record_version);
    const key = documentKey(organizationId, record.document_id);
    await transact(table, {
      record: checking(table, key, unchanged),
      register: enteringRegister(table, record),
    });
  }
  for (const { document_id, project_id } of entries.values()) {
    if (!isAsked(project_id)) continue;
    const key = documentKey(organizationId, document_id);
    if (await getItem(table, DocumentRecord, key)) continue;
    projects.add(project_id);
    rebuilt.removed.push(document_id);
    if (isDry) continue;
    const removed = { organization_id: organizationId, project_id, document_id };
    await transact(table, {
      record: checking(table, key, new Expression().absent()),
      entry: deleting(table, registerKey(organizationId, project_id, document_id)),
      changes: changeItems(table, removed),
    });
  }
  if (!isDry) {
    await deleteObjects(
      bucket,
      [...projects].map((project) => snapshotPath({ organizationId, projectId: project })),
    );
  }
  return rebuilt;
};
