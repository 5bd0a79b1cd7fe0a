import type { Change } from '../change.ts';
import { gaps, union } from '../geometry.ts';
import { cluster } from './merge-texts.ts';

/** Parts of one thing that ink on both sheets, or a gap between letters, keeps apart. */
export const joinGraphics = (changes: readonly Change[]): Change[] => joinDashes(clustered(changes, belongTogether));

const clustered = (changes: readonly Change[], belong: (a: Change, b: Change) => boolean): Change[] =>
  cluster(changes, belong).map(joined);

const joined = (group: readonly Change[]): Change => {
  if (group.length === 1) return group[0]!;
  const addedInk = group.reduce((sum, change) => sum + change.addedInk, 0);
  const removedInk = group.reduce((sum, change) => sum + change.removedInk, 0);
  const alike = group.every(({ kind }) => kind === group[0]!.kind);
  const kind = alike ? group[0]!.kind : 'graphic_changed';
  return { ...group[0]!, kind, box: group.map((change) => change.box).reduce(union), addedInk, removedInk };
};

/** Points of breadth that the dashes of a line have at most, and dashes that came and went along one line. */
const dashBreadth = 3.5;
const leastDashes = 4;

/** Dashes that came here and went there along one straight line: it was drawn otherwise, as a whole. */
const joinDashes = (changes: readonly Change[]): Change[] => {
  const isDash = ({ kind, box }: Change) =>
    kind.startsWith('graphic_') && Math.min(box.width, box.height) < dashBreadth && Math.max(box.width, box.height) > 8;
  const along = (a: Change, b: Change) => {
    const [one, other] = [a.box, b.box];
    const { x, y } = gaps(one, other);
    const level = one.width > one.height;
    if (level !== other.width > other.height) return false;
    const apart = level
      ? Math.abs(one.y + one.height / 2 - other.y - other.height / 2)
      : Math.abs(one.x + one.width / 2 - other.x - other.width / 2);
    return apart < 1.2 && (level ? x : y) < widestBridge;
  };
  const dashes = changes.filter(isDash);
  const lines = cluster(dashes, along).filter(
    (line) => line.length >= leastDashes && line.some(({ kind }) => kind !== line[0]!.kind),
  );
  const taken = new Set(lines.flat());
  return [...changes.filter((change) => !taken.has(change)), ...lines.map(joined)];
};

const widestBridge = 36;

const belongTogether = (a: Change, b: Change): boolean => {
  if (a.kind !== b.kind) return false;
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  // One thing in another colour, cut where its outline is sparse.
  if (a.kind === 'restyled' && x < 4 && y < 4) return true;
  const like = (p: number, q: number, tolerance: number) => Math.abs(p - q) <= tolerance;
  // A line that runs on behind other ink.
  const upright = like(one.x, other.x, 1.5) && like(one.x + one.width, other.x + other.width, 1.5) && y < widestBridge;
  const level = like(one.y, other.y, 1.5) && like(one.y + one.height, other.y + other.height, 1.5) && x < widestBridge;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  // Words of one line of lettering.
  const tall = Math.min(one.height, other.height);
  const row = like(one.y, other.y, 0.35 * tall) && like(one.y + one.height, other.y + other.height, 0.35 * tall);
  return row && tall > 4 && tall < 60 && x < 0.9 * tall;
};

/** Points of a small piece at most, and how near it lies to what it is a part of. */
const smallPiece = 34;
const nextTo = 8;

/** Small pieces that only look heavier or finer belong to what came or went beside them, such as a filled arrow. */
export const absorbStyles = (changes: readonly Change[]): Change[] => {
  const isPiece = ({ kind, text, box }: Change) =>
    kind === 'restyled' && text === null && Math.max(box.width, box.height) < smallPiece;
  const whole = changes.filter((change) => !isPiece(change));
  for (const piece of changes.filter(isPiece)) {
    const beside = whole.findIndex(({ kind, box }) => {
      const { x, y } = gaps(box, piece.box);
      const small = Math.max(box.width, box.height) < 2 * smallPiece;
      return kind.startsWith('graphic_') && small && Math.max(x, y) < nextTo;
    });
    if (beside < 0) {
      whole.push(piece);
      continue;
    }
    const own = whole[beside]!;
    whole[beside] = { ...joined([own, piece]), kind: own.kind };
  }
  return whole;
};
