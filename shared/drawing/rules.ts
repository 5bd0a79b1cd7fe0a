import type { Coverage } from './coverage.ts';
import { TOLERANCE } from './linework.ts';

/** A level or upright line that may bound a cell, whatever pens draw it. Points. */
export interface Rule {
  /** y of a level one, x of an upright one. */
  at: number;
  from: number;
  to: number;
}

/** Ruled lines of a page, sorted by place. */
export interface Rules {
  level: Rule[];
  upright: Rule[];
}

/** Shorter lines bound no cell that holds a word. Points. */
const shortest = 5;

/** Rules in line whose gap is no more than this are one; corners that are drawn short of each other still meet. Points. */
export const CORNER_GAP = 1.5;

/** Rules on one line, joined where they meet or overlap. */
const joined = (rules: Rule[]): Rule[] => {
  rules.sort((a, b) => a.at - b.at);
  const out: Rule[] = [];
  for (let start = 0; start < rules.length; ) {
    let end = start + 1;
    // Compared with the first of them, so that a fine hatch does not become one rule.
    while (end < rules.length && rules[end]!.at - rules[start]!.at <= TOLERANCE) end++;
    const group = rules.slice(start, end).sort((a, b) => a.from - b.from);
    let last: Rule | undefined;
    for (const rule of group) {
      if (last && rule.from <= last.to + CORNER_GAP) last.to = Math.max(last.to, rule.to);
      else {
        last = { ...rule };
        out.push(last);
      }
    }
    start = end;
  }
  return out.filter(({ from, to }) => to - from >= shortest).sort((a, b) => a.at - b.at || a.from - b.from);
};

/** Level rules of one width below each other that make a table without side lines, and the widest step between them, points. */
const leastRungs = 3;
const widestRung = 150;
/** Narrower stacks of level lines are letters drawn as strokes. Points. */
const narrowestTable = 60;

/** The sides of tables that are ruled between their rows alone: where several level rules begin and end alike. */
const sidesOf = (level: readonly Rule[]): Rule[] => {
  const groups = new Map<string, Rule[]>();
  const unit = 2 * CORNER_GAP;
  for (const rule of level) {
    if (rule.to - rule.from < narrowestTable) continue;
    const key = `${Math.round(rule.from / unit)} ${Math.round(rule.to / unit)}`;
    const known = groups.get(key);
    if (known) known.push(rule);
    else groups.set(key, [rule]);
  }
  const sides: Rule[] = [];
  for (const group of groups.values()) {
    for (let start = 0; start < group.length; ) {
      let end = start + 1;
      while (end < group.length && group[end]!.at - group[end - 1]!.at <= widestRung) end++;
      if (end - start >= leastRungs) {
        const [from, to] = [group[start]!.at, group[end - 1]!.at];
        for (const at of [group[start]!.from, group[start]!.to]) sides.push({ at, from, to });
      }
      start = end;
    }
  }
  return sides;
};

/**
 * The solid level and upright lines of a coverage, and the sides of tables that have only level ones.
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
  const rows = joined(level);
  return { level: rows, upright: joined([...upright, ...sidesOf(rows)]) };
};
