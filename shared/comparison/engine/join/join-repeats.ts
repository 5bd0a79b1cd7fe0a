import type { Change } from '../change.ts';
import { union } from '../geometry.ts';

/** So many changes of one kind are one. */
const leastRepeats = 6;

/** What a change of text does, if it may be one of many: the same words exchanged, or a number raised by as much. */
const patternOf = ({ kind, text }: Change): string | null => {
  if (kind !== 'text_changed' || !text?.old || !text.new) return null;
  const [was, is] = [text.old.text, text.new.text].map((side) => /^(\D{0,3})(\d{1,5})(\D{0,3})$/.exec(side));
  if (was && is && was[1] === is[1] && was[3] === is[3]) return `${was[1]}#${was[3]} ${Number(is[2]) - Number(was[2])}`;
  return `${text.old.text} → ${text.new.text}`;
};

/** Joins what was done many times over the sheet, such as rooms renumbered by a hundred, to one change with its parts. */
export const joinRepeats = (changes: readonly Change[]): Change[] => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const pattern = patternOf(change);
    if (pattern === null) continue;
    const group = groups.get(pattern);
    if (group) group.push(change);
    else groups.set(pattern, [change]);
  }
  const repeats = [...groups.values()].filter((group) => group.length >= leastRepeats);
  const joined = new Set(repeats.flat());
  return [
    ...changes.filter((change) => !joined.has(change)),
    ...repeats.map(
      (parts): Change => ({
        kind: 'repeated',
        box: parts.map((change) => change.box).reduce(union),
        text: null,
        addedInk: parts.reduce((sum, change) => sum + change.addedInk, 0),
        removedInk: parts.reduce((sum, change) => sum + change.removedInk, 0),
        parts,
      }),
    ),
  ];
};
