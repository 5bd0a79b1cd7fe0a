import type { Markup } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { applyToBox, type Box, centre, compose, contains, identity, type Matrix } from '../geometry.ts';
import { isMeasure } from '../read/annotation-words.ts';
import type { Inked, SheetSource } from '../read/sheet-source.ts';
import { eachMarkIn } from './each-mark.ts';
import { hueOf } from './hue.ts';
import { unchanged } from './ink-difference.ts';
import { pixelsOf, toPoints } from './marks.ts';
import { findPatches } from './regions.ts';
import { minimumMarkedShare, minimumSaturationRatio, patchGapPoints, placeTolerancePoints } from './thresholds.ts';

/** What people call the mark-ups whose kind tells their form; the others may be drawn as anything. */
const forms: Readonly<Record<string, string>> = {
  ...{ Highlight: 'highlight', Underline: 'underline', Squiggly: 'underline', StrikeOut: 'strike-through' },
  ...{ Stamp: 'stamp', Caret: 'caret' },
};

/** The names of colours by the upper ends of their hues, in degrees. */
const colours: readonly (readonly [degrees: number, name: string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'cyan'],
  [265, 'blue'],
  [300, 'violet'],
  [345, 'magenta'],
  [360, 'red'],
];

/** A mark-up at its place on the newer sheet. */
interface PlacedMarkup {
  markup: Markup;
  box: Box;
}

/** Returns the mark-ups in whose place the other sheet has none. */
const missingFrom = (other: readonly PlacedMarkup[], own: readonly PlacedMarkup[]): PlacedMarkup[] =>
  own.filter(
    ({ box }) =>
      !other.some((one) =>
        (['x', 'y', 'width', 'height'] as const).every(
          (side) => Math.abs(one.box[side] - box[side]) <= placeTolerancePoints,
        ),
      ),
  );

/** The mark-ups of one sheet that the other one lacks, and its rasters with all of its mark-ups and without them. */
interface Side {
  kind: 'markup_added' | 'markup_removed';
  markups: readonly PlacedMarkup[];
  shown: Inked;
  bare: Inked;
}

/** Sets the pixels of a rectangle where two planes differ. */
const coverWhere = (
  one: Uint8Array,
  other: Uint8Array,
  { left, top, right, bottom }: ReturnType<typeof pixelsOf>,
  width: number,
  cover: Uint8Array,
): void => {
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) if (one[at] !== other[at]) cover[at] = 1;
};

/** Returns a raster of the pixels that the mark-ups cover. */
const coverOf = ({ markups, shown, bare }: Side, sheets: AlignedSheets): Uint8Array => {
  const planes = ({ grey, colour }: Inked) => [grey, ...(colour ? [colour.red, colour.green, colour.blue] : [])];
  const [withThem, without] = [planes(shown), planes(bare)];
  const cover = new Uint8Array(shown.grey.length);
  for (const [i, plane] of withThem.entries()) {
    const other = without[i] ?? new Uint8Array(plane.length);
    for (const { box } of markups) coverWhere(plane, other, pixelsOf(box, sheets), sheets.width, cover);
  }
  return cover;
};

/** Returns the name of a colour from how far each primary exceeds the lowest one; null for grey. */
const colourOf = (red: number, green: number, blue: number): string | null => {
  if (Math.max(red, green, blue) < minimumSaturationRatio) return null;
  const degrees = 360 * hueOf(red, green, blue);
  return colours.find(([end]) => degrees <= end)![1];
};

/**
 * Returns the change of a mark-up; null if it hardly covers ink that differs, as one that the other sheet draws as well.
 * @param cover the pixels that the mark-ups cover
 */
const changeOf = (
  { markup, box }: PlacedMarkup,
  { kind, shown: { colour } }: Side,
  cover: Uint8Array,
  marks: Uint8Array,
  sheets: AlignedSheets,
): Change | null => {
  let [covered, marked, red, green, blue] = [0, 0, 0, 0, 0];
  eachMarkIn(cover, sheets.width, pixelsOf(box, sheets), (_x, _y, at) => {
    covered++;
    if (marks[at] === unchanged) return;
    marked++;
    if (colour) [red, green, blue] = [red + colour.red[at]!, green + colour.green[at]!, blue + colour.blue[at]!];
  });
  if (marked === 0 || marked < minimumMarkedShare * covered) return null;
  const [addedInk, removedInk] = kind === 'markup_added' ? [marked, 0] : [0, marked];
  return {
    ...{ kind, box, text: null, addedInk, removedInk },
    markup: {
      form: forms[markup.kind] ?? 'figure',
      colour: colourOf(red / marked, green / marked, blue / marked),
      text: markup.text.replaceAll(/\s+/g, ' '),
    },
  };
};

/** Returns the mark-ups of one sheet that are one figure each, as changes, and clears their marks. */
const changesOf = (side: Side, marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const { width, height, density } = sheets;
  const cover = coverOf(side, sheets);
  const figures = findPatches(cover, width, height, patchGapPoints * density).patches.map(({ region }) =>
    toPoints(region, density),
  );
  // Several sketches may be one annotation; what each of them marks is a change.
  const isOne = ({ box }: PlacedMarkup) => figures.filter((figure) => contains(box, centre(figure))).length <= 1;
  const changes = side.markups.filter(isOne).flatMap((one) => changeOf(one, side, cover, marks, sheets) ?? []);
  // Only then, because mark-ups overlap. The marks of an edge lie beside it as well.
  for (const { box } of changes)
    eachMarkIn(cover, width, pixelsOf(box, sheets), (_x, _y, at) => {
      for (const row of [at - width, at, at + width]) marks.fill(unchanged, Math.max(0, row - 1), row + 2);
    });
  return changes;
};

/**
 * Returns the mark-ups that only one of the sheets has, as far as they are seen, and clears their marks.
 * @param sheets their rasters, with the mark-ups
 * @param marks the differences of ink of both sheets
 */
export const findMarkupChanges = async (
  older: SheetSource,
  newer: SheetSource,
  sheets: AlignedSheets,
  marks: Uint8Array,
): Promise<Change[]> => {
  const { alignment, grid, width, height } = sheets;
  const placed = async (source: SheetSource, matrix: Matrix): Promise<PlacedMarkup[]> =>
    (await source.markups())
      .filter((markup) => !isMeasure(markup))
      .map((markup) => ({ markup, box: applyToBox(matrix, markup) }));
  const [before, after] = await Promise.all([placed(older, alignment.matrix), placed(newer, identity)]);
  const [removed, added] = [missingFrom(after, before), missingFrom(before, after)];
  // An older scan may have been warped, so that no other raster of it has the same pixels.
  const canRender = !older.imageOnly && !sheets.bent;
  const [olderBare, newerBare] = await Promise.all([
    removed.length > 0 && canRender ? older.render(compose(alignment.matrix, grid), width, height, true) : null,
    added.length > 0 ? newer.render(grid, width, height, true) : null,
  ]);
  const shown = {
    older: { grey: sheets.older, colour: sheets.olderColour },
    newer: { grey: sheets.newer, colour: sheets.newerColour },
  };
  const sides: Side[] = [
    ...(olderBare ? [{ kind: 'markup_removed' as const, markups: removed, shown: shown.older, bare: olderBare }] : []),
    ...(newerBare ? [{ kind: 'markup_added' as const, markups: added, shown: shown.newer, bare: newerBare }] : []),
  ];
  return sides.flatMap((side) => changesOf(side, marks, sheets));
};
