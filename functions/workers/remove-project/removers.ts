import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Due } from '../../../shared/domain/due.ts';
import { derivedPath, formPathOf } from '../../../shared/domain/uploads/store-path.ts';
import { LINK_SECONDS } from '../../../shared/domain/uploads/upload.ts';
import { environment } from '../../../shared/environment.ts';
import type { KindIn, Ports } from '../../../shared/ports.ts';
import { PURGE_PORTS, purgeDocument } from '../purge-document.ts';
import { removeComparison } from '../remove-comparison.ts';
import { type Left, PAGE, type Run, removeListed } from '../remove-listed.ts';

/** What the removers take, for `uses`. */
export const REMOVER_PORTS = [
  ...PURGE_PORTS,
  'projects.remove',
  'uploads.expire',
  'files.multipart',
  'tasks.read',
  'tasks.write',
  'reports.read',
  'reports.write',
  'activities.read',
  'activities.write',
] as const;
type RemoverPorts = Pick<Ports, (typeof REMOVER_PORTS)[number]>;

/** Removes a project's records of one type, with their files; any number of times. */
type Remover = (project: Due, ports: RemoverPorts, run: Run) => Promise<Left>;

/** Documents under way at once. */
const PARALLEL = 5;

/** True while a worker may still write files of the document: it has not asked yet whether it is deleted. */
const isInWork = ({ lease, text_status, purge_started_at }: DocumentRecord, now: Date): boolean =>
  (lease !== null || text_status === 'recognising') &&
  now.getTime() < Date.parse(purge_started_at ?? '') + environment().LEASE_SECONDS * 1000;

const documents: Remover = async ({ organization_id, id }, ports, run) => {
  let inWork = 0;
  for (;;) {
    const ids = await ports['projects.remove'].documents(organization_id, id, inWork + PAGE);
    // Those in work stand wherever their ids put them: they are gone through again, the others have gone.
    const before = inWork;
    inWork = 0;
    for (let start = 0; start < ids.length; start += PARALLEL) {
      if (run.isOver()) return 'more';
      const ended = await Promise.allSettled(
        ids.slice(start, start + PARALLEL).map(async (documentId) => {
          const record = await ports['documents.purge'].begin(organization_id, documentId, { now: run.now });
          if (record && isInWork(record, run.now)) inWork++;
          else if (record) await purgeDocument(record, ports, true);
        }),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    }
    if (ids.length < before + PAGE) return inWork > 0 ? 'later' : 'nothing';
  }
};

const comparisons: Remover = async ({ organization_id, id }, ports, run) => {
  let cursor: string | undefined;
  let left: Left = 'nothing';
  do {
    const place = { list: 'inProject', parent: id, limit: PAGE, cursor } as const;
    const page = await ports['comparisons.read'].list(organization_id, place);
    for (const record of page.records) {
      if (run.isOver()) return 'more';
      const { lease } = record;
      const until = lease && (await ports['comparisons.write'].leaseExtension(organization_id, record.id, lease.owner));
      if (Math.max(lease?.until ?? 0, until ?? 0) > run.now.getTime()) left = 'later';
      else await removeComparison(record, ports);
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return left;
};

/** After the comparisons: one whose removal was interrupted may have left its reviews. */
const reviews: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['reviews.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    (record) => ports['reviews.write'].delete(record),
    run,
  );

/** A link that was given away brings a file for as long as it lives: until then the upload says where that would be. */
const uploads: Remover = async ({ organization_id, id }, ports, run) => {
  for (;;) {
    const found = await ports['uploads.expire'].inProject(organization_id, id, PAGE);
    for (const upload of found) {
      if (run.isOver()) return 'more';
      const { upload_id, store_path, multipart_id, created_at } = upload;
      await ports['uploads.expire'].close({ organization_id, id: upload_id });
      if (multipart_id !== null) await ports['files.multipart'].abort(store_path, multipart_id);
      await ports['files.remove'].files([store_path, formPathOf(store_path)]);
      // The newest come first, and with them those whose links still live.
      const dead = multipart_id !== null || Date.parse(created_at) + 2 * LINK_SECONDS * 1000 < run.now.getTime();
      if (!dead) return 'later';
      await ports['uploads.expire'].remove(upload);
    }
    if (found.length === 0) return 'nothing';
  }
};

/** Before the documents, which they name. */
const tasks: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['tasks.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    (record) => ports['tasks.write'].delete(record),
    run,
  );

const reports: Remover = async ({ organization_id, id }, ports, run) => {
  for (;;) {
    const { records } = await ports['reports.read'].list(organization_id, {
      list: 'inProject',
      parent: id,
      limit: PAGE,
    });
    if (records.length === 0) return 'nothing';
    for (const record of records) {
      if (run.isOver()) return 'more';
      const { lease } = record;
      const until = lease && (await ports['reports.write'].leaseExtension(organization_id, record.id, lease.owner));
      if (Math.max(lease?.until ?? 0, until ?? 0) > run.now.getTime()) return 'later';
      await ports['files.remove'].below(derivedPath(organization_id, `report-${record.id}`, ''));
      await ports['reports.write'].delete(record);
    }
  }
};

const activities: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['activities.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    (record) => ports['activities.write'].delete(record),
    run,
  );

const members: Remover = async ({ organization_id, id }, ports) => {
  await ports['projects.remove'].removeMembers(organization_id, id);
  return 'nothing';
};

const register: Remover = async ({ organization_id, id }, ports) => {
  await ports['projects.remove'].removeRegister(organization_id, id);
  return 'nothing';
};

/** One remover for each type of record that belongs to a project; a type that is missing here does not compile. */
const byKind = {
  tasks,
  reports,
  comparisons,
  reviews,
  documents,
  activities,
  members,
  uploads,
} satisfies Record<KindIn<'project'>, Remover>;

/**
 * In their order: documents and members are found through the register, and uploads go last, since they wait until their
 * links have expired.
 */
const { uploads: last, ...others } = byKind;
export const removers: readonly Remover[] = [...Object.values(others), register, last];
