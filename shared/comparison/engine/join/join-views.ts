import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { shareLeft } from '../differ/share-left.ts';
import {
  type Box,
  centre,
  contains,
  distance,
  inflate,
  intersection,
  overlapArea,
  scaleOf,
  union,
} from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { titleIn } from '../segment/view-title.ts';
import { cluster } from './merge-texts.ts';

/** Points that shifts of one view may be apart, told by its words and by its ink. */
const sameWay = 1.5;

/** Whether linework that went without words stands within a view that went the same way: it is a part of that. */
const isPartOf = (part: MovedRegion, view: MovedRegion): boolean =>
  part !== view &&
  part.place !== undefined &&
  view.place === undefined &&
  part.matrix.every((value, i) => Math.abs(value - view.matrix[i]!) < sameWay) &&
  overlapArea(part.box, view.box) > 0.5 * part.box.width * part.box.height;

/** A change for each region that moved. */
export const moveViews = (all: readonly MovedRegion[], newer: readonly Word[]): Change[] => {
  const regions = all.filter((part) => !all.some((view) => isPartOf(part, view)));
  return regions.map((region) => {
    const name = titleIn(newer, region.box);
    return {
      kind: Math.abs(scaleOf(region.matrix) - 1) > 0.01 ? 'view_rescaled' : 'view_moved',
      box: region.box,
      from: region.from,
      text: null,
      addedInk: 0,
      removedInk: 0,
      ...(name === null ? {} : { name }),
    };
  });
};

const scale = /\d\s*:\s*\d|=\s*\d/;

/** Points between the parts of one view, and what makes a heap of changes a view. */
const near = 34;
const leastParts = 5;
const leastSide = 60;

const came = (change: Change): boolean => change.kind === 'text_added' || change.kind === 'graphic_added';
const went = (change: Change): boolean => change.kind === 'text_removed' || change.kind === 'graphic_removed';

/** Heights of the lettering that the line of a dimension counts for beside its text: it may run past other things. */
const lineReach = 4;

/** Where a change stands, as far as others near it are of one view with it. */
const placeOf = ({ text, box }: Change): Box =>
  text === null ? box : intersection(box, inflate(text.box, lineReach * (text.new ?? text.old)!.size));

const isWhole = (group: readonly Change[]): boolean => {
  const texts = group.filter((change) => change.text !== null).length;
  if (group.length < leastParts || texts < 2 || texts === group.length) return false;
  const { width, height } = group.map((change) => change.box).reduce(union);
  return Math.min(width, height) >= leastSide;
};

/** Points from a view to its title below or above it. */
const titleReach = 90;

/** Groups that hold nothing but a view's title with its scale go with the view that they stand under. */
const joinTitles = (groups: readonly Change[][], isView: (group: Change[]) => boolean): Change[][] => {
  const boxOf = (group: readonly Change[]) => group.map((change) => change.box).reduce(union);
  const views = groups.filter(isView).map((group) => ({ group: group.slice(), box: boxOf(group) }));
  const rest = groups.filter((group) => {
    if (isView(group) || !group.some(({ text }) => text && scale.test((text.new ?? text.old)!.text))) return true;
    const box = boxOf(group);
    const reached = views
      .filter(
        (view) =>
          distance(view.box, box) < titleReach && contains({ ...view.box, y: box.y, height: box.height }, centre(box)),
      )
      .sort((a, b) => distance(a.box, box) - distance(b.box, box))[0];
    reached?.group.push(...group);
    return !reached;
  });
  return [...views.map(({ group }) => group), ...rest.filter((group) => !isView(group))];
};

/** Share of a view's inked cells that may be as they were. */
const mostLeft = 0.35;

/**
 * Joins what came, or went, as a whole view: texts and linework close to each other, on a place where the sheet holds
 * nothing else.
 * @param words those of both sheets, and those of either that are no change
 * @param marks where the ink of both differs, that of texts as well
 */
export const joinViews = (
  changes: readonly Change[],
  words: { kept: readonly Box[]; stayed: readonly Box[]; older: readonly Word[]; newer: readonly Word[] },
  sheets: AlignedSheets,
  marks: Uint8Array,
): Change[] => {
  const joined = new Set<Change>();
  const views: Change[] = [];
  for (const [is, kind] of [
    [came, 'view_added'],
    [went, 'view_removed'],
  ] as const) {
    const groups = cluster(changes.filter(is), (a, b) => distance(placeOf(a), placeOf(b)) < near);
    for (const group of joinTitles(groups, isWhole)) {
      if (!isWhole(group)) continue;
      const box = group.map((change) => change.box).reduce(union);
      const others = kind === 'view_added' ? words.kept : words.stayed;
      if (others.some((word) => contains(inflate(box, -2), centre(word)))) continue;
      const picture = kind === 'view_added' ? sheets.newer : sheets.older;
      if (shareLeft(box, picture, marks, sheets) > mostLeft) continue;
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

/** Points: a line is no broader. */
const hairline = 2.5;

/**
 * A view drawn at another scale says so in its title, and its lines and texts keep their size while all else shrinks:
 * none of that is a change of its own.
 */
export const dropScales = (changes: readonly Change[], views: readonly Change[]): Change[] => {
  const rescaled = views.filter((view) => view.kind === 'view_rescaled').map((view) => inflate(view.box, 12));
  return changes.filter((change) => {
    const says = change.kind === 'text_changed' && scale.test(change.text!.new!.text);
    const thin = change.kind.startsWith('graphic') && Math.min(change.box.width, change.box.height) < hairline;
    const line = thin || (change.style !== undefined && change.style !== 'dashes');
    return !(says || line) || !rescaled.some((box) => contains(box, centre(change.box)));
  });
};
