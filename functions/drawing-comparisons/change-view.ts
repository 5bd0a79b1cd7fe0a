import * as z from 'zod';
import type { ComparedSheet, ComparisonItem, ItemKind } from '../../shared/comparison/engine/index.ts';
import { Position } from '../../shared/domain/comparisons/matching-points.ts';
import { type CostEstimate, QUANTITY_UNITS } from '../../shared/domain/comparisons/price-list.ts';
import { ReviewStatus } from '../../shared/domain/comparisons/review.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';

/** The result of a comparison as it appears in responses: the changes, as a union on `kind`, and the sheets. */

/** Every kind of change and its meaning. */
const KINDS: Readonly<Record<ItemKind, string>> = {
  text_added: 'a line of text that only the newer sheet has',
  text_removed: 'a line of text that only the older sheet has',
  text_changed: 'a line of text that reads differently',
  text_moved: 'the same text at another position',
  graphic_added: 'linework or a symbol that was added',
  graphic_removed: 'linework or a symbol that was removed',
  graphic_changed: 'linework or a symbol that was redrawn at the same position',
  graphic_moved: 'the same linework or symbol at another position',
  restyled: 'the same linework or text, drawn heavier, finer, dashed, filled, larger or smaller',
  row_added: 'a row inserted into a table or list',
  row_removed: 'a row removed from a table or list',
  row_changed: 'a row of a table with changed cells, each of them in `parts` if there are several',
  rows_moved: 'rows of a table in another order',
  column_added: 'a column inserted into a table',
  column_removed: 'a column removed from a table',
  view_added: 'a plan, section or detail that was added with its title',
  view_removed: 'a plan, section or detail that was removed',
  view_moved: 'a plan, section or detail that moved as a whole on the sheet',
  view_rescaled: 'a plan, section or detail drawn at another scale',
  cloud_added: 'a revision cloud or triangle that was added',
  markup_added: 'a mark-up (annotation) that only the newer sheet has, other than text',
  markup_removed: 'a mark-up (annotation) that only the older sheet has, other than text',
  repeated: 'the same change made at several positions, each of them in `parts`',
  title_block: 'a change inside the title block',
  group: 'the changes of a sheet most of which was redrawn, each of them in `parts`',
  sheet_added: 'a sheet that only the newer document has',
  sheet_removed: 'a sheet that only the older document has',
  sheet_replaced: 'two paired sheets whose contents are unrelated; individual changes are not listed',
};

const MEANINGS = [
  ...(['dimension', 'level', 'note', 'date', 'plot_stamp', 'scale', 'revision', 'sheet_number', 'quantity'] as const),
  ...(['label', 'sign'] as const),
] satisfies NonNullable<ComparisonItem['meaning']>[];

const kindOf = <const K extends ItemKind>(...kinds: [K, ...K[]]) =>
  z.enum(kinds).meta({
    description: `The kind of change: ${kinds.map((kind) => `\`${kind}\` ${KINDS[kind]}`).join('; ')}.`,
    example: kinds[0],
  });

const Box = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'Box', description: 'A rectangle; `x` and `y` are its upper left corner, measured from the upper left' });

const fractions = 'Fractions (0 to 1) of the width and height of the page as displayed, that is, after its rotation';
const Quantity = z
  .object({
    value: z.number(),
    unit: z.enum(QUANTITY_UNITS).meta({
      description: 'Metres, square metres, or a count; feet and square feet if the drawing is dimensioned in feet',
    }),
  })
  .meta({ id: 'Quantity', description: 'The extent of the change, calculated with the scale of the view' });

/** The fields of every change, whatever its kind. */
const found = {
  description: z
    .string()
    .meta({ description: 'What changed, in one sentence', example: 'Door D03 added near “OFFICE”' }),
  rule_description: z
    .string()
    .optional()
    .meta({ description: 'The description by rules, if a language model wrote `description`' }),
  difference_rating: z.int().min(1).max(5).meta({ description: '1 cosmetic to 5 changes what is built', example: 4 }),
  cost_effect: z
    .int()
    .min(-5)
    .max(5)
    .meta({ description: '-5 (large saving) to 5 (large extra cost), 0 for none', example: 1 }),
  page: z.int().min(1).meta({
    description: 'The page of the newer document, from 1; of the older one if `kind` is `sheet_removed`',
    example: 1,
  }),
  bounding_box: Box.meta({ description: `The position of the change. ${fractions}; the page is that of \`page\`.` }),
  pixel_box: Box.meta({
    description:
      'The same box in pixels of the overlay image of the sheet (`width` × `height` of its entry in `sheets`). A ' +
      'sheet that was added or removed has no overlay: its box is in points (1/72 inch) of the page.',
  }),
  original_box: Box.optional().meta({
    description: `The position before it moved. ${fractions}, after alignment: the newer page, like \`bounding_box\`.`,
  }),
  confidence: z.number().min(0).max(1).meta({
    description: 'The probability that a person would call this a change, 0 to 1',
    example: 0.9,
  }),
  place: z.string().optional().meta({
    description: 'The position in words: relative to the grid, to a text beside it, or to an area of the sheet',
    example: 'near grid B-4',
  }),
  view: z.string().optional().meta({
    description: 'Number and title of the view that contains it',
    example: '2 FIRST FLOOR PLAN',
  }),
  ends: z
    .object({ from: Position, to: Position })
    .optional()
    .meta({ description: `The ends of a changed dimension. ${fractions}; the page is that of \`page\`.` }),
  clouded: z.boolean().optional().meta({
    description: 'Whether a revision cloud encloses it; absent if the newer sheet has no new clouds',
  }),
  trade: z
    .string()
    .optional()
    .meta({ description: 'Who does the work, if words or layers indicate it', example: 'Doors and windows' }),
  division: z.string().optional().meta({ description: 'The division of CSI MasterFormat, two digits', example: '08' }),
  layer: z
    .string()
    .optional()
    .meta({ description: 'The PDF layer that most of it is drawn on, if the file has layers' }),
  quantity: Quantity.optional(),
};

