import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import type { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import {
  currentSet,
  documentSet,
  type PairedSheet,
  pairSets,
  type SheetSet,
} from '../../shared/domain/comparisons/pair-sets.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { type ComparedSetSheet, countChanges, type SetSource } from '../../shared/domain/comparisons/set-comparison.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict, Invalid } from '../../shared/domain/errors.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import { UpperBound } from '../../shared/domain/query-values.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { created } from '../../shared/http/versioned.ts';
import { packSheets } from './lib/packed-sheets.ts';
import { comparisonIdOf, REQUEST_PORTS, storeRequest } from './lib/request-comparison.ts';
import { SetComparisonListItem, toSetListItem } from './set-view.ts';

/** Maximum number of sheets of both sets, and of those that are compared: within the time of a request. */
const MOST_SHEETS = 5000;
const MOST_COMPARED = 500;
/** Messages sent concurrently. */
const PARALLEL = 10;

const Source = z
  .strictObject({
    document_id: DocumentId.optional().meta({ description: 'The sheets of this document' }),
    as_of: UpperBound.optional().meta({
      description: 'The current set of the project as it was received by this time',
    }),
    current: z.literal(true).optional().meta({ description: 'The current set of the project' }),
  })
  .refine(
    (source) => Object.values(source).filter((value) => value !== undefined).length === 1,
    'must contain exactly one of document_id, as_of and current',
  )
  .meta({
    id: 'RequestedSet',
    description: 'A set of sheets: a document, or the current set, now or at an earlier time',
    example: { current: true },
  });

