import type { Change } from '../change.ts';
import { cluster } from '../cluster.ts';
import { type Box, centre, contains, distance, union, wayOf } from '../geometry.ts';
import {
  farDisplacementTolerancePoints,
  maximumMovePoints,
  maximumTitleDistancePoints,
  minimumFarNumbers,
  minimumUniqueLetters,
} from './thresholds.ts';

/** Joins equal text removed at one position and added nearby into one moved text, at its new position. */
export const joinMoves = (changes: readonly Change[], maximumPoints = maximumMovePoints): Change[] => {
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

/** Has enough digits that a number occurring once on each side is likely the same number. */
const identifyingNumber = /\d\D*\d\D*\d/;

/**
 * Joins numbers that moved far, such as the dimensions of a view that was redrawn elsewhere. A single number may be a
 * different one of equal value; several with the same displacement moved together, and so did other texts that occur
 * on both sites. The result is one change with parts.
 */
export const joinFarNumbers = (changes: readonly Change[]): Change[] => {
  const single = (kind: Change['kind'], side: 'old' | 'new'): Map<string, Change> => {
    const found = new Map<string, Change | null>();
    for (const change of changes) {
      const text = change.kind === kind ? change.text?.[side]?.text : undefined;
      if (text !== undefined && identifyingNumber.test(text)) found.set(text, found.has(text) ? null : change);
    }
    return new Map([...found].flatMap(([text, change]) => (change ? [[text, change] as const] : [])));
  };
  const [removed, added] = [single('text_removed', 'old'), single('text_added', 'new')];
  const moves = [...added].flatMap(([text, now]) => moveOf(removed.get(text), now) ?? []);
  const groups = cluster(moves, (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < farDisplacementTolerancePoints).filter(
    (group) => group.length >= minimumFarNumbers,
  );
  const joined = new Set<Change>();
  const take = (group: readonly Move[]) => {
    for (const { was, now } of group) joined.add(was).add(now);
  };
  groups.forEach(take);
  const whole = groups.map((group) => {
    const [from, to] = boxesOf(group);
    const others = restOf(changes, joined, from, to);
    take(others);
    return [...group, ...others];
  });
  return [
    ...changes.filter((change) => !joined.has(change)),
    ...whole.map((group): Change => {
      const [from, box] = boxesOf(group);
      return {
        ...{ kind: 'repeated', text: null, parts: group.map(({ moved }) => moved) },
        ...{ box, from },
        addedInk: group.reduce((sum, { now }) => sum + now.addedInk, 0),
        removedInk: group.reduce((sum, { was }) => sum + was.removedInk, 0),
      };
    }),
  ];
};

interface Move {
  was: Change;
  now: Change;
  moved: Change;
  x: number;
  y: number;
}

/** Returns the move of a text with unchanged size and angle; null otherwise. */
const moveOf = (was: Change | undefined, now: Change): Move | null => {
  const [old, is] = [was?.text?.old, now.text!.new!];
  if (!was || !old || old.angle !== is.angle || Math.abs(old.size - is.size) > 0.1 * is.size) return null;
  const moved: Change = {
    ...{ ...now, kind: 'text_moved', text: { ...now.text!, kind: 'text_moved', old } },
    removedInk: was.removedInk,
  };
  return { was, now, moved, ...wayOf(old.box, is.box) };
};

const boxesOf = (group: readonly Move[]): [from: Box, to: Box] => [
  group.map(({ was }) => was.box).reduce(union),
  group.map(({ now }) => now.box).reduce(union),
];

/** Returns moves of texts that occur once among the removed ones in `from` and once among the added ones in `to`. */
const restOf = (changes: readonly Change[], joined: ReadonlySet<Change>, from: Box, to: Box): Move[] => {
  const within = (kind: Change['kind'], box: Box) =>
    changes.filter(
      (change) => change.kind === kind && change.text && !joined.has(change) && contains(box, centre(change.box)),
    );
  const [removed, added] = [within('text_removed', from), within('text_added', to)];
  const only = (list: readonly Change[], text: string) => {
    const same = list.filter((change) => (change.text!.new ?? change.text!.old)!.text === text);
    return same.length === 1 ? same[0] : undefined;
  };
  return added.flatMap((now) => {
    const { text } = now.text!.new!;
    return (only(added, text) && moveOf(only(removed, text), now)) ?? [];
  });
};

const wordy = /\p{L}{4}/u;

/** Turns numbers that moved far together with a title next to them into a move of the view that it names. */
export const nameFarViews = (changes: readonly Change[]): Change[] => {
  const titles = new Set(
    changes.filter(({ kind, text }) => kind === 'text_moved' && wordy.test(text!.new!.text) && text!.old),
  );
  const named = changes.map((change): Change => {
    const { kind, from, box, parts } = change;
    if (kind !== 'repeated' || !from || !parts) return change;
    const way = wayOf(from, box);
    const titlesNear = [...titles].filter(({ text }) => {
      const [was, now] = [text!.old!.box, text!.new!.box];
      const { x, y } = wayOf(was, now);
      const along = Math.hypot(x - way.x, y - way.y) < farDisplacementTolerancePoints;
      return (
        along && distance(was, from) < maximumTitleDistancePoints && distance(now, box) < maximumTitleDistancePoints
      );
    });
    const [title] = titlesNear.sort((a, b) => distance(a.box, box) - distance(b.box, box));
    if (!title) return change;
    titles.delete(title);
    return {
      ...change,
      kind: 'view_moved',
      name: title.text!.new!.text,
      box: union(box, title.box),
      from: union(from, title.text!.old!.box),
      parts: [...parts, title],
    };
  });
  const includedTitles = new Set(named.flatMap(({ kind, parts }) => (kind === 'view_moved' ? (parts ?? []) : [])));
  return named.filter((change) => !includedTitles.has(change));
};