const texts = {
  old_text: z.string().optional().meta({ description: 'The line on the older sheet; absent if it has none' }),
  new_text: z.string().optional().meta({ description: 'The line on the newer sheet; absent if it has none' }),
  meaning: z.enum(MEANINGS).optional().meta({ description: 'What the text denotes', example: 'dimension' }),
};

const encloses = z.int().min(0).optional().meta({
  description: 'Number of changes enclosed by the revision cloud; 0 for a cloud that encloses none',
});

/** One of the changes that a `group`, a `repeated` change, a row, a view or a title block consists of. */
const Part: z.ZodType<ComparisonItem, ComparisonItem> = z
  .object({
    kind: kindOf(...(Object.keys(KINDS) as [ItemKind, ...ItemKind[]])),
    ...found,
    ...texts,
    encloses,
    get parts() {
      return z.array(Part).optional().meta({ description: 'Its own parts, if any' });
    },
  })
  .meta({ id: 'DrawingChangePart', description: 'A single change that is listed within another one' });

const parts = z.array(Part).optional().meta({ description: 'The individual changes that it consists of' });

const judged = {
  number: z.int().min(1).meta({ description: 'Its number among the items, from 1, which addresses it', example: 1 }),
  sheet: z.int().min(1).meta({ description: 'The number of its sheet in `sheets`, from 1', example: 1 }),
  status: ReviewStatus,
  comment: z.string().nullable().meta({ description: "A reviewer's comment" }),
  cost_estimate: z
    .object({
      amount: z.number(),
      currency: z.string(),
      arithmetic: z.string(),
    } satisfies Record<keyof CostEstimate, z.ZodType>)
    .nullable()
    .meta({ description: 'From the price list, with the calculation; null if no price applies' }),
  crop_url: z.string().optional().meta({ description: 'A link to an image of this area with both drawings overlaid' }),
  older_crop_url: z.string().optional().meta({ description: 'A link to an image of this area on the older drawing' }),
  newer_crop_url: z.string().optional().meta({ description: 'A link to an image of this area on the newer drawing' }),
};

const TextChange = z
  .object({
    ...judged,
    kind: kindOf('text_added', 'text_removed', 'text_changed', 'text_moved'),
    ...found,
    ...texts,
    parts,
  })
  .meta({ id: 'TextChange', description: 'A change of a line of text' });

const GraphicChange = z
  .object({
    ...judged,
    kind: kindOf(
      ...(['graphic_added', 'graphic_removed', 'graphic_changed', 'graphic_moved', 'restyled'] as const),
      ...(['markup_added', 'markup_removed'] as const),
    ),
    ...found,
    ...texts,
    parts,
  })
  .meta({
    id: 'GraphicChange',
    description: 'A change of linework, symbols or mark-ups; has texts if a text was `restyled`',
  });

const ViewChange = z
  .object({
    ...judged,
    kind: kindOf(
      'row_added',
      'row_removed',
      'row_changed',
      'rows_moved',
      'column_added',
      'column_removed',
      'view_added',
      'view_removed',
      'view_moved',
      'view_rescaled',
    ),
    ...found,
    ...texts,
    parts,
  })
  .meta({ id: 'ViewChange', description: 'A change of a row or column of a table, or of a whole view' });

const CloudChange = z
  .object({ ...judged, kind: kindOf('cloud_added'), ...found, ...texts, encloses, parts })
  .meta({ id: 'CloudChange', description: 'A revision cloud' });

const ChangeGroup = z
  .object({ ...judged, kind: kindOf('repeated', 'title_block', 'group'), ...found, ...texts, encloses, parts })
  .meta({ id: 'ChangeGroup', description: 'Several changes that are listed as one' });

const SheetChange = z
  .object({ ...judged, kind: kindOf('sheet_added', 'sheet_removed', 'sheet_replaced'), ...found })
  .meta({ id: 'SheetChange', description: 'A change of a sheet as a whole' });

/** One change with links to its images; `kind` determines its form. */
export const ItemView = z
  .discriminatedUnion('kind', [TextChange, GraphicChange, ViewChange, CloudChange, ChangeGroup, SheetChange])
  .meta({ id: 'DrawingComparisonItem', description: 'One change; `kind` determines its form' });
