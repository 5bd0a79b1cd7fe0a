import type { Change } from '../change.ts';
import { maximumTextMovePoints } from '../differ/thresholds.ts';
import { centre } from '../geometry.ts';
import { minimumUniqueLetters } from './thresholds.ts';

/** Joins equal text removed at one position and added nearby into one moved text, at its new position. */
export const joinMoves = (changes: readonly Change[], maximumPoints = maximumTextMovePoints): Change[] => {
  const removedTexts = new Set(changes.filter((change) => change.kind === 'text_removed'));
  const distanceBetween = (a: Change, b: Change) =>
    Math.hypot(centre(a.box).x - centre(b.box).x, centre(a.box).y - centre(b.box).y);
  const moved = changes.map((change): Change => {
    const now = change.text?.new;
    if (change.kind !== 'text_added' || !now) return change;
    const same = [...removedTexts].filter((other) => {
      const was = other.text!.old!;
      return (
        was.text === now.text &&
        Math.abs(was.size - now.size) < 0.1 * now.size &&
        distanceBetween(change, other) < maximumPoints
      );
    });
    const nearest = same.sort((a, b) => distanceBetween(change, a) - distanceBetween(change, b))[0];
    if (!nearest) return change;
    removedTexts.delete(nearest);
    return {
      ...change,
      kind: 'text_moved',
      text: { ...change.text!, old: nearest.text!.old },
      removedInk: nearest.removedInk,
    };
  });
  return moved.filter((change) => change.kind !== 'text_removed' || removedTexts.has(change));
};

/** Joins moves of any distance among the remaining changes, for text that occurs once on each side. */
export const joinFarMoves = (changes: readonly Change[]): Change[] => {
  const counts = new Map<string, number>();
  for (const { kind, text } of changes) {
    const key = `${kind} ${(text?.new ?? text?.old)?.text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const single = (change: Change) => {
    const text = (change.text?.new ?? change.text?.old)?.text ?? '';
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    return (
      letters >= minimumUniqueLetters &&
      ['text_added', 'text_removed'].every((kind) => counts.get(`${kind} ${text}`) === 1)
    );
  };
  const far = changes.filter(single);
  return [...changes.filter((change) => !far.includes(change)), ...joinMoves(far, Number.POSITIVE_INFINITY)];
};
