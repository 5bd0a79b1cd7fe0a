import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Box, inflate, overlapArea, shareInCommon } from '../../../shared/comparison/engine/geometry.ts';
import type { ComparisonItem } from '../../../shared/comparison/engine/index.ts';

const boxShape = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One change of a real pair as a person marked it, without having seen the engine; boxes in fractions of a page. */
export const Entry = z.object({
  box: boxShape,
  /** The places of an edit that was repeated; hitting one counts. */
  places: z.array(boxShape).optional(),
  kind: z.string(),
  what: z.string(),
  /** Each element must be in the description, in one of its spellings that `|` separates. */
  words: z.array(z.string()).default([]),
  significance: z.number(),
  sure: z.boolean().default(true),
});
export type Entry = z.infer<typeof Entry>;

const Truth = z.object({
  id: z.string(),
  old: z.string(),
  new: z.string(),
  page_old: z.number(),
  page_new: z.number(),
  changes: z.array(Entry),
  complete: z.boolean(),
});

export interface RealPair extends z.infer<typeof Truth> {
  older: string;
  newer: string;
}

/**
 * Returns the labelled pairs of a folder whose files exist.
 * @param roots the folders that paths of drawings are relative to
 */
export const realPairs = (folder: string, roots: readonly string[]): RealPair[] => {
  if (!existsSync(folder)) return [];
  const find = (path: string) => roots.map((root) => join(root, path)).find(existsSync);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const truth = Truth.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      const [older, newer] = [find(truth.old), find(truth.new)];
      return older && newer ? [{ ...truth, older, newer }] : [];
    });
};

export interface RealScore {
  /** Changes that count: those that the labeller was sure of and that are more than cosmetic. */
  truth: number;
  found: number;
  /** Items, without those on changes that do not count and, if the list is incomplete, those on none. */
  items: number;
  right: number;
  /** Further items on a change that has one, and items on none. */
  pieces: number;
  wrong: number;
  /** Found changes with words, and those whose item states them all. */
  worded: number;
  wordedRight: number;
}

/** Margin in fractions of a page around boxes drawn by hand. */
const marginShare = 0.003;
/** Minimum intersection over union of an item and its change. */
const minimumOverlapShare = 0.2;
/** Minimum share of one inside the other, and maximum ratio of their areas, if they overlap less than that. */
const minimumInsideShare = 0.6;
const maximumAreaRatio = 12;

const boxesOf = (item: ComparisonItem): Box[] =>
  item.kind === 'repeated' || item.kind === 'group'
    ? [item.bounding_box, ...(item.parts ?? []).map((part) => part.bounding_box)]
    : [item.bounding_box];

const areaOf = ({ width, height }: Box): number => width * height;

/** Returns 0 where a box does not show a change, else a value that is higher for a better fit. */
const fitOf = (one: Box, other: Box): number => {
  const [a, b] = [inflate(one, marginShare), inflate(other, marginShare)];
  const overlap = shareInCommon(a, b);
  if (overlap >= minimumOverlapShare) return overlap;
  const [small, large] = areaOf(a) < areaOf(b) ? [a, b] : [b, a];
  const inside = overlapArea(a, b) / areaOf(small);
  return inside >= minimumInsideShare && areaOf(large) <= maximumAreaRatio * areaOf(small) ? overlap : 0;
};

const isOn = (item: Box, place: Box): boolean =>
  overlapArea(item, inflate(place, marginShare)) >= minimumInsideShare * areaOf(item);

const saidBy = (item: ComparisonItem): string =>
  [item.description, item.old_text, item.new_text, ...(item.parts ?? []).map(saidBy)].join(' ').toLowerCase();

/** Compares the items of a pair with its labelled changes, one item for one change. */
export const scoreReal = (
  { changes, complete }: Pick<RealPair, 'changes' | 'complete'>,
  items: readonly ComparisonItem[],
): RealScore & { verdicts: string[]; missed: Entry[] } => {
  const counts = (change: Entry) => change.sure && change.significance > 1;
  const placesOf = ({ box, places = [] }: Entry) => [box, ...places];
  const candidates = changes
    .flatMap((change) =>
      items.map((item) => ({
        change,
        item,
        fit: Math.max(...placesOf(change).flatMap((place) => boxesOf(item).map((box) => fitOf(box, place)))),
      })),
    )
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const [itemOf, taken] = [new Map<Entry, ComparisonItem>(), new Map<ComparisonItem, Entry>()];
  for (const { change, item } of candidates) {
    if (itemOf.has(change) || taken.has(item)) continue;
    itemOf.set(change, item);
    taken.set(item, change);
  }
  const score = { truth: 0, found: 0, items: 0, right: 0, pieces: 0, wrong: 0, worded: 0, wordedRight: 0 };
  const verdicts = items.map((item) => {
    const own = taken.get(item);
    if (own) {
      if (!counts(own)) return 'neutral';
      score.items++;
      score.right++;
      if (own.words.length === 0) return 'right';
      const said = saidBy(item);
      score.worded++;
      const right = own.words.every((word) => word.split('|').some((one) => said.includes(one.toLowerCase())));
      if (right) score.wordedRight++;
      return right ? 'right' : 'right, worded wrongly';
    }
    const on = changes.filter((change) =>
      placesOf(change).some((place) => boxesOf(item).every((box) => isOn(box, place))),
    );
    if (on.some((change) => !counts(change)) || (on.length === 0 && !complete)) return 'neutral';
    score.items++;
    score[on.length > 0 ? 'pieces' : 'wrong']++;
    return on.length > 0 ? 'piece' : 'wrong';
  });
  const expected = changes.filter(counts);
  score.truth = expected.length;
  score.found = expected.filter((change) => itemOf.has(change)).length;
  return { ...score, verdicts, missed: expected.filter((change) => !itemOf.has(change)) };
};

/** Adds scores of several pairs. */
export const addReal = (scores: readonly RealScore[]): RealScore & { precision: number; recall: number } => {
  const sum = (key: keyof RealScore) => scores.reduce((total, one) => total + one[key], 0);
  const total: RealScore = {
    ...{ truth: sum('truth'), found: sum('found'), items: sum('items'), right: sum('right') },
    ...{ pieces: sum('pieces'), wrong: sum('wrong'), worded: sum('worded'), wordedRight: sum('wordedRight') },
  };
  return {
    ...total,
    precision: total.right / Math.max(1, total.items),
    recall: total.found / Math.max(1, total.truth),
  };
};