export type ItemView = z.input<typeof ItemView>;

const Alignment = z
  .object({
    method: z.enum(['points', 'views', 'text', 'ink', 'none']).meta({
      description:
        '`points` and `views` by the given `matching_points` or `matching_views`, `text` by words that both sheets contain, `ink` by their linework, ' +
        '`none` if neither succeeded',
    }),
    confidence: z.number().meta({ description: 'Confidence of the alignment, 0 to 1' }),
    shift_x_mm: z.number().meta({ description: 'Millimetres of paper to the right' }),
    shift_y_mm: z.number().meta({ description: 'Millimetres of paper downwards' }),
    rotation_degrees: z.number().meta({ description: 'Degrees clockwise' }),
    scale: z.number().meta({ description: 'Factor', example: 1 }),
  })
  .meta({ id: 'SheetAlignment', description: 'How the older sheet was transformed to align with the newer one' });

/** A pair of sheets, or a sheet that only one of the documents has. */
export const ComparedSheetView = z
  .object({
    page: z
      .int()
      .nullable()
      .meta({ description: 'The page of the newer document, from 1; null for a removed sheet', example: 1 }),
    original_page: z
      .int()
      .nullable()
      .meta({ description: 'The page of the older document; null for an added sheet', example: 1 }),
    sheet_number: z.string().nullable(),
    title: z.string().nullable().meta({ description: 'The title of the sheet', example: 'Ground floor plan' }),
    discipline: z.enum(DISCIPLINES).nullable(),
    original_revision: z
      .string()
      .nullable()
      .meta({ description: 'The revision in the older title block', example: 'A' }),
    comparison_revision: z
      .string()
      .nullable()
      .meta({ description: 'The revision in the newer title block', example: 'B' }),
    original_date: z.string().nullable().meta({ description: 'The date in the older title block' }),
    comparison_date: z.string().nullable().meta({ description: 'The date in the newer title block' }),
    matched: z.boolean().meta({ description: 'Whether both documents have this sheet with related contents' }),
    message: z.string().meta({ description: 'A message about the sheet as a whole', example: '4 changes found.' }),
    page_size: z
      .object({
        width_mm: z.number().meta({ description: 'Millimetres of paper', example: 420 }),
        height_mm: z.number().meta({ description: 'Millimetres of paper', example: 297 }),
      })
      .optional()
      .meta({
        description:
          'The paper as displayed, that is, after its rotation: the newer page, or the older one of a removed ' +
          'sheet. Absent in comparisons made before this was recorded.',
      }),
    alignment: Alignment.nullable(),
    similarity: z.number().nullable().meta({ description: 'The proportion of inked areas that are equal, 0 to 1' }),
    width: z.int().nullable().meta({ description: 'The width of the overlay image in pixels; null without one' }),
    height: z.int().nullable().meta({ description: 'The height of the overlay image in pixels; null without one' }),
    item_count: z.int().meta({ description: 'Number of items on this sheet' }),
    set_changes: z
      .array(z.enum(['renumbered', 'reordered', 'inserted', 'removed']))
      .optional()
      .meta({ description: 'How the position of the sheet in its set changed, if it did' }),
    suppressed: z
      .int()
      .optional()
      .meta({ description: 'Number of pixel differences suppressed as rendering artefacts; they are not items' }),
  } satisfies Record<keyof ComparedSheet, z.ZodType>)
  .meta({ id: 'ComparedSheet', description: 'A pair of sheets, or a sheet that only one of the documents has' });

const total = {
  changes: z
    .int()
    .meta({ description: 'Number of single changes; those of a `group` or a title block count one by one' }),
  difference_rating: z.int().meta({ description: 'The highest rating among them', example: 4 }),
  cost_effect: z.int().meta({ description: 'The sum of their effects', example: 3 }),
  quantities: z
    .array(
      z.object({
        unit: z.enum(QUANTITY_UNITS),
        added: z.number().meta({ description: 'Of what was added' }),
        removed: z.number().meta({ description: 'Of what was removed' }),
        changed: z.number().meta({ description: 'Of what was moved, redrawn or resized' }),
      }),
    )
    .meta({ description: 'The sums of their quantities, by unit' }),
  costs: z
    .array(z.object({ amount: z.number(), currency: z.string() }))
    .meta({ description: 'The sum of the estimates of those that were not rejected; empty without prices for them' }),
};

/** The totals of a comparison. */
export const TotalsView = z
  .object({
    kinds: z
      .array(z.object({ kind: kindOf(...(Object.keys(KINDS) as [ItemKind, ...ItemKind[]])), ...total }))
      .meta({ description: 'By kind of change' }),
    trades: z
      .array(
        z.object({
          trade: z.string().nullable().meta({ description: 'Null for changes that nothing assigns to a trade' }),
          division: z.string().nullable(),
          ...total,
        }),
      )
      .meta({ description: 'By trade' }),
  })
  .meta({
    id: 'ComparisonTotals',
    description: 'The totals by kind of change and by trade, most important first; empty until it is ready',
  });
