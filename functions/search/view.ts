import * as z from 'zod';
import { RevisionState } from '../../shared/domain/documents/values.ts';
import { SEARCHED_TYPES } from '../../shared/domain/search/rows.ts';
import { SupersededBy } from '../../shared/domain/sheets/superseded.ts';
import { BoxView } from '../../shared/http/box-view.ts';
import { SectionNameView } from '../../shared/http/section-view.ts';
import type { SearchHit } from '../../shared/ports.ts';

export const Hit = z
  .object({
    id: z
      .string()
      .meta({ description: 'The id of the document, task or project; a sheet has the id of its document.' }),
    type: z.enum(SEARCHED_TYPES),
    title: z.string(),
    reference: z.string().nullable().meta({ description: "The document's reference, or the sheet's number." }),
    document_type: z.string().nullable(),
    discipline: z.string().nullable(),
    project_id: z.string(),
    status: z.string().nullable(),
    revision: RevisionState.nullable().meta({ description: 'Null for tasks and projects.' }),
    superseded_by: SupersededBy.nullable().meta({ description: 'For a sheet that a later revision has replaced' }),
    page: z.int().nullable().meta({ description: 'The page of the sheet, or of the best matching passage.' }),
    section: SectionNameView.nullable().meta({
      description: 'The section of the best matching passage, if the document has sections',
    }),
    score: z.number().meta({ description: 'Comparable only within one response.' }),
    highlights: z.array(
      z.object({
        field: z.enum(['title', 'content', 'description']),
        page: z.int().nullable(),
        section: SectionNameView.nullable().meta({
          description: 'The section of the document that contains the passage',
        }),
        bounding_box: BoxView.nullable().meta({
          description: 'The part of the page that contains the passage; null except for the content of a PDF',
        }),
        text: z.string(),
        matches: z
          .array(z.object({ from: z.int(), to: z.int() }))
          .meta({ description: 'The matched words, as positions in `text` in UTF-16 code units, `to` exclusive.' }),
      }),
    ),
  })
  .meta({ id: 'SearchHit' });

const Counts = z.array(z.object({ value: z.string(), count: z.int() }));
export const Facets = z.object({
  type: Counts,
  project_id: Counts,
  document_type: Counts,
  discipline: Counts,
  revision: Counts,
});

/** @param superseded_by the revision that has replaced a sheet */
export const toHit = (
  { is_latest, ...hit }: SearchHit,
  superseded_by: z.infer<typeof SupersededBy> | null,
): z.input<typeof Hit> => {
  const isDocument = hit.type === 'document' || hit.type === 'sheet';
  const highlights = hit.highlights.map(({ box, ...highlight }) => ({ ...highlight, bounding_box: box }));
  return { ...hit, highlights, superseded_by, revision: isDocument ? (is_latest ? 'current' : 'superseded') : null };
};
