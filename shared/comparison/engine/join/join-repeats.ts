import { type Change, combine, hasWord, inkOf, textOf } from '../change.ts';
import { cluster } from '../cluster.ts';
import type { Box } from '../geometry.ts';
import {
  maximumLineBreadthPoints,
  maximumRepeatedSymbolPoints,
  minimumAlikeChanges,
  minimumEqualInkRatio,
  minimumEqualWordings,
  minimumRepeats,
  sameSizeToleranceShare,
  symbolSidesTolerancePoints,
} from './thresholds.ts';

/** Returns the table and the column of a changed cell, before the key of what changed in it; null for other than changed values. */
const placeOf = ({ kind, table, heading }: Change): string | null =>
  kind === 'text_changed' ? '' : kind === 'row_changed' ? `${table} ${heading} ` : null;

/** Returns a key for numbers that were raised by the same amount; null otherwise. */
const incrementOf = (change: Change): string | null => {
  const { text } = change;
  const place = placeOf(change);
  if (place === null || !text?.old || !text.new) return null;
  const [was, is] = [text.old.text, text.new.text].map((side) => /^(\D{0,3})(\d{1,5})(\D{0,3})$/.exec(side));
  if (!was || !is || was[1] !== is[1] || was[3] !== is[3]) return null;
  return `${place}${was[1]}#${was[3]} ${Number(is[2]) - Number(was[2])}`;
};

/**
 * Returns a key for similar changes: the same words exchanged, added or removed, another size or pen, mark-ups of one form, what
 * the title block lost or gained; null otherwise.
 */
const patternOf = (change: Change, inTitleBlock: (box: Box) => boolean, areLinesRestyled: boolean): string | null => {
  const { kind, text, style, pen, ink, box, markup } = change;
  if (markup) return `${kind} ${markup.form}`;
  if (kind === 'restyled' && text === null && areLinesRestyled) return `lines ${style}`;
  if (ink !== undefined && text === null) return null;
  if (kind === 'text_added' || kind === 'text_removed') return inTitleBlock(box) ? kind : `${kind} ${textOf(change)}`;
  if (kind === 'restyled') return `${text ? 'texts' : 'lines'} ${style} ${pen}`;
  const place = placeOf(change);
  return place === null || !text?.old || !text.new ? null : `${place}${exchanged(text.old.text, text.new.text)}`;
};

/** Returns the words of a text that were exchanged, and for which. */
const exchanged = (old: string, now: string): string => {
  const [was, is] = [old.split(' '), now.split(' ')];
  while (was.length > 0 && is.length > 0 && was[0] === is[0]) {
    was.shift();
    is.shift();
  }
  while (was.length > 0 && is.length > 0 && was.at(-1) === is.at(-1)) {
    was.pop();
    is.pop();
  }
  return `${was.join(' ')} → ${is.join(' ')}`;
};

/** Groups the changes that have a key. */
const groupBy = (changes: readonly Change[], keyOf: (change: Change) => string | null): [string, Change[]][] => {
  const keyed = changes.flatMap((change) => {
    const key = keyOf(change);
    return key === null ? [] : [{ key, change }];
  });
  return [...Map.groupBy(keyed, ({ key }) => key)].map(([key, group]) => [key, group.map(({ change }) => change)]);
};

const isOnOneSheet = ({ kind }: Change): boolean => kind === 'graphic_added' || kind === 'graphic_removed';

const isSymbol = (change: Change): boolean => {
  const { width, height } = change.box;
  const isLine = Math.min(width, height) <= maximumLineBreadthPoints;
  return isOnOneSheet(change) && !isLine && Math.max(width, height) < maximumRepeatedSymbolPoints;
};

const isForm = (change: Change): boolean => isOnOneSheet(change) && !isSymbol(change);

/** Whether two symbols or frames have the same size and amount of ink, in any orientation. */
const isSameForm = (a: Change, b: Change): boolean => {
  const sides = ({ box }: Change) => [Math.min(box.width, box.height), Math.max(box.width, box.height)] as const;
  const [one, other] = [sides(a), sides(b)];
  return (
    a.kind === b.kind &&
    one.every(
      (side, i) => Math.abs(side - other[i]!) < Math.max(symbolSidesTolerancePoints, sameSizeToleranceShare * side),
    ) &&
    Math.min(inkOf(a), inkOf(b)) > 0.75 * Math.max(inkOf(a), inkOf(b))
  );
};

/** Whether pieces of linework have the same form, direction and ink. */
const areEqual = (group: readonly Change[]): boolean => {
  const ink = group.map(inkOf);
  const isUpright = ({ box }: Change) => box.height > box.width;
  return (
    Math.min(...ink) >= minimumEqualInkRatio * Math.max(...ink) &&
    group.every((one) => isUpright(one) === isUpright(group[0]!))
  );
};

/** Groups the linework in each colour, or on each layer, that only one of the sheets has. */
const groupForeignInk = (changes: readonly Change[], areLinesRestyled: boolean): Change[][] => {
  const drawn = changes.filter(
    ({ kind, ink, isArea, isInk, name }) =>
      ink !== undefined &&
      !(isInk && kind === 'graphic_added') &&
      ((kind === 'restyled' && !areLinesRestyled) || kind.startsWith('graphic_')) &&
      !(isArea && name),
  );
  return [...Map.groupBy(drawn, ({ ink }) => ink).values()].filter((group) => group.length > 1);
};

/**
 * Joins similar changes across the sheet into one change with parts: rooms renumbered by a hundred, lines drawn
 * heavier, the same symbol inserted at many places.
 * @param areLinesRestyled whether other pens draw most of the sheet, so that a change of one pen is no change of its own
 */
export const joinRepeats = (
  changes: readonly Change[],
  inTitleBlock: (box: Box) => boolean = () => false,
  areLinesRestyled = false,
): Change[] => {
  const raised = groupBy(changes, incrementOf).filter(([, { length }]) => length >= minimumRepeats);
  const areRaised = new Set(raised.flatMap(([, group]) => group));
  const groups = groupBy(
    changes.filter((change) => !areRaised.has(change)),
    (change) => patternOf(change, inTitleBlock, areLinesRestyled),
  );
  const foreign = groupForeignInk(changes, areLinesRestyled);
  const grouped = new Set(foreign.flat());
  const left = changes.filter((change) => !grouped.has(change) && !(change.isArea && change.name));
  const symbols = cluster(left.filter(isSymbol), isSameForm).filter((group) => group.length >= minimumRepeats);
  const forms = cluster(left.filter(isForm), isSameForm).filter(
    (group) => group.length >= minimumAlikeChanges || (group.length > 1 && areEqual(group)),
  );
  const isRepeated = ([pattern, group]: [string, Change[]]) => {
    const { kind, pen, style, text, markup } = group[0]!;
    if (style === 'dashes') return group.length >= minimumAlikeChanges;
    if (pen !== undefined || markup || pattern === kind || (areLinesRestyled && !text)) return group.length > 1;
    const cameOrWent = kind === 'text_added' || kind === 'text_removed';
    const areWords = text !== null && kind !== 'row_changed' && group.every(hasWord);
    if (cameOrWent || areWords) return group.length >= minimumEqualWordings;
    return group.length >= (kind === 'text_changed' ? minimumAlikeChanges : minimumRepeats);
  };
  const repeats = [
    ...foreign,
    ...[...raised, ...groups.filter(isRepeated)].map(([, group]) => group),
    ...symbols,
    ...forms,
  ];
  const joined = new Set(repeats.flat());
  return [...changes.filter((change) => !joined.has(change)), ...repeats.map((parts) => combine('repeated', parts))];
};
