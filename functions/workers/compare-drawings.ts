import { join } from 'node:path';
import { type ComparedPage, type CompareOptions, compareFiles } from '../../shared/comparison/index.ts';
import { wordChanges } from '../../shared/comparison/wording/word-changes.ts';
import {
  COMPARISON_TRANSITIONS,
  type ComparisonChange,
  type ComparisonRecord,
  type ComparisonStatus,
} from '../../shared/domain/comparisons/comparison.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { factsOf } from '../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';
import type { FilesWrite } from '../../shared/ports.ts';
import { type LeasedStore, leasedWork } from '../../shared/queue/leased-work.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { readPageModel } from '../../shared/sheets/stored-drawings.ts';
import { storeComparison } from './compare-drawings/store-comparison.ts';

export const worker = defineWorker({
  id: 'compare-drawings',
  description: 'Compares two revisions of a drawing: changes with boxes, ratings and cost effects, images and a report',
  queue: 'compare',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: [
    'documents.read',
    'comparisons.read',
    'comparisons.write',
    'files.read',
    'files.write',
    'projects.read',
    'describer',
  ],
  task: {
    agent: 'drawing-comparison',
    name: 'Compare two revisions',
    shownBy: 'get-comparison',
    steps: [
      'Takes a lease on the comparison and loads the files of both documents.',
      'Pairs the sheets of both, aligns them, and finds what differs in linework and texts.',
      'Determines for each change its position, kind, importance (1 to 5) and cost effect. If the stage names a ' +
        'language model, its wording is used as far as it says the same.',
      'Stores result and images, and completes the comparison in one conditional write.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Ports = Parameters<Handle>[1];

const leasedComparison = (
  { organization_id, comparison_id }: Parameters<Handle>[0],
  ports: Ports,
): LeasedStore<ComparisonRecord, ComparisonChange, ComparisonStatus> => ({
  read: () => ports['comparisons.read'].get(organization_id, comparison_id),
  change: (change, guard) => ports['comparisons.write'].change(organization_id, comparison_id, change, guard),
  leaseExtension: (owner) => ports['comparisons.write'].leaseExtension(organization_id, comparison_id, owner),
  extendLease: (lease) => ports['comparisons.write'].extendLease(organization_id, comparison_id, lease),
  dropLease: (owner) => ports['comparisons.write'].dropLease(organization_id, comparison_id, owner),
});

/** Returns a page with the title block that was read, and corrected. */
const pageOf = (document: DocumentRecord | undefined, page: number): ComparedPage => {
  const sheet = document?.sheets.find((each) => each.page === page);
  return { page, facts: sheet ? factsOf(sheet) : null };
};

/** Returns a reader of the objects that were detected when a document was processed. */
const modelsOf = (document: DocumentRecord | undefined, ports: Ports) => async (page: number) =>
  document ? await readPageModel(document, page, ports['files.read']) : null;

/**
 * Downloads both documents' files, the older one first.
 * @throws NotFound if a document has been deleted
 */
const download = async (
  record: ComparisonRecord,
  folder: string,
  ports: Ports,
): Promise<{ paths: [string, string] } & CompareOptions> => {
  const ids = [record.original_drawing_id, record.comparison_drawing_id];
  const documents = await ports['documents.read'].getMany(record.organization_id, ids);
  const paths = documents.map(async (document, i) => {
    if (!document) throw new NotFound(`Document ${ids[i]} has been deleted`);
    const path = join(folder, `${i}.pdf`);
    await ports['files.read'].download(document.store_path, path);
    return path;
  });
  const [older, newer] = documents;
  const { original_page, comparison_page, matching_points, matching_views } = record;
  return {
    paths: (await Promise.all(paths)) as [string, string],
    models: { older: modelsOf(older, ports), newer: modelsOf(newer, ports) },
    names: { older: older?.filename ?? '', newer: newer?.filename ?? '' },
    ...(original_page !== null &&
      comparison_page !== null && {
        pages: {
          older: pageOf(older, original_page),
          newer: pageOf(newer, comparison_page),
        },
        alignment: { matching_points, matching_views },
      }),
  };
};

export const handle: Handle = async (message, ports, run) => {
  const stored: string[] = [];
  const files: FilesWrite = {
    ...ports['files.write'],
    put: (path, ...content) => {
      stored.push(path);
      return ports['files.write'].put(path, ...content);
    },
  };
  const store = leasedComparison(message, ports);
  const { describer } = ports;
  const ended = await leasedWork(
    { subject: 'The comparison', store, transitions: COMPARISON_TRANSITIONS, run },
    async (record, folder, signal) => {
      const { paths, ...subject } = await download(record, folder, ports);
      const project = await ports['projects.read'].get(record.organization_id, record.project_id);
      const out = join(folder, 'out');
      const comparison = await compareFiles(...paths, {
        ...subject,
        ...(project && {
          commission: {
            project: project.name,
            author: record.requested_by?.name ?? record.requested_by?._id ?? 'an unknown user',
            at: record.queued_at,
          },
        }),
        readSheets: (pages) => readSheets(pages).map(factsOf),
        out,
        signal,
        ...(describer.model !== null && { word: (result) => wordChanges(result, describer, signal) }),
      });
      signal.throwIfAborted();
      const change = await storeComparison(record, comparison, out, files);
      return { transition: COMPARISON_TRANSITIONS.finish, change: () => change };
    },
  );
  // If the comparison was deleted concurrently, no record refers to the stored files.
  if (!ended && stored.length > 0 && !(await store.read())) await ports['files.write'].delete(stored);
};

export const handler = queueWorker(worker, handle);
