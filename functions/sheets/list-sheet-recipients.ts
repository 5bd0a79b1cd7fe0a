import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { readSheetId, SheetId } from '../../shared/domain/sheets/sheet-id.ts';
import { downloadedAt } from '../../shared/domain/transmittals/receipt.ts';
import { TransmittalRecipient } from '../../shared/domain/transmittals/transmittal.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import type { Sending } from '../../shared/ports.ts';

const time = (description: string) => z.string().meta({ format: 'date-time', description });

const SheetSending = z
  .object({
    transmittal_id: z.string().meta({ description: 'The transmittal that contained it' }),
    number: z.string().meta({ description: 'The number of the transmittal', example: 'TR-0001' }),
    sent_at: time('When the transmittal was sent'),
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    revision: z.string().nullable().meta({ description: 'The revision that was sent', example: 'B' }),
    is_superseded: z.boolean().meta({ description: 'Whether another revision is current' }),
    recipients: z
      .array(
        TransmittalRecipient.extend({
          downloaded_at: time('When the recipient first downloaded the document or the ZIP file').nullable(),
        }),
      )
      .meta({ description: 'Who received it' }),
  })
  .meta({ id: 'SheetSending', description: 'A revision of a sheet in a transmittal' });

export const operation = defineOperation({
  id: 'list-sheet-recipients',
  method: 'GET',
  path: '/api/v1/sheets/{sheet_id}/recipients',
  tag: 'Sheets',
  summary: 'List who received a sheet',
  description:
    'Every transmittal that contained the sheet, newest first: which revision, who received it, whether they downloaded ' +
    'it, and whether it has been superseded since. 404 for a sheet that is neither in the project nor in a transmittal.',
  auth: { scope: 'transmittals:read', role: 'viewer' },
  params: z.object({ sheet_id: SheetId }),
  query: z.object(shortPageQuery),
  responses: { 200: { description: 'One page', schema: ShortPage(SheetSending) } },
  errors: [404],
  uses: [...SHEET_PORTS, 'sent-sheets.read', 'transmittals.read', 'receipts.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** Transmittals whose downloads are read concurrently. */
const AT_ONCE = 16;

/** Returns the sendings with their recipients; those of transmittals that have been deleted are left out. */
const describe = async (
  organizationId: string,
  sendings: readonly Sending[],
  isCurrent: (sending: Sending) => boolean,
  ports: PortsOf<typeof operation>,
): Promise<z.input<typeof SheetSending>[]> => {
  const records = await ports['transmittals.read'].getMany(
    organizationId,
    sendings.map(({ transmittal_id }) => transmittal_id),
  );
  const described: z.input<typeof SheetSending>[] = [];
  for (let start = 0; start < sendings.length; start += AT_ONCE) {
    const some = sendings.slice(start, start + AT_ONCE).map(async (sending, i) => {
      const record = records[start + i];
      if (!record) return [];
      const { transmittal_id, document_id, page, revision } = sending;
      const place = { list: 'ofTransmittal', parent: transmittal_id } as const;
      const downloads = await ports['receipts.read'].entries(organizationId, place);
      const recipients = record.recipients.map((recipient) => ({
        ...recipient,
        downloaded_at: downloadedAt(downloads, recipient.id, document_id),
      }));
      const { number, created_at: sent_at } = record;
      return {
        transmittal_id,
        number,
        sent_at,
        document_id,
        page,
        revision,
        is_superseded: !isCurrent(sending),
        recipients,
      };
    });
    described.push(...(await Promise.all(some)).flat());
  }
  return described;
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, caller, params } = request;
  const { project_id: projectId, key } = readSheetId(params.sheet_id);
  const sheet = (await readSheetRegister(request, ports, projectId)).find(key);
  const keys = sheet ? [sheet.key, ...sheet.merged] : [key];
  const found = await ports['sent-sheets.read'].find(caller.organizationId, projectId, keys);
  if (!sheet && found.length === 0) throw new NotFound();
  // Identifiers sort by time.
  const newestFirst = found.sort((a, b) => (a.transmittal_id < b.transmittal_id ? 1 : -1));
  const shown = newestFirst.slice(skipOf(query), skipOf(query) + query.page_size);
  const isCurrent = ({ document_id, page }: Sending) =>
    sheet?.current.document_id === document_id && sheet.current.page === page;
  const items = await describe(caller.organizationId, shown, isCurrent, ports);
  return { status: 200, body: toShortPage(query, items, found.length) };
};

export const handler = lambda(operation, handle);
