import * as z from 'zod';
import { DocumentId, Title } from '../../shared/domain/documents/values.ts';
import { Conflict, Invalid, NotFound, Unavailable } from '../../shared/domain/errors.ts';
import { hasFields } from '../../shared/domain/record-fields.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import {
  MOST_DECIDED,
  type PageOf,
  type SheetCorrection,
  UNCORRECTED,
  UNCORRECTED_VERSION,
} from '../../shared/domain/sheets/sheet-correction.ts';
import { readSheetId, SheetId } from '../../shared/domain/sheets/sheet-id.ts';
import {
  isAt,
  isIdentified,
  type RegisteredSheet,
  type SheetRegister,
} from '../../shared/domain/sheets/sheet-register.ts';
import { etag, requireVersion } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { RegisteredSheetView, toRegisteredSheet } from './view.ts';

const Page = z
  .strictObject({ document_id: DocumentId, page: z.int().min(1).max(100_000) })
  .meta({ id: 'PageOfDocument', description: 'A page of a document' });

export const operation = defineOperation({
  id: 'update-sheet',
  method: 'PATCH',
  path: '/api/v1/sheets/{sheet_id}',
  tag: 'Sheets',
  summary: 'Correct, merge or void a sheet',
  description:
    'Sets the given fields; the others stay unchanged. Corrections take precedence over what was read, and survive ' +
    'reprocessing, deletion and restoring of documents. The title block of one page is corrected with `PUT ' +
    '/api/v1/documents/{document_id}/sheets/{page}`. 409 for another field of a sheet that is merged into another one.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ sheet_id: SheetId }),
  body: z
    .strictObject({
      title: Title.min(1).nullable().optional().meta({ description: 'Null: the title of the current revision' }),
      discipline: z
        .enum(DISCIPLINES)
        .nullable()
        .optional()
        .meta({ description: 'Null: derived from number and title' }),
      is_void: z.boolean().optional().meta({ description: 'Withdraws the sheet from the set, or returns it' }),
      merged_into: SheetId.nullable()
        .optional()
        .meta({ description: 'The sheet whose revisions these are; null makes it a sheet of its own again' }),
      current: Page.nullable().optional().meta({
        description:
          'The revision that follows all others received so far; later ones supersede it. Null: the order of issue',
      }),
      confirm: z.array(Page).min(1).max(MOST_DECIDED).optional().meta({
        description:
          'Pages that are revisions of this sheet, such as its `proposals`; they confirm its current revision as well',
      }),
      reject: z.array(Page).min(1).max(MOST_DECIDED).optional().meta({
        description: 'Pages that are not revisions of this sheet',
      }),
    })
    .refine(hasFields, 'must contain at least one field'),
  responses: { 200: versioned('The sheet', RegisteredSheetView) },
  errors: [404, 409],
  uses: [...SHEET_PORTS, 'sheet-corrections.write', 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

type Asked = Request<typeof operation>;
type Ports = PortsOf<typeof operation>;

/** Attempts to write a correction before it is refused because of concurrent writers. */
const ATTEMPTS = 10;

/** Returns the normalised number of the sheet to merge into. @throws Invalid if it cannot be */
const mergeTarget = (id: string, from: { project_id: string; key: string }, register: SheetRegister): string => {
  const target = readSheetId(id);
  const found = target.project_id === from.project_id ? register.find(target.key) : undefined;
  if (!found) throw Invalid.at(['body', 'merged_into'], 'is not a sheet of the same project');
  if (found.key === from.key) throw Invalid.at(['body', 'merged_into'], 'is the sheet itself, or was merged into it');
  return found.key;
};

/** @throws Invalid naming the field and the position of a page that is not a page of the sheet */
const requirePages = (field: 'confirm' | 'reject', pages: readonly PageOf[], sheet: RegisteredSheet): void => {
  const known = [...sheet.revisions, ...sheet.proposals, ...sheet.rejected];
  for (const [i, page] of pages.entries()) {
    if (!known.some(isAt(page)))
      throw Invalid.at(['body', field, String(i)], 'is not a page with the number of this sheet');
  }
};

/** Returns the decisions with those of the request, which replace earlier ones on the same pages. */
const withDecisions = ({ confirm = [], reject = [] }: Asked['body'], before: SheetCorrection['decided']) => {
  const given = [
    ...confirm.map((page) => ({ ...page, accepted: true })),
    ...reject.map((page) => ({ ...page, accepted: false })),
  ];
  const decided = [...before.filter((each) => !given.some(isAt(each))), ...given];
  if (decided.length <= MOST_DECIDED) return decided;
  throw new Conflict(`A sheet has at most ${MOST_DECIDED} confirmed and rejected pages`);
};

/** Returns the pages to confirm: with others, the current revision is confirmed unless its number identifies it. */
const withCurrent = (confirm: PageOf[], reject: PageOf[], { current }: RegisteredSheet): PageOf[] => {
  const isDecided = isIdentified(current) || [...confirm, ...reject].some(isAt(current));
  return isDecided ? confirm : [...confirm, { document_id: current.document_id, page: current.page }];
};

/**
 * Writes the correction of a sheet, whose record is created with the first one.
 * @returns its version
 * @throws Conflict if `If-Match` names another version
 */
const correct = async (
  { caller, params, body, ifMatch, newId, now }: Asked,
  ports: Ports,
  fields: Partial<SheetCorrection>,
  name: { project_id: string; key: string },
): Promise<number> => {
  const { organizationId } = caller;
  const at = now.toISOString();
  const writeId = newId();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await ports['sheet-corrections.read'].get(organizationId, params.sheet_id);
    requireVersion(ifMatch, before?.record_version ?? UNCORRECTED_VERSION, 'The sheet');
    const change = {
      ...fields,
      ...((body.confirm || body.reject) && { decided: withDecisions(body, before?.decided ?? []) }),
    };
    try {
      if (before) {
        const guard = { ifVersion: before.record_version, writeId, now, before };
        const changed = await ports['sheet-corrections.write'].change(organizationId, params.sheet_id, change, guard);
        return changed.record_version;
      }
      const own = { id: params.sheet_id, organization_id: organizationId, ...name };
      const stamps = { created_at: at, updated_at: at, record_version: 1, write_id: writeId };
      const made = { ...own, ...UNCORRECTED, ...change, ...stamps };
      return (await ports['sheet-corrections.write'].create(made)).record_version;
    } catch (error) {
      if (!(error instanceof Conflict) && !(error instanceof NotFound && before)) throw error;
    }
  }
  throw new Unavailable('Too many requests are correcting the sheet at the same time', 1);
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller, now } = request;
  const name = readSheetId(request.params.sheet_id);
  const register = await readSheetRegister(request, ports, name.project_id);
  const sheet = register.find(name.key);
  if (!sheet) throw new NotFound();
  const { title, discipline, is_void, merged_into, current, confirm = [], reject = [] } = body;
  const isMerged = sheet.key !== name.key;
  if (isMerged && Object.entries(body).some(([field, value]) => value !== undefined && field !== 'merged_into')) {
    throw new Conflict(`The sheet is merged into ${sheet.sheet_number}: only merged_into can be changed`);
  }
  requirePages('confirm', confirm, sheet);
  requirePages('reject', reject, sheet);
  if (current && !sheet.revisions.some(isAt(current))) {
    throw Invalid.at(['body', 'current'], 'is not a revision of this sheet');
  }
  const fields = {
    ...{ title, discipline, is_void },
    merged_into: merged_into ? mergeTarget(merged_into, name, register) : merged_into,
    current: current ? { ...current, at: now.toISOString() } : current,
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const decided = body.confirm ? { ...body, confirm: withCurrent(confirm, reject, sheet) } : body;
  const version = await correct({ ...request, body: decided }, ports, given, name);
  const after = (await readSheetRegister(request, ports, name.project_id)).find(name.key);
  if (!after) throw new NotFound();
  const place = { organizationId: caller.organizationId, projectId: name.project_id };
  return {
    status: 200,
    headers: { ETag: etag(version) },
    body: await toRegisteredSheet(place, after, ports['files.presign']),
  };
};

export const handler = lambda(operation, handle);
