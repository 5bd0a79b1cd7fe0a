import { firstFrom } from '../domain/first-from.ts';
import type { Coverage } from './coverage.ts';
import { TOLERANCE } from './linework.ts';
import {
  maximumCornerGapPoints,
  maximumRungDistancePoints,
  minimumRulePoints,
  minimumRungs,
  minimumTablePoints,
} from './thresholds/tables.ts';

/** A horizontal or vertical line that may bound a cell, whichever pens draw it. Points. */
export interface Rule {
  /** y of a horizontal rule, x of a vertical one. */
  at: number;
  from: number;
  to: number;
}

/** The ruled lines of a page, sorted by position. */
export interface Rules {
  level: Rule[];
  upright: Rule[];
}

/** Returns the index of the first of sorted rules at or beyond a position in points. */
export const firstRuleFrom = (rules: readonly Rule[], position: number): number =>
  firstFrom(rules, position, ({ at }) => at);

/** Joins collinear rules that meet or overlap. */
const joinRules = (rules: Rule[]): Rule[] => {
  rules.sort((a, b) => a.at - b.at);
  const out: Rule[] = [];
  for (let start = 0; start < rules.length; ) {
    let end = start + 1;
    // Comparing with the first rule keeps a fine hatch from becoming one rule.
    while (end < rules.length && rules[end]!.at - rules[start]!.at <= TOLERANCE) end++;
    const group = rules.slice(start, end).sort((a, b) => a.from - b.from);
    let last: Rule | undefined;
    for (const rule of group) {
      if (last && rule.from <= last.to + maximumCornerGapPoints) last.to = Math.max(last.to, rule.to);
      else {
        last = { ...rule };
        out.push(last);
      }
    }
    start = end;
  }
  return out.filter(({ from, to }) => to - from >= minimumRulePoints).sort((a, b) => a.at - b.at || a.from - b.from);
};

/** Horizontal rules of equal extent, one below the other: the rows of a table that may have no sides. */
interface Ladder {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const laddersOf = (level: readonly Rule[]): Ladder[] => {
  const groups = new Map<string, Rule[]>();
  const unit = 2 * maximumCornerGapPoints;
  for (const rule of level) {
    if (rule.to - rule.from < minimumTablePoints) continue;
    const key = `${Math.round(rule.from / unit)} ${Math.round(rule.to / unit)}`;
    const known = groups.get(key);
    if (known) known.push(rule);
    else groups.set(key, [rule]);
  }
  const ladders: Ladder[] = [];
  for (const group of groups.values()) {
    for (let start = 0; start < group.length; ) {
      let end = start + 1;
      while (end < group.length && group[end]!.at - group[end - 1]!.at <= maximumRungDistancePoints) end++;
      const { at: top, from: left, to: right } = group[start]!;
      if (end - start >= minimumRungs) ladders.push({ left, right, top, bottom: group[end - 1]!.at });
      start = end;
    }
  }
  return ladders;
};

/** Returns the place where most of several rules end; undefined if they end at different places. */
const commonEnd = (ends: readonly number[]): number | undefined =>
  ends.find((one) => ends.filter((end) => Math.abs(end - one) <= maximumCornerGapPoints).length > ends.length / 2);

/**
 * Returns a ladder with the first and the last row, if only the rules between the columns reach over them: several that cross all
 * rungs, most of which end at the same places beyond.
 */
const withOpenRows = (ladder: Ladder, upright: readonly Rule[]): Ladder => {
  const { left, right, top, bottom } = ladder;
  const rails: Rule[] = [];
  for (let i = firstRuleFrom(upright, left + maximumCornerGapPoints); i < upright.length; i++) {
    const rail = upright[i]!;
    if (rail.at >= right - maximumCornerGapPoints) break;
    if (rail.from <= top + maximumCornerGapPoints && rail.to >= bottom - maximumCornerGapPoints) rails.push(rail);
  }
  const first = commonEnd(rails.map(({ from }) => from));
  const last = commonEnd(rails.map(({ to }) => to));
  if (rails.length < 2 || first === undefined || last === undefined) return ladder;
  if (top - first > maximumRungDistancePoints || last - bottom > maximumRungDistancePoints) return ladder;
  if (first >= top && last <= bottom) return ladder;
  return { ...ladder, top: Math.min(top, first), bottom: Math.max(bottom, last) };
};

/**
 * Returns the solid horizontal and vertical lines of a coverage, and the sides of tables that are open there: rows between rules of
 * equal extent.
 */
export const rulesOf = ({ lines }: Coverage): Rules => {
  const level: Rule[] = [];
  const upright: Rule[] = [];
  for (const { x0, y0, x1, y1, dashed } of lines) {
    if (dashed) continue;
    const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
    if (dy <= TOLERANCE && dx > 4 * dy) level.push({ at: (y0 + y1) / 2, from: x0, to: x1 });
    else if (dx <= TOLERANCE && dy > 4 * dx)
      upright.push({ at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) });
  }
  const rows = joinRules(level);
  const columns = joinRules(upright);
  const closed = laddersOf(rows);
  const ladders = closed.map((ladder) => withOpenRows(ladder, columns));
  const ends = ladders.flatMap(({ left, right, top, bottom }, i) =>
    [top, bottom].flatMap((at) => (ladders[i] === closed[i] ? [] : [{ at, from: left, to: right }])),
  );
  const sides = ladders.flatMap(({ left, right, top, bottom }) =>
    [left, right].map((at) => ({ at, from: top, to: bottom })),
  );
  return {
    level: ends.length === 0 ? rows : joinRules([...rows, ...ends]),
    upright: sides.length === 0 ? columns : joinRules([...columns, ...sides]),
  };
};