export const operation = defineOperation({
  id: 'create-set-comparison',
  method: 'POST',
  path: '/api/v1/set-comparisons',
  tag: 'Drawing comparisons',
  summary: 'Compare two sets of sheets',
  description:
    'Two documents, a document with the current set, or the set at two times. Sheets are paired by number and are ' +
    '`added`, `removed`, `renamed` (another number, same title), `changed` or `unchanged` (the pages look the same). ' +
    'Each changed or renamed sheet has a drawing comparison of its two pages, which runs asynchronously and in ' +
    'parallel with the others. Pages without a sheet number are in no set. 422 for more than 5,000 sheets, or more ' +
    'than 500 changed ones.',
  auth: { scope: 'documents:write', role: 'member' },
  body: z.strictObject({ project_id: ProjectId, older: Source, newer: Source, price_list: PriceList.optional() }),
  responses: {
    202: {
      ...created(
        'The comparison; its sheets are being compared',
        SetComparisonListItem,
        '/api/v1/set-comparisons/{id}',
      ),
    },
  },
  errors: [404, 409],
  uses: [
    ...SHEET_PORTS,
    ...REQUEST_PORTS,
    'comparisons.read',
    'documents.read',
    'organizations.read',
    'set-comparisons.write',
  ],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

type Asked = Request<typeof operation>;
type Ports = PortsOf<typeof operation>;

/** Returns one of the sets. @throws Invalid if the document is none of the project with sheets */
const readSet = async (request: Asked, side: 'older' | 'newer', ports: Ports): Promise<SheetSet> => {
  const { project_id } = request.body;
  const { document_id, as_of } = request.body[side];
  const { sheets } = await readSheetRegister(
    request,
    ports,
    project_id,
    as_of === undefined ? undefined : Date.parse(as_of),
  );
  if (document_id === undefined) return currentSet(sheets);
  const set = documentSet(sheets, document_id);
  if (set.size > 0) return set;
  throw Invalid.at(['body', side, 'document_id'], 'is not a document of the project with numbered sheets');
};

const sourceOf = ({ document_id, as_of }: z.output<typeof Source>): SetSource => ({
  document_id: document_id ?? null,
  as_of: as_of ?? null,
});

/**
 * Stores the comparisons of the sheets that differ, one after another: they check the same documents.
 * @returns the sheets, and the identifiers of the comparisons that have to be sent to their queue
 */
const compareSheets = async (
  request: Asked,
  pairs: readonly PairedSheet[],
  ports: Ports,
): Promise<{ sheets: ComparedSetSheet[]; queued: string[] }> => {
  const { organizationId } = request.caller;
  const isCompared = ({ change }: PairedSheet) => change === 'changed' || change === 'renamed';
  const ids = [...new Set(pairs.filter(isCompared).flatMap((pair) => [pair.older, pair.newer]))];
  const documents = new Map<string, DocumentRecord>();
  const wanted = [...new Set(ids.flatMap((page) => page?.document_id ?? []))];
  for (const record of await ports['documents.read'].getMany(organizationId, wanted)) {
    if (record) documents.set(record.document_id, record);
  }
  const organization = await ports['organizations.read'].get(organizationId, organizationId);
  const { price_list } = request.body;
  const terms = {
    requestedBy: userOf(request.caller),
    prices: price_list ?? organization?.price_list ?? null,
    newPrices: price_list,
    now: request.now,
    newId: request.newId,
  };
  const compared = pairs.map((pair) => {
    const { older, newer } = pair;
    if (!isCompared(pair) || !older || !newer) return undefined;
    const records = { older: documents.get(older.document_id), newer: documents.get(newer.document_id) };
    if (!records.older || !records.newer) throw new Conflict('A document was deleted: request the comparison again');
    const pages = { original_page: older.page, comparison_page: newer.page };
    const subject = { older: records.older, newer: records.newer, pages };
    return { subject, id: comparisonIdOf(subject) };
  });
  const found = await ports['comparisons.read'].getMany(
    organizationId,
    compared.flatMap((each) => each?.id ?? []),
  );
  // Those of an earlier request are used as they are, so that a repeated request continues where it stopped.
  const isKept = ({ status }: ComparisonRecord) => status !== 'failed' && price_list === undefined;
  const kept = new Set(found.flatMap((record) => (record && isKept(record) ? [record.id] : [])));
  const sheets: ComparedSetSheet[] = [];
  const queued: string[] = [];
  for (const [i, { change, older, newer }] of pairs.entries()) {
    const { subject, id = null } = compared[i] ?? {};
    if (subject && id && !kept.has(id) && (await storeRequest(subject, terms, ports)).isQueued) queued.push(id);
    const discipline = newer?.discipline ?? older?.discipline ?? null;
    sheets.push({ change, discipline, older, newer, drawing_comparison_id: id });
  }
  return { sheets, queued };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller, now } = request;
  const [older, newer] = await Promise.all([readSet(request, 'older', ports), readSet(request, 'newer', ports)]);
  if (older.size + newer.size > MOST_SHEETS) {
    throw Invalid.at(['body', 'newer'], `both sets have more than ${MOST_SHEETS} sheets together`);
  }
  const pairs = pairSets(older, newer);
  const { changed, renamed } = countChanges(pairs);
  if (changed + renamed > MOST_COMPARED) {
    throw Invalid.at(['body', 'newer'], `${changed + renamed} sheets differ; at most ${MOST_COMPARED} are compared`);
  }
  const { sheets, queued } = await compareSheets(request, pairs, ports);
  const at = now.toISOString();
  const record = await ports['set-comparisons.write'].create({
    ...{ id: request.newId(), organization_id: caller.organizationId, project_id: body.project_id },
    ...{ older: sourceOf(body.older), newer: sourceOf(body.newer) },
    ...{ counts: countChanges(sheets), sheets: packSheets(sheets), requested_by: userOf(caller) },
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: request.newId() },
  });
  // A lost message is sent again by the sweep of comparisons.
  for (let start = 0; start < queued.length; start += PARALLEL) {
    await Promise.all(
      queued.slice(start, start + PARALLEL).map((comparison_id) => {
        return ports['queue.compare'].send({ organization_id: caller.organizationId, comparison_id });
      }),
    );
  }
  return { status: 202, headers: { ETag: etag(record.record_version) }, body: toSetListItem(record) };
};

export const handler = lambda(operation, handle);
