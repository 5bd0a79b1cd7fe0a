import type { Word } from '../../../domain/page-text.ts';
import type { Change } from '../change.ts';
import { type Box, centre, contains, distance, inflate, union } from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-regions.ts';
import { titleIn } from '../segment/view-title.ts';
import { cluster } from './merge-texts.ts';

/** A change for each region that moved. */
export const moveViews = (regions: readonly MovedRegion[], newer: readonly Word[]): Change[] =>
  regions.map((region) => {
    const name = titleIn(newer, region.box);
    return {
      kind: 'view_moved',
      box: region.box,
      from: region.from,
      text: null,
      addedInk: 0,
      removedInk: 0,
      ...(name === null ? {} : { name }),
    };
  });

/** Points between the parts of one view, and what makes a heap of changes a view. */
const near = 34;
const leastParts = 5;
const leastSide = 60;

const came = (change: Change): boolean => change.kind === 'text_added' || change.kind === 'graphic_added';
const went = (change: Change): boolean => change.kind === 'text_removed' || change.kind === 'graphic_removed';

/**
 * Joins what came, or went, as a whole view: texts and linework close to each other, on a place where the sheet holds
 * nothing else.
 * @param words those of both sheets, and those of either that are no change
 */
export const joinViews = (
  changes: readonly Change[],
  words: { kept: readonly Box[]; stayed: readonly Box[]; older: readonly Word[]; newer: readonly Word[] },
): Change[] => {
  const joined = new Set<Change>();
  const views: Change[] = [];
  for (const [is, kind] of [
    [came, 'view_added'],
    [went, 'view_removed'],
  ] as const) {
    for (const group of cluster(changes.filter(is), (a, b) => distance(a.box, b.box) < near)) {
      const texts = group.filter((change) => change.text !== null).length;
      if (group.length < leastParts || texts < 2 || texts === group.length) continue;
      const box = group.map((change) => change.box).reduce(union);
      if (Math.min(box.width, box.height) < leastSide) continue;
      const others = kind === 'view_added' ? words.kept : words.stayed;
      if (others.some((word) => contains(inflate(box, -2), centre(word)))) continue;
      const name = titleIn(kind === 'view_added' ? words.newer : words.older, box);
      for (const change of group) joined.add(change);
      views.push({
        kind,
        box,
        text: null,
        addedInk: group.reduce((sum, change) => sum + change.addedInk, 0),
        removedInk: group.reduce((sum, change) => sum + change.removedInk, 0),
        ...(name === null ? {} : { name }),
        parts: group,
      });
    }
  }
  return [...changes.filter((change) => !joined.has(change)), ...views];
};
