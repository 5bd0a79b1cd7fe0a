import type { Word } from '../domain/page-text.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { firstRuleFrom, type Rule, type Rules } from './rules.ts';
import { textOf } from './text.ts';
import { maximumCornerGapPoints, minimumCellPoints } from './thresholds/tables.ts';

/** The smallest rectangle of ruled lines around a position, with the words inside. */
export interface Cell {
  /** The bounding lines' axes, in points as displayed. */
  box: Bounds;
  /** Indices of its words in the page's text layer, in reading order; a word belongs to at most one cell. */
  words: number[];
  /** The text of its words, lines separated by `\n`; empty if there are none. */
  text: string;
}

/** Maximum number of corners examined, and of rules tried from each: hatches would otherwise take seconds. */
const maximumCorners = 400_000;
const maximumTries = 256;

interface Crossing {
  rule: number;
  at: number;
}

/**
 * Returns, for each horizontal rule, the vertical rules that cross it from left to right; and for each vertical rule
 * the horizontal ones from top to bottom.
 */
const crossingsOf = ({ level, upright }: Rules): { onLevel: Crossing[][]; onUpright: Crossing[][] } => {
  const onLevel: Crossing[][] = level.map(() => []);
  const onUpright: Crossing[][] = upright.map(() => []);
  let corners = 0;
  for (const [v, { at, from, to }] of upright.entries()) {
    for (
      let h = firstRuleFrom(level, from - maximumCornerGapPoints);
      h < level.length && level[h]!.at <= to + maximumCornerGapPoints;
      h++
    ) {
      const rule = level[h]!;
      if (at < rule.from - maximumCornerGapPoints || at > rule.to + maximumCornerGapPoints) continue;
      if (++corners > maximumCorners) return { onLevel, onUpright };
      onLevel[h]!.push({ rule: v, at });
      onUpright[v]!.push({ rule: h, at: rule.at });
    }
  }
  return { onLevel, onUpright };
};

/** Returns the smallest rectangle below and right of each crossing, except those too narrow for a word. */
const rectanglesOf = (rules: Rules): Bounds[] => {
  const { onLevel, onUpright } = crossingsOf(rules);
  const found = new Map<string, Bounds>();
  for (const [h, along] of onLevel.entries()) {
    const top = rules.level[h]!.at;
    for (const [i, { rule: v, at: left }] of along.entries()) {
      if (rules.upright[v]!.to <= top + minimumCellPoints) continue;
      const box = smallestFrom(rules, onUpright[v]!, along, i, top, left);
      // The inner line of a double rule bounds the cell.
      const isOuter =
        box &&
        (onUpright[v]!.some(
          ({ rule, at }) => at > top && at <= top + minimumCellPoints && spans(rules.level[rule]!, box.left, box.right),
        ) ||
          along.some(
            ({ rule, at }) =>
              at > left && at <= left + minimumCellPoints && spans(rules.upright[rule]!, box.top, box.bottom),
          ));
      if (box && !isOuter)
        found.set([box.left, box.top, box.right, box.bottom].map((value) => Math.round(value)).join(' '), box);
    }
  }
  return [...found.values()];
};

const spans = (rule: Rule, from: number, to: number): boolean =>
  rule.from <= from + maximumCornerGapPoints && rule.to >= to - maximumCornerGapPoints;

const smallestFrom = (
  rules: Rules,
  down: readonly Crossing[],
  along: readonly Crossing[],
  from: number,
  top: number,
  left: number,
): Bounds | undefined => {
  let tries = 0;
  for (const { rule: h, at: bottom } of down) {
    if (bottom <= top + minimumCellPoints) continue;
    const below = rules.level[h]!;
    for (let i = from + 1; i < along.length; i++) {
      const { rule: v, at: right } = along[i]!;
      if (right <= left + minimumCellPoints) continue;
      if (right > below.to + maximumCornerGapPoints || ++tries > maximumTries) break;
      if (rules.upright[v]!.to >= bottom - maximumCornerGapPoints) return { left, top, right, bottom };
    }
    if (tries > maximumTries) return undefined;
  }
  return undefined;
};

/** Side in points of a square of the spatial index. */
const squarePoints = 48;

/**
 * Finds the ruled cells of a page with their words, from top to bottom: those of tables and title blocks, and any
 * other rectangle. A word belongs to the smallest cell around its centre.
 */
export const cellsOf = (rules: Rules, words: readonly Word[]): Cell[] => {
  const boxes = rectanglesOf(rules).sort((a, b) => a.top - b.top || a.left - b.left);
  const cells: Cell[] = boxes.map((box) => ({ box, words: [], text: '' }));
  const smallestAround = indexBoxes(boxes);
  for (const [index, word] of words.entries()) {
    const best = smallestAround(word.x + word.width / 2, word.y + word.height / 2);
    if (best >= 0) cells[best]!.words.push(index);
  }
  for (const cell of cells) {
    if (cell.words.length === 0) continue;
    const { order, text } = textOf(cell.words, words);
    cell.words = order;
    cell.text = text;
  }
  return cells;
};

/** Indexes boxes and returns a function that finds the smallest one around a point that may be taken; -1 if there is none. */
const indexBoxes = (
  boxes: readonly Bounds[],
): ((x: number, y: number, isCandidate?: (box: Bounds) => boolean) => number) => {
  const squares = new Map<number, number[]>();
  const keyOf = (u: number, v: number) => u * 65_536 + v;
  const largeCells: number[] = [];
  for (const [i, { left, top, right, bottom }] of boxes.entries()) {
    const [u0, u1, v0, v1] = [left, right, top, bottom].map((value) => Math.floor(value / squarePoints)) as [
      number,
      number,
      number,
      number,
    ];
    if ((u1 - u0 + 1) * (v1 - v0 + 1) > 400) {
      largeCells.push(i);
      continue;
    }
    for (let u = u0; u <= u1; u++) {
      for (let v = v0; v <= v1; v++) {
        const known = squares.get(keyOf(u, v));
        if (known) known.push(i);
        else squares.set(keyOf(u, v), [i]);
      }
    }
  }
  const sizeOf = ({ left, top, right, bottom }: Bounds) => (right - left) * (bottom - top);
  return (x, y, isCandidate = () => true) => {
    let best = -1;
    for (const list of [
      squares.get(keyOf(Math.floor(x / squarePoints), Math.floor(y / squarePoints))) ?? [],
      largeCells,
    ]) {
      for (const i of list) {
        const { left, top, right, bottom } = boxes[i]!;
        if (x < left || x > right || y < top || y > bottom) continue;
        if (best >= 0 && sizeOf(boxes[i]!) >= sizeOf(boxes[best]!)) continue;
        if (isCandidate(boxes[i]!)) best = i;
      }
    }
    return best;
  };
};

/** Returns for each cell the smallest other one around it; null if there is none. */
export const framesOf = (cells: readonly Cell[]): (Cell | null)[] => {
  const smallestAround = indexBoxes(cells.map(({ box }) => box));
  return cells.map(({ box: { left, top, right, bottom } }) => {
    const at = smallestAround(
      (left + right) / 2,
      (top + bottom) / 2,
      (box) =>
        box.left < left - TOLERANCE &&
        box.top < top - TOLERANCE &&
        box.right > right + TOLERANCE &&
        box.bottom > bottom + TOLERANCE,
    );
    return cells[at] ?? null;
  });
};
