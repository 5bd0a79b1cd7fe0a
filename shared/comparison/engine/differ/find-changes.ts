import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, centre, contains, gaps, inflate, union } from '../geometry.ts';
import { cluster, mergeTexts } from '../join/merge-texts.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { meaningOf } from '../read/text-meaning.ts';
import { differInk, unchanged } from './ink-difference.ts';
import { countMarks, findRegions, type Region } from './regions.ts';
import { splitSparse } from './split-sparse.ts';
import { compareText, moveWords, type TextChange } from './text-difference.ts';
import { widenToWord } from './widen.ts';

export type ChangeKind =
  | 'text_added'
  | 'text_removed'
  | 'text_changed'
  | 'text_moved'
  | 'graphic_added'
  | 'graphic_removed'
  | 'graphic_changed';

/** A changed place on the newer sheet, in points. */
export interface Change {
  kind: ChangeKind;
  box: Box;
  text: TextChange | null;
  /** Changed pixels, at the density of the comparison. */
  addedInk: number;
  removedInk: number;
}

export interface FoundChanges {
  changes: Change[];
  marks: Uint8Array<ArrayBuffer>;
}

/** Degrees below which edges run along the pixels, where a renderer rounds them to whole ones. */
const upright = 0.02;
/** Ink nearer than this belongs to one patch, points (about 2 mm). */
const togetherness = 5.7;
const contrast = 40;

/** Everything that differs between two aligned sheets, unrated and in no particular order. */
export const findChanges = (
  older: SheetSource,
  newer: SheetSource,
  sheets: AlignedSheets,
  titleBlock: Box | null,
): FoundChanges => {
  const pale = older.imageOnly === newer.imageOnly ? null : older.imageOnly ? 'older' : 'newer';
  const marks = differInk(sheets, { contrast, pale });
  const rest = marks.slice();
  forgetOutside(rest, sheets, older);
  const text = compareText(moveWords(older.text.words, sheets.alignment.matrix), newer.text);
  const inTitleBlock = (box: Box) => titleBlock !== null && contains(titleBlock, centre(box));
  // Where a producer lost the spelling of most words, the text layer alone shows nothing.
  const reliable = text.kept.length >= newer.text.words.length / 2;
  const spoken = older.text.words.length > 0 && newer.text.words.length > 0;
  const texts = spoken ? findTextChanges(rest, text.changes, sheets, inTitleBlock, reliable) : [];
  if (Math.abs(sheets.alignment.turn) < upright) dropSeams(rest, sheets);
  // Two scans are soft everywhere; ink that is drawn sharp on one side moves further than it changes.
  const scans = older.imageOnly && newer.imageOnly;
  const graphics = findGraphicChanges(rest, text.kept, sheets, scans ? softest : sharpest);
  const joined = joinGraphics(graphics).map((change) => (scans ? widenToWord(change, sheets) : change));
  return { changes: joinDimensions(joinMoves(texts), joined), marks };
};

const toPoints = ({ left, top, right, bottom }: Region, density: number): Box => ({
  x: left / density,
  y: top / density,
  width: (right - left) / density,
  height: (bottom - top) / density,
});

const marksIn = (
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
  { x, y, width: w, height: h }: Box,
): Region => countMarks(marks, width, height, x * density, y * density, (x + w) * density, (y + h) * density);

/** What a patch of changed ink must have: marked pixels, at a density of one pixel a point, and the share of strong ones. */
interface Least {
  ink: number;
  sure: number;
}
/** About 2 mm of a thin line. */
const sharpest: Least = { ink: 10, sure: 0.2 };
const softest: Least = { ink: 6, sure: 0.03 };

/**
 * The text changes that show: text whose ink is the same on both sheets is an accident of the text layer.
 * Takes their marks away, so that what is left is linework.
 */
const findTextChanges = (
  marks: Uint8Array,
  changes: readonly TextChange[],
  sheets: AlignedSheets,
  inTitleBlock: (box: Box) => boolean,
  reliable: boolean,
): Change[] => {
  const { density } = sheets;
  const seen = changes.filter((change) => {
    const region = marksIn(marks, sheets, inflate(change.box, 1));
    const total = region.added + region.removed;
    return total >= density || (reliable && (total > 0 || differsVisibly(change.box, sheets)));
  });
  const found = mergeTexts(seen, inTitleBlock).map((text): Change => {
    const region = marksIn(marks, sheets, inflate(text.box, 1));
    const box = fitText(text, toPoints(region, density));
    return { kind: text.kind, box, text, addedInk: region.added, removedInk: region.removed };
  });
  for (const { text } of found) wipe(marks, sheets, inflate(text!.box, 1));
  return found;
};

/** A digit in small print may change without one pixel that stands out from its surroundings. */
const differsVisibly = (box: Box, { older, newer, width, height, density }: AlignedSheets): boolean => {
  let count = 0;
  const right = Math.min(width, Math.ceil((box.x + box.width) * density));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x < right; x++) {
      const at = y * width + x;
      if (Math.abs(older[at]! - newer[at]!) > 72) count++;
    }
  }
  return count >= 3;
};

