import { setExportsFolder } from '../../../shared/domain/comparisons/paths.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Due } from '../../../shared/domain/due.ts';
import { archiveFolder } from '../../../shared/domain/transmittals/archive.ts';
import { derivedPath, formPathOf } from '../../../shared/domain/uploads/store-path.ts';
import { arrivalEnd } from '../../../shared/domain/uploads/upload-record.ts';
import { environment } from '../../../shared/environment.ts';
import type { KindIn, Ports, RemovableIn } from '../../../shared/ports.ts';
import { PURGE_PORTS, purgeDocument } from '../lib/purge-document.ts';
import { removeComparison } from '../lib/remove-comparison.ts';
import { type Left, PAGE, type RemovalRun, removeAll, removeListed } from '../lib/remove-listed.ts';
import { removeWebhook } from '../lib/remove-webhook.ts';

/** The ports that the removers need, for `uses`. */
export const PROJECT_REMOVER_PORTS = [
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
  'webhooks.read',
  'webhooks.write',
  'transmittals.read',
  'transmittals.write',
] as const;
type RemoverPorts = Pick<Ports, (typeof PROJECT_REMOVER_PORTS)[number]>;

/** Removes a project's records of one type, with their files; safe to run several times. */
type Remover = (project: Due, ports: RemoverPorts, run: RemovalRun) => Promise<Left>;

/** Documents removed concurrently. */
const PARALLEL = 5;

/** Whether a worker may still write files of the document, because it has not yet noticed the deletion. */
const isInUse = ({ lease, text_status, purge_started_at }: DocumentRecord, now: Date): boolean =>
  (lease !== null || text_status === 'recognising') &&
  now.getTime() < Date.parse(purge_started_at ?? '') + environment().LEASE_SECONDS * 1000;

const documents: Remover = async ({ organization_id, id }, ports, run) => {
  let inUse = 0;
  for (;;) {
    const ids = await ports['projects.remove'].documents(organization_id, id, inUse + PAGE);
    // Documents in use keep their positions in the list and are read again; the others have been removed.
    const before = inUse;
    inUse = 0;
    for (let start = 0; start < ids.length; start += PARALLEL) {
      if (run.isOver()) return 'more';
      const ended = await Promise.allSettled(
        ids.slice(start, start + PARALLEL).map(async (documentId) => {
          const record = await ports['documents.purge'].begin(organization_id, documentId, { now: run.now });
          if (record && isInUse(record, run.now)) inUse++;
          else if (record) await purgeDocument(record, ports, true);
        }),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    }
    if (ids.length < before + PAGE) return inUse > 0 ? 'later' : 'nothing';
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

/** After the comparisons, because an interrupted removal of one may have left its reviews. */
const reviews: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['reviews.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    (record) => ports['reviews.write'].delete(record),
    run,
  );

/**
 * An upload link that was handed out accepts a file until it expires; until then the upload record is kept, because it
 * names the file's path.
 */
const uploads: Remover = async ({ organization_id, id }, ports, run) => {
  let left: Left = 'nothing';
  let cursor: string | undefined;
  do {
    const page = await ports['uploads.expire'].inProject(organization_id, id, PAGE, cursor);
    for (const upload of page.records) {
      if (run.isOver()) return 'more';
      const { upload_id, store_path, multipart_id, is_closed } = upload;
      const isDead = multipart_id !== null || Date.parse(arrivalEnd(upload)) < run.now.getTime();
      if (!isDead) left = 'later';
      // What its link still delivers is removed with it.
      if (!isDead && is_closed) continue;
      await ports['uploads.expire'].close({ organization_id, id: upload_id });
      if (multipart_id !== null) await ports['files.multipart'].abort(store_path, multipart_id);
      await ports['files.remove'].files([store_path, formPathOf(store_path)]);
      if (isDead) await ports['uploads.expire'].remove(upload);
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return left;
};

/** Before the documents that they refer to. */
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

const webhooks: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['webhooks.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    (record) => removeWebhook(record, ports),
    run,
  );

const transmittals: Remover = ({ organization_id, id }, ports, run) =>
  removeListed(
    () => ports['transmittals.read'].list(organization_id, { list: 'inProject', parent: id, limit: PAGE }),
    async (record) => {
      await ports['files.remove'].below(archiveFolder(record));
      await ports['transmittals.write'].delete(record);
    },
    run,
  );

const members: Remover = async ({ organization_id, id }, ports) => {
  await ports['projects.remove'].removeMembers(organization_id, id);
  return 'nothing';
};

/** After the records; `sequence-events` discards what is still written about a project that is being deleted. */
const events: Remover = async ({ organization_id, id }, ports) => {
  await ports['projects.remove'].removeEvents(organization_id, id);
  return 'nothing';
};

const register: Remover = async ({ organization_id, id }, ports) => {
  await ports['projects.remove'].removeRegister(organization_id, id);
  return 'nothing';
};

/** Records whose removal follows from the declaration of their kind. */
const declared: Remover = ({ organization_id, id }, ports, run) =>
  removeAll((limit) => ports['projects.remove'].removeRecords(organization_id, id, limit), run);

/** After the comparisons of sets, for which exports are stored. */
const setExports: Remover = async ({ organization_id, id }, ports) => {
  await ports['files.remove'].below(setExportsFolder({ organization_id, project_id: id }));
  return 'nothing';
};

/** One remover for each type of record of a project that needs its own; a missing type does not compile. */
const byKind = {
  tasks,
  reports,
  comparisons,
  reviews,
  documents,
  activities,
  webhooks,
  transmittals,
  members,
  uploads,
} satisfies Record<Exclude<KindIn<'project'>, RemovableIn<'project'>>, Remover>;

/**
 * In order of execution: documents and members are found through the register, and uploads are last, because they wait
 * until their links have expired.
 */
const { uploads: last, ...others } = byKind;
export const projectRemovers: readonly Remover[] = [
  declared,
  setExports,
  ...Object.values(others),
  register,
  events,
  last,
];
