import type { Change } from '../change.ts';
import { union } from '../geometry.ts';
import { cluster } from './merge-texts.ts';

/** So many changes of one kind are one. */
const leastRepeats = 6;

/** What a change of text does, if it may be one of many: words exchanged, a number raised, another size. */
const patternOf = ({ kind, text, style }: Change): string | null => {
  if (kind === 'restyled') return `${text ? 'texts' : 'lines'} ${style}`;
  if (kind !== 'text_changed' || !text?.old || !text.new) return null;
  const [was, is] = [text.old.text, text.new.text].map((side) => /^(\D{0,3})(\d{1,5})(\D{0,3})$/.exec(side));
  if (was && is && was[1] === is[1] && was[3] === is[3]) return `${was[1]}#${was[3]} ${Number(is[2]) - Number(was[2])}`;
  return `${text.old.text} → ${text.new.text}`;
};

/** Points of a symbol's longer side at most, and of its shorter one at least. */
const largest = 56;
const smallest = 6;

const isSymbol = ({ kind, box }: Change): boolean =>
  (kind === 'graphic_added' || kind === 'graphic_removed') &&
  Math.max(box.width, box.height) < largest &&
  Math.min(box.width, box.height) > smallest;

/** Two of one size and as much ink, however they are turned. */
const isSameSymbol = (a: Change, b: Change): boolean => {
  const sides = ({ box }: Change) => [Math.min(box.width, box.height), Math.max(box.width, box.height)] as const;
  const [one, other] = [sides(a), sides(b)];
  const ink = (change: Change) => change.addedInk + change.removedInk;
  return (
    a.kind === b.kind &&
    Math.abs(one[0] - other[0]) < 1.2 &&
    Math.abs(one[1] - other[1]) < 1.2 &&
    Math.min(ink(a), ink(b)) > 0.75 * Math.max(ink(a), ink(b))
  );
};

const repeatOf = (parts: Change[]): Change => ({
  kind: 'repeated',
  box: parts.map((change) => change.box).reduce(union),
  text: null,
  addedInk: parts.reduce((sum, change) => sum + change.addedInk, 0),
  removedInk: parts.reduce((sum, change) => sum + change.removedInk, 0),
  parts,
});

/**
 * Joins what was done many times over the sheet to one change with its parts: rooms renumbered by a hundred, lines
 * drawn heavier, the same symbol put in at many places.
 */
export const joinRepeats = (changes: readonly Change[]): Change[] => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const pattern = patternOf(change);
    if (pattern === null) continue;
    const group = groups.get(pattern);
    if (group) group.push(change);
    else groups.set(pattern, [change]);
  }
  const symbols = cluster(changes.filter(isSymbol), isSameSymbol);
  const repeats = [...groups.values(), ...symbols].filter((group) => group.length >= leastRepeats);
  const joined = new Set(repeats.flat());
  return [...changes.filter((change) => !joined.has(change)), ...repeats.map(repeatOf)];
};
