import type { Change } from '../change.ts';
import type { TextChange } from '../differ/text-difference.ts';
import { type Box, centre, contains, union } from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { isExplainedBy, type SlidTable, type TableRow } from '../segment/slid-rows.ts';
import { isSlide, wordsPlace } from '../segment/slides.ts';

/** Minimum displacement in points of a table's rows, or of the notes of a list, below an inserted one. */
const minimumSlidePoints = 4;

interface Slide {
  region: MovedRegion;
  dy: number;
  /** The strip that opened or closed, in points of the newer sheet. */
  strip: Box;
}

const slideOf = (region: MovedRegion): Slide | null => {
  const dy = region.matrix[5];
  if (!isSlide(region) || Math.abs(dy) < minimumSlidePoints) return null;
  const edge = dy > 0 ? region.box : region.from;
  const first = wordsPlace(region).y + 2;
  const top = dy > 0 ? first : first - dy;
  // An inserted entry may be equal to that of the row below it, and so count as one that slid.
  return { region, dy, strip: { ...edge, y: top - Math.abs(dy) - 2, height: 2 * Math.abs(dy) } };
};

const within = (strip: Box, box: Box): boolean => {
  const { x, y } = centre(box);
  return y > strip.y && y < strip.y + strip.height && x > strip.x - 40 && x < strip.x + strip.width + 40;
};

export interface Rows {
  /** A change for each inserted or deleted row. */
  rows: Change[];
  /** Text changes that belong to no row. */
  texts: Change[];
  /** Moved regions that neither a row nor another text explains. */
  regions: MovedRegion[];
}

/** Groups entries into rows by their vertical position. */
const byRow = (changes: readonly Change[]): Change[][] => {
  const rows: Change[][] = [];
  for (const change of changes.toSorted((a, b) => centre(a.box).y - centre(b.box).y)) {
    const last = rows.at(-1);
    const size = (change.text!.new ?? change.text!.old)!.size;
    if (last && Math.abs(centre(last[0]!.box).y - centre(change.box).y) < 0.6 * size) last.push(change);
    else rows.push([change]);
  }
  return rows;
};

const keyOf = (entries: readonly Change[]): string => {
  const first = entries.toSorted((a, b) => a.box.x - b.box.x)[0]!;
  return lineOf(first.text!).text;
};

const lineOf = (text: TextChange) => (text.new ?? text.old)!;

/** Returns the change for a row identified by its key, with the text changes inside it. */
const tableRow = ({ kind, box, name }: TableRow, texts: readonly Change[], taken: Set<Change>): Change => {
  // An entry may be equal to one of a row that moved elsewhere.
  const signs: Change['kind'][] = kind === 'row_added' ? ['text_added', 'text_moved'] : ['text_removed'];
  const entries = texts.filter((change) => signs.includes(change.kind) && contains(box, centre(change.box)));
  for (const change of entries) taken.add(change);
  const parts = entries.map(
    (change): Change =>
      change.kind === 'text_moved'
        ? { ...change, kind: 'text_added', text: { ...change.text!, kind: 'text_added', old: null } }
        : change,
  );
  return {
    ...{ kind, box, text: null, name, parts },
    addedInk: entries.reduce((sum, change) => sum + change.addedInk, 0),
    removedInk: entries.reduce((sum, change) => sum + change.removedInk, 0),
  };
};

/**
 * Finds inserted and deleted rows: the content below slid up or down as one, and the strip that opened or closed
 * contains entries. Content that only slid is no change.
 */
export const joinRows = (
  texts: readonly Change[],
  regions: readonly MovedRegion[],
  tables: readonly SlidTable[],
  objectChanges: readonly Change[],
): Rows => {
  const taken = new Set<Change>();
  const rows = tables.flatMap((table) => table.rows).map((row) => tableRow(row, texts, taken));
  const rest: MovedRegion[] = [];
  for (const region of regions) {
    if (isExplainedBy(tables, region)) continue;
    const slide = slideOf(region);
    if (!slide) {
      rest.push(region);
      continue;
    }
    const kind = slide.dy > 0 ? 'text_added' : 'text_removed';
    const inStrip = texts.filter(
      (change) => !taken.has(change) && change.kind === kind && within(slide.strip, change.box),
    );
    const table = byRow(inStrip).filter((row) => row.length >= 2);
    const spread =
      table.length > 0
        ? table
            .flat()
            .map((change) => change.box)
            .reduce(union).width
        : 0;
    if (table.length > 0 && spread > 0.5 * region.box.width) {
      const pitch = Math.abs(slide.dy) / table.length;
      for (const row of table) {
        const entries = row.map((change) => change.box).reduce(union);
        const wide = union({ ...region.box, y: entries.y, height: 1 }, entries);
        rows.push({
          kind: slide.dy > 0 ? 'row_added' : 'row_removed',
          box: { ...wide, y: centre(entries).y - pitch / 2, height: pitch },
          text: null,
          addedInk: row.reduce((sum, change) => sum + change.addedInk, 0),
          removedInk: row.reduce((sum, change) => sum + change.removedInk, 0),
          name: keyOf(row),
          parts: row,
        });
        for (const change of row) taken.add(change);
      }
      continue;
    }
    // A note above that grew, was added or removed displaces those below it; they are unchanged.
    const cause = [...texts, ...objectChanges].some(
      (change) =>
        change.kind !== 'text_moved' &&
        (within(slide.strip, change.box) ||
          within({ ...slide.strip, y: slide.strip.y - 20, height: slide.strip.height + 20 }, change.box)),
    );
    if (!cause) rest.push(region);
  }
  return { rows, texts: texts.filter((change) => !taken.has(change)), regions: rest };
};
