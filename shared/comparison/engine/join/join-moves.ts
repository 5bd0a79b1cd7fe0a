import type { Change } from '../change.ts';
import { centre, union } from '../geometry.ts';
import { cluster } from './merge-texts.ts';

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

/** Digits enough that a number which stands once on either side is likely the same one elsewhere. */
const tellingNumber = /\d\D*\d\D*\d/;
/** Numbers that must go one way to have gone together, and points that their ways may differ by: views are re-drawn. */
const leastTogether = 3;
const oneWay = 30;

/**
 * Numbers that went far, such as the dimensions of a view that was put elsewhere and drawn anew there: one alone may be
 * another of its value, several that went one way are those that left. They are one change with its parts.
 */
export const joinFarNumbers = (changes: readonly Change[]): Change[] => {
  const single = (kind: Change['kind'], side: 'old' | 'new'): Map<string, Change> => {
    const found = new Map<string, Change | null>();
    for (const change of changes) {
      const text = change.kind === kind ? change.text?.[side]?.text : undefined;
      if (text !== undefined && tellingNumber.test(text)) found.set(text, found.has(text) ? null : change);
    }
    return new Map([...found].flatMap(([text, change]) => (change ? [[text, change] as const] : [])));
  };
  const [gone, come] = [single('text_removed', 'old'), single('text_added', 'new')];
  const moves = [...come].flatMap(([text, now]) => {
    const was = gone.get(text);
    const [old, is] = [was?.text?.old, now.text!.new!];
    if (!was || !old || old.angle !== is.angle || Math.abs(old.size - is.size) > 0.1 * is.size) return [];
    const [from, to] = [centre(old.box), centre(is.box)];
    const moved: Change = {
      ...{ ...now, kind: 'text_moved', text: { ...now.text!, kind: 'text_moved', old } },
      removedInk: was.removedInk,
    };
    return [{ was, now, moved, x: to.x - from.x, y: to.y - from.y }];
  });
  const groups = cluster(moves, (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < oneWay).filter(
    (group) => group.length >= leastTogether,
  );
  const joined = new Set(groups.flat().flatMap(({ was, now }) => [was, now]));
  return [
    ...changes.filter((change) => !joined.has(change)),
    ...groups.map(
      (group): Change => ({
        ...{ kind: 'repeated', text: null, parts: group.map(({ moved }) => moved) },
        box: group.map(({ now }) => now.box).reduce(union),
        from: group.map(({ was }) => was.box).reduce(union),
        addedInk: group.reduce((sum, { now }) => sum + now.addedInk, 0),
        removedInk: group.reduce((sum, { was }) => sum + was.removedInk, 0),
      }),
    ),
  ];
};
