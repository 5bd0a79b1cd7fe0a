import type { Block } from './block.ts';
import { union } from './extent.ts';
import { leading } from './leading.ts';
import type { Line } from './lines.ts';
import { isDate, isRevision, isScale, namedRevision, sheetNumberLikeness } from './patterns.ts';
import {
  maximumParagraphLines,
  maximumPitchTextHeights,
  maximumRecognisedPitchTextHeights,
  maximumSizeRatio,
  minimumPitchTextHeights,
} from './thresholds.ts';
import { isAddress } from './vocabulary.ts';

/** Whether two lines are consecutive lines of one text. */
export interface Paragraph extends Line {
  lines: readonly Line[];
  /** The lines above and below that belong to the same text. */
  above: readonly Line[];
  below: readonly Line[];
}

/** Whether a line is a value of its own and never part of a title. */
const standsAlone = (line: Line): boolean =>
  isDate(line.text) ||
  isScale(line.text) ||
  isRevision(line.text) ||
  namedRevision(line.text) !== null ||
  isAddress(line.text) ||
  sheetNumberLikeness(line.text) >= 0.7;

/** `LEVEL` above `2`. */
const counts = (upper: Line, lower: Line): boolean =>
  /\b(?:LEVELS?|FLOORS?|AREAS?|PHASE|BUILDING|UNITS?|STAIRS?|PART|TYPE|WING|BLOCK|LOT|[&,-])$/i.test(upper.text) &&
  isRevision(lower.text);

const aligned = (a: Line, b: Line): boolean => {
  const tolerance = 0.7 * a.size;
  return (
    Math.abs(a.u0 - b.u0) < tolerance ||
    Math.abs(a.u1 - b.u1) < tolerance ||
    Math.abs(a.u0 + a.u1 - b.u0 - b.u1) < 2 * tolerance
  );
};

/** Whether both lines have the same nearest title label, so that text of another size continues the title. */
const inTitleCell = (upper: Line, lower: Line, block: Block): boolean => {
  const [above, below] = [block.owned(upper), block.owned(lower)];
  const label = above.label('title');
  return label !== null && above.nearestLabel === label && below.nearestLabel === label;
};

const follows = (upper: Line, lower: Line, block: Block): boolean => {
  const pitch = (lower.v1 - upper.v1) / upper.size;
  const ratio = lower.size / upper.size;
  const oneCell = inTitleCell(upper, lower, block);
  const tolerance = oneCell ? maximumSizeRatio : block.recognised ? 1.5 : 1.06;
  return (
    lower.angle === upper.angle &&
    ratio < tolerance &&
    ratio > 1 / tolerance &&
    pitch > minimumPitchTextHeights &&
    pitch < (block.recognised || oneCell ? maximumRecognisedPitchTextHeights : maximumPitchTextHeights) &&
    aligned(upper, lower) &&
    !separated(upper, lower, block)
  );
};

/** Whether a label between two lines, or to the left of the lower one, starts another cell. */
const separated = (upper: Line, lower: Line, block: Block): boolean =>
  block.labels.some((label) => {
    if (label.angle !== upper.angle) return false;
    const middle = (label.v0 + label.v1) / 2;
    const overlaps = label.u1 > Math.min(upper.u0, lower.u0) && label.u0 < Math.max(upper.u1, lower.u1);
    if (overlaps && middle > (upper.v0 + upper.v1) / 2 && middle < (lower.v0 + lower.v1) / 2) return true;
    return (
      label.u1 <= lower.u0 + label.size &&
      lower.u0 - label.u1 < 12 * label.size &&
      Math.abs(label.v1 - lower.v1) < 0.4 * lower.size
    );
  });

const isOpen = (text: string): boolean => (text.match(/[(（]/g)?.length ?? 0) > (text.match(/[)）]/g)?.length ?? 0);

/** Whether a text on the same baseline and in the same cell continues one with an open bracket. */
const closes = (open: Line, next: Line): boolean =>
  open.cell !== null &&
  next.cell === open.cell &&
  next.angle === open.angle &&
  next.u0 > open.u0 &&
  Math.abs(next.v1 - open.v1) < 0.4 * open.size;

const join = (lines: readonly Line[], above: readonly Line[] = [], below: readonly Line[] = []): Paragraph => {
  const [first] = lines as [Line];
  return {
    ...first,
    ...union(lines),
    place: union(lines.map((line) => line.place)),
    text: lines.map((line) => line.text).join(' '),
    words: lines.flatMap((line) => line.words),
    ...{ lines, above, below },
  };
};

/** Returns the line that continues a group, among all lines by their lower edges. */
const nextOf = (group: readonly Line[], lines: readonly Line[], isFree: (line: Line) => boolean, block: Block) => {
  const last = group.at(-1) as Line;
  const isOpened = isOpen(group.map(({ text }) => text).join(' '));
  const beside = isOpened ? lines.find((each) => isFree(each) && closes(last, each)) : undefined;
  if (beside) return beside;
  const lowest = last.v1 + maximumRecognisedPitchTextHeights * last.size;
  for (let i = leading(lines, ({ v1 }) => v1 <= last.v1); i < lines.length; i++) {
    const each = lines[i] as Line;
    if (each.v1 > lowest) return undefined;
    if (isFree(each) && follows(last, each, block) && (!standsAlone(each) || counts(last, each))) return each;
  }
  return undefined;
};

/** Returns the texts of the block as paragraphs, and the consecutive lines of each: a project's may be above a sheet's. */
export const paragraphs = (block: Block): Paragraph[] => {
  const lines = block.fields
    .filter((line) => block.regionOf(line.place) > 0.1 || line.size >= 0.9 * block.largest)
    .sort((a, b) => a.v1 - b.v1);
  const taken = new Set<Line>();
  const result: Paragraph[] = [];
  for (const line of lines) {
    if (taken.has(line)) continue;
    const group = [line];
    taken.add(line);
    while (group.length < maximumParagraphLines && !standsAlone(line)) {
      const next = nextOf(group, lines, (each) => !taken.has(each), block);
      if (!next) break;
      group.push(next);
      taken.add(next);
    }
    result.push(...partsOf(group));
  }
  return result;
};

const partsOf = (group: readonly Line[]): Paragraph[] =>
  group.flatMap((_, from) =>
    group.slice(from).map((__, i) => {
      const to = from + i + 1;
      return join(group.slice(from, to), group.slice(0, from), group.slice(to));
    }),
  );
