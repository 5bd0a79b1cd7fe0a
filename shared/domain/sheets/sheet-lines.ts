import * as z from 'zod';
import { DISCIPLINES, type Discipline, disciplineOf } from './discipline.ts';
import type { Sheet } from './sheet.ts';

/** A sheet of a document, as the project's register stores it. */
export interface SheetLine {
  page: number;
  sheet_number: string;
  title: string | null;
  revision: string | null;
  date: string | null;
  discipline: Discipline | null;
  /** Confidence of the number, 0 to 1. */
  confidence: number;
  /** Equal for pages that look the same; null if unknown. */
  image_digest: string | null;
}

const text = z.string().nullable();
/** A tuple, since a set has hundreds of sheets. */
const Line = z.tuple([
  z.int(),
  z.string(),
  text,
  text,
  text,
  z.enum(DISCIPLINES).nullable(),
  z.number(),
  text.optional(),
]);

/** Returns the sheets with a number as one text; null without any. */
export const writeSheetLines = (sheets: readonly Sheet[]): string | null => {
  const lines = sheets.flatMap(
    ({ page, sheet_number, title, revision, date, discipline, confidence, image_digest }): z.infer<typeof Line>[] => {
      if (!sheet_number) return [];
      const known = discipline ?? disciplineOf(sheet_number, title);
      const certainty = Math.round(confidence.sheet_number * 100) / 100;
      return [[page, sheet_number, title, revision, date, known, certainty, image_digest ?? null]];
    },
  );
  return lines.length === 0 ? null : JSON.stringify(lines);
};

/** @throws Error for a text that `writeSheetLines` did not write */
export const readSheetLines = (lines: string): SheetLine[] =>
  z
    .array(Line)
    .parse(JSON.parse(lines))
    .map(([page, sheet_number, title, revision, date, discipline, confidence, image_digest = null]) => ({
      ...{ page, sheet_number, title, revision, date, discipline, confidence, image_digest },
    }));