/**
 * Along the line the words themselves, across it their ink: a font's ascent and descent are mostly empty. Where only
 * part of the letters changed, their ink says too little and the height of capitals stands for it.
 */
const fitText = (text: TextChange, ink: Box): Box => {
  const { size, angle } = (text.new ?? text.old)!;
  const { box } = text;
  const level = angle % 180 === 0;
  const narrow = level
    ? union(ink, { ...ink, x: box.x, width: box.width })
    : union(ink, { ...ink, y: box.y, height: box.height });
  if ((level ? narrow.height : narrow.width) >= 0.6 * size) return narrow;
  const [above, below] = [0.03 * size, 0.25 * size];
  switch (angle) {
    case 90:
      return union(narrow, { ...box, x: box.x + below, width: box.width - above - below });
    case 180:
      return union(narrow, { ...box, y: box.y + below, height: box.height - above - below });
    case 270:
      return union(narrow, { ...box, x: box.x + above, width: box.width - above - below });
    default:
      return union(narrow, { ...box, y: box.y + above, height: box.height - above - below });
  }
};

const findGraphicChanges = (
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): Change[] => {
  const { width, height, density } = sheets;
  const found: Change[] = [];
  for (const patch of findRegions(marks, width, height, togetherness * density)) {
    if (isSlight(patch, marks, keptText, sheets, least)) continue;
    for (const region of splitSparse(marks, width, height, patch, 50 * density)) {
      const box = toPoints(region, density);
      const share = region.added / (region.added + region.removed);
      const kind = share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
      found.push({ kind, box, text: null, addedInk: region.added, removedInk: region.removed });
    }
  }
  return found;
};

/** What rendering, another producer or a scan leave behind: specks, and ink that only sits a little aside. */
const isSlight = (
  region: Region,
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): boolean => {
  const { density } = sheets;
  const total = region.added + region.removed;
  const box = toPoints(region, density);
  if (total < least.ink * density || Math.max(box.width, box.height) < 2) return true;
  const sure = region.strong / total;
  if (sure < least.sure) return true;
  const thin = Math.min(region.right - region.left, region.bottom - region.top) <= 2;
  if (thin && isSeam(region, marks, sheets)) return true;
  if (sure > 0.6) return false;
  // Lettering that the text layer finds unchanged was set a little differently.
  let inText = 0;
  for (const word of keptText) {
    const { x, y } = gaps(word, box);
    if (x >= 0 || y >= 0) continue;
    const left = Math.max(word.x, box.x);
    const top = Math.max(word.y, box.y);
    const part = marksIn(marks, sheets, { x: left, y: top, width: -x, height: -y });
    inText += part.added + part.removed;
  }
  return inText > 0.7 * total;
};

/** A streak along ink that both sheets have: the edge of a fill or a line that was drawn a hair thicker. */
const isSeam = (region: Region, marks: Uint8Array, { older, newer, width, height }: AlignedSheets): boolean => {
  const solid = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const at = y * width + x;
    return older[at]! < 128 && newer[at]! < 128;
  };
  const upright = region.bottom - region.top > region.right - region.left;
  let [beside, count] = [0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      const near = [-2, -1, 1, 2].some((step) => (upright ? solid(x + step, y) : solid(x, y + step)));
      if (near) beside++;
    }
  }
  return beside > 0.7 * count;
};

/**
 * Takes away marks one pixel thick beside ink that both sheets have. A fill along the pixels ends on a whole one, this
 * one or the next, as a millionth of a point decides; it then covers the line along its edge or leaves it.
 */
const dropSeams = (marks: Uint8Array, { older, newer, width, height }: AlignedSheets): void => {
  const solid = (at: number) => older[at]! < 140 && newer[at]! < 140;
  const thinBeside = (at: number, step: number) =>
    marks[at - step] === unchanged && marks[at + step] === unchanged && (solid(at - step) || solid(at + step));
  const seams: number[] = [];
  // Four pixels at a time: hardly any of them is marked.
  const fours = new Uint32Array(marks.buffer, marks.byteOffset, marks.byteLength >> 2);
  const last = (width * (height - 1)) >> 2;
  for (let four = Math.ceil(width / 4); four < last; four++) {
    if (fours[four] === 0) continue;
    for (let at = four * 4; at < four * 4 + 4; at++) {
      if (marks[at] !== unchanged && (thinBeside(at, 1) || thinBeside(at, width))) seams.push(at);
    }
  }
  for (const at of seams) marks[at] = unchanged;
};

/** Parts of one thing that ink on both sheets, or a gap between letters, keeps apart. */
const joinGraphics = (changes: readonly Change[]): Change[] =>
  cluster(changes, belongTogether).map((group) => {
    if (group.length === 1) return group[0]!;
    const addedInk = group.reduce((sum, change) => sum + change.addedInk, 0);
    const removedInk = group.reduce((sum, change) => sum + change.removedInk, 0);
    return { ...group[0]!, box: group.map((change) => change.box).reduce(union), addedInk, removedInk };
  });

