import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Change, combine, wordsOf } from '../change.ts';
import { inkIn } from '../differ/ink-in.ts';
import { minimumHollowSidePoints } from '../differ/thresholds.ts';
import { type Box, centre, contains, distance, union } from '../geometry.ts';
import { titleIn } from '../segment/view-title.ts';
import { maximumViewGapPoints, minimumViewParts } from './thresholds.ts';

/** Whether a sheet has no ink within a box. */
const isBare = (box: Box, picture: Uint8Array, sheets: AlignedSheets): boolean => inkIn(picture, sheets, box, 1) === 0;

/** Joins what was added, or removed, the nearest first, as long as the area around it is bare on the other sheet. */
const joinSide = (
  changes: readonly Change[],
  verb: 'added' | 'removed',
  other: Uint8Array,
  sheets: AlignedSheets,
): Change[] => {
  const own = changes.filter(
    ({ kind, box }) => (kind === `text_${verb}` || kind === `graphic_${verb}`) && isBare(box, other, sheets),
  );
  const near: { a: Change; b: Change; away: number }[] = [];
  for (const [i, a] of own.entries())
    for (let j = i + 1; j < own.length; j++) {
      const b = own[j]!;
      const away = distance(a.box, b.box);
      if (away <= maximumViewGapPoints) near.push({ a, b, away });
    }
  const groupOf = new Map(own.map((change) => [change, { parts: [change], box: change.box }]));
  for (const { a, b } of near.sort((one, two) => one.away - two.away)) {
    const [one, two] = [groupOf.get(a)!, groupOf.get(b)!];
    const box = union(one.box, two.box);
    if (one === two || !isBare(box, other, sheets)) continue;
    const whole = { parts: [...one.parts, ...two.parts], box };
    for (const part of whole.parts) groupOf.set(part, whole);
  }
  const wholes = [...new Set(groupOf.values())].flatMap(({ parts, box }): Change[] => {
    const drawn = parts.filter(({ text }) => text === null);
    const isView = parts.length >= minimumViewParts && Math.min(box.width, box.height) >= minimumHollowSidePoints;
    const words = wordsOf(parts, verb);
    const beside = words.filter((word) => !drawn.some((part) => contains(part.box, centre(word))));
    const name = titleIn(beside, box) ?? titleIn(words, box, true);
    // Dimensions and linework without a name belong to what is beside them.
    return drawn.length > 0 && isView && name !== null ? [{ ...combine(`view_${verb}`, parts), name }] : [];
  });
  const joined = new Set(wholes.flatMap(({ parts }) => parts));
  return [...changes.filter((change) => !joined.has(change)), ...wholes];
};

/** Joins the texts and the linework of a view, a table or a detail that only one of the sheets has, on paper that is bare on the other. */
export const joinAlone = (changes: readonly Change[], sheets: AlignedSheets): Change[] =>
  joinSide(joinSide(changes, 'added', sheets.older, sheets), 'removed', sheets.newer, sheets);
