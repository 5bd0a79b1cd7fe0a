import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { symbolKinds } from '../../shared/drawing/index.ts';
import { BoxView, fractionsOf } from '../../shared/http/box-view.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { readDrawings } from '../../shared/sheets/stored-drawings.ts';
import { findDocument } from './lib/find-document.ts';

/** Maximum occurrences of a symbol on one sheet in a response. */
const MOST_PLACES = 200;

const SymbolView = z
  .object({
    page: z.int().min(1).meta({ description: 'The page of the document' }),
    sheet_number: z.string().nullable().meta({ description: 'From the title block of the page' }),
    kind: z.enum(symbolKinds),
    name: z.string().meta({
      description:
        'Tag, level mark, elevation mark: its text. Door, window: its width on paper in points. Block: the text of ' +
        'the legend or of its tag, or a number. North arrow: empty',
    }),
    layer: z.string().nullable().meta({ description: 'The PDF layer; null if the file has no layers' }),
    count: z.int().min(1),
    width: z.number().nullable().meta({
      description: 'Door, window: its width in millimetres, if the dimensions on the sheet prove a single scale',
    }),
    confidence: z.number().meta({ description: '0 to 1' }),
    places: z.array(BoxView).meta({ description: 'The first 200 occurrences' }),
  })
  .meta({ id: 'DocumentSymbol' });

export const operation = defineOperation({
  id: 'list-document-symbols',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/symbols',
  tag: 'Documents',
  summary: 'Count the symbols of a document',
  description:
    'Symbols of a PDF with their counts, sheet by sheet, the most frequent first: doors by their swing, windows by ' +
    'their panes in the opening of a wall, tags (text in a circle, or a code of a schedule) by their text, marks of ' +
    'levels and elevations, north arrows, and blocks: linework that is drawn several times, also turned, mirrored or ' +
    'scaled. They are derived from the lines and words of the page during processing, so a scan has none. A document processed before this feature ' +
    'existed has none either until it is reprocessed.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'One page of the list', schema: Page(SymbolView) } },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

const millimetresPerPoint = 25.4 / 72;

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const numbers = new Map(record.sheets.map(({ page, sheet_number }) => [page, sheet_number]));
  const models = await readDrawings(record, ports['files.read']);
  const symbols = models.flatMap((model) => model.symbols.map((symbol) => ({ model, symbol })));
  const skip = skipOf(request.query);
  const page = symbols.slice(skip, skip + request.query.size).map(({ model, symbol }) => {
    const [scale, ...further] = model.scales;
    const isOpening =
      (symbol.kind === 'door' || symbol.kind === 'window') && scale !== undefined && further.length === 0;
    const { kind, name, layer, count, confidence } = symbol;
    return {
      page: model.page,
      sheet_number: numbers.get(model.page) ?? null,
      kind,
      name,
      layer,
      count,
      width: isOpening ? Math.round(Number(name) * millimetresPerPoint * scale.scale) : null,
      confidence,
      places: symbol.places.slice(0, MOST_PLACES).map((box) => fractionsOf(box, model)),
    };
  });
  return { status: 200, body: toPage(request.query, page, symbols.length) };
};

export const handler = lambda(operation, handle);