const widestBridge = 36;

const belongTogether = (a: Change, b: Change): boolean => {
  if (a.kind !== b.kind) return false;
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  const like = (p: number, q: number, tolerance: number) => Math.abs(p - q) <= tolerance;
  // A line that runs on behind other ink.
  const upright = like(one.x, other.x, 1.5) && like(one.x + one.width, other.x + other.width, 1.5) && y < widestBridge;
  const level = like(one.y, other.y, 1.5) && like(one.y + one.height, other.y + other.height, 1.5) && x < widestBridge;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  // Words of one line of lettering.
  const tall = Math.min(one.height, other.height);
  const row = like(one.y, other.y, 0.35 * tall) && like(one.y + one.height, other.y + other.height, 0.35 * tall);
  return row && tall > 4 && tall < 60 && x < 0.9 * tall;
};

/** Text that went further than this, points, is found again by its own: removed here, added there. */
const furthestMove = 200;

/** The same text gone from one place and come to another nearby is text that moved: one change, at its present place. */
const joinMoves = (changes: readonly Change[]): Change[] => {
  const gone = new Set(changes.filter((change) => change.kind === 'text_removed'));
  const away = (a: Change, b: Change) =>
    Math.hypot(centre(a.box).x - centre(b.box).x, centre(a.box).y - centre(b.box).y);
  const moved = changes.map((change): Change => {
    const now = change.text?.new;
    if (change.kind !== 'text_added' || !now) return change;
    const same = [...gone].filter((other) => {
      const was = other.text!.old!;
      return (
        was.text === now.text && Math.abs(was.size - now.size) < 0.1 * now.size && away(change, other) < furthestMove
      );
    });
    const nearest = same.sort((a, b) => away(change, a) - away(change, b))[0];
    if (!nearest) return change;
    gone.delete(nearest);
    return {
      ...change,
      kind: 'text_moved',
      text: { ...change.text!, old: nearest.text!.old },
      removedInk: nearest.removedInk,
    };
  });
  return moved.filter((change) => change.kind !== 'text_removed' || gone.has(change));
};

/** A dimension that came or went takes its lines and arrows along. */
const joinDimensions = (texts: readonly Change[], graphics: readonly Change[]): Change[] => {
  const left = new Set(graphics);
  const joined = texts.map((change): Change => {
    const { text } = change;
    if (!text || (change.kind !== 'text_added' && change.kind !== 'text_removed')) return change;
    const line = (text.new ?? text.old)!;
    if (meaningOf(line.text) !== 'dimension') return change;
    const sign = change.kind === 'text_added' ? 'graphic_added' : 'graphic_removed';
    const level = line.angle % 180 === 0;
    let whole = change;
    for (const graphic of graphics) {
      const { x, y } = gaps(graphic.box, text.box);
      const [alongGap, acrossGap] = level ? [x, y] : [y, x];
      const breadth = level ? graphic.box.height : graphic.box.width;
      if (!left.has(graphic) || graphic.kind !== sign || breadth > 3.5 * line.size) continue;
      if (alongGap > 0.6 * line.size || acrossGap > 0.5 * line.size) continue;
      left.delete(graphic);
      whole = {
        ...whole,
        box: union(whole.box, graphic.box),
        addedInk: whole.addedInk + graphic.addedInk,
        removedInk: whole.removedInk + graphic.removedInk,
      };
    }
    return whole;
  });
  return [...joined, ...left];
};

const wipe = (marks: Uint8Array, { width, height, density }: AlignedSheets, box: Box): void => {
  const x0 = Math.max(0, Math.floor(box.x * density));
  const x1 = Math.min(width, Math.ceil((box.x + box.width) * density));
  const y0 = Math.max(0, Math.floor(box.y * density));
  const y1 = Math.min(height, Math.ceil((box.y + box.height) * density));
  for (let y = y0; y < y1; y++) marks.fill(unchanged, y * width + x0, y * width + x1);
};

/** What lies beyond the edge of either page was cut off there, not changed. */
const forgetOutside = (marks: Uint8Array, sheets: AlignedSheets, older: SheetSource): void => {
  const { width, height, density, alignment } = sheets;
  const [a, b, c, d, e, f] = alignment.matrix;
  const det = a * d - b * c;
  const margin = 3;
  const within = (value: number, size: number) => value > margin && value < size - margin;
  const inside = (px: number, py: number) => {
    const [x, y] = [px / density, py / density];
    const u = (d * (x - e) - c * (y - f)) / det;
    const v = (a * (y - f) - b * (x - e)) / det;
    return (
      within(u, older.text.width) &&
      within(v, older.text.height) &&
      within(x, width / density) &&
      within(y, height / density)
    );
  };
  for (let y = 0; y < height; y++) {
    let [left, right] = [0, width];
    while (left < right && !inside(left + 0.5, y + 0.5)) left++;
    while (right > left && !inside(right - 0.5, y + 0.5)) right--;
    marks.fill(unchanged, y * width, y * width + left);
    marks.fill(unchanged, y * width + right, (y + 1) * width);
  }
};
