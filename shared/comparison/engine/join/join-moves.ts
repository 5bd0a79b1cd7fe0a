import type { Change } from '../change.ts';
import { centre } from '../geometry.ts';

/** Points within which text is the same before anything else is known. */
const furthestMove = 200;

/** The same text gone from one place and come to another nearby is text that moved: one change, at its present place. */
export const joinMoves = (changes: readonly Change[], furthest = furthestMove): Change[] => {
  const gone = new Set(changes.filter((change) => change.kind === 'text_removed'));
  const away = (a: Change, b: Change) =>
    Math.hypot(centre(a.box).x - centre(b.box).x, centre(a.box).y - centre(b.box).y);
  const moved = changes.map((change): Change => {
    const now = change.text?.new;
    if (change.kind !== 'text_added' || !now) return change;
    const same = [...gone].filter((other) => {
      const was = other.text!.old!;
      return was.text === now.text && Math.abs(was.size - now.size) < 0.1 * now.size && away(change, other) < furthest;
    });
    const nearest = same.sort((a, b) => away(change, a) - away(change, b))[0];
    if (!nearest) return change;
    gone.delete(nearest);
    return {
      ...change,
      kind: 'text_moved',
      text: { ...change.text!, old: nearest.text!.old },
      removedInk: nearest.removedInk,
    };
  });
  return moved.filter((change) => change.kind !== 'text_removed' || gone.has(change));
};

/** Letters enough that no two such texts stand on a sheet by chance. */
const telling = 8;

/** The same for what is left in the end, however far it went, where the text stands once on either side. */
export const joinFarMoves = (changes: readonly Change[]): Change[] => {
  const counts = new Map<string, number>();
  for (const { kind, text } of changes) {
    const key = `${kind} ${(text?.new ?? text?.old)?.text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const single = (change: Change) => {
    const text = (change.text?.new ?? change.text?.old)?.text ?? '';
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    return letters >= telling && ['text_added', 'text_removed'].every((kind) => counts.get(`${kind} ${text}`) === 1);
  };
  const far = changes.filter(single);
  return [...changes.filter((change) => !far.includes(change)), ...joinMoves(far, Number.POSITIVE_INFINITY)];
};
