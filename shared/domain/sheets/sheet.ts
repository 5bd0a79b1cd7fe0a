import * as z from 'zod';
import { DISCIPLINES } from './discipline.ts';

const text = z.string().nullable();

/** The fields of one page's title block; null if not printed. */
export const Sheet = z.object({
  page: z.int().min(1),
  sheet_number: text,
  title: text,
  revision: text,
  date: text,
  scale: text,
  /** 0 to 1 for each field of the same name; 0 if nothing was read. */
  confidence: z.object({
    sheet_number: z.number(),
    title: z.number(),
    revision: z.number(),
    date: z.number(),
    scale: z.number(),
  }),
  /** The source of fields that do not come from the text layer. */
  source: z
    .partialRecord(
      z.enum(['sheet_number', 'title', 'revision', 'date', 'scale']),
      z.enum(['ocr', 'correction', 'template', 'model']),
    )
    .optional(),
  /** A digest of the page's image, equal for pages that look the same; absent for files other than PDF. */
  image_digest: z.string().optional(),
  /** From the sheet's number, or else its title. */
  discipline: z.enum(DISCIPLINES).optional(),
  /** The sheets that this one cites; `detail` is the cited view on the other sheet. */
  sheet_references: z.array(z.object({ sheet_number: z.string(), detail: z.string().optional() })).optional(),
});
export type Sheet = z.infer<typeof Sheet>;
