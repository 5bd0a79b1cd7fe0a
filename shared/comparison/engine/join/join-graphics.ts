import type { Change } from '../change.ts';
import { type Box, gaps, overlapArea, union } from '../geometry.ts';
import { cluster } from './merge-texts.ts';

/** Parts of one thing that ink on both sheets, or a gap between letters, keeps apart. */
export const joinGraphics = (changes: readonly Change[]): Change[] =>
  joinSides(joinDashes(clustered(changes, belongTogether)));

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
/** Points of the rest of a dash that both sheets have a part of. */
const shortestDash = 3;
/** Points along a long line, and how long that is, in which a dash and the gaps beside it may be on both sheets. */
const longestPeriod = 60;
const longLine = 120;

const isDash = ({ kind, box }: Change) =>
  kind.startsWith('graphic_') &&
  Math.min(box.width, box.height) < dashBreadth &&
  Math.max(box.width, box.height) > shortestDash;

/** Whether two dashes lie along one straight line, near to each other for what is known of the line's length. */
const areAlong = (a: Change, b: Change): boolean => {
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  const level = one.width > one.height;
  if (level !== other.width > other.height) return false;
  const apart = level
    ? Math.abs(one.y + one.height / 2 - other.y - other.height / 2)
    : Math.abs(one.x + one.width / 2 - other.x - other.width / 2);
  const longer = Math.max(one.width, one.height, other.width, other.height);
  return apart < 1.2 && (level ? x : y) < (longer > longLine ? longestPeriod : widestBridge);
};

/** Dashes that came here and went there along one straight line: it was drawn otherwise, as a whole. */
const joinDashes = (changes: readonly Change[]): Change[] => {
  const join = (all: readonly Change[], isLine: (line: readonly Change[]) => boolean): Change[] => {
    const lines = cluster(all.filter(isDash), areAlong).filter((line) => line.length > 1 && isLine(line));
    const taken = new Set(lines.flat());
    return [...all.filter((change) => !taken.has(change)), ...lines.map(joined)];
  };
  const dashed = join(
    changes,
    (line) =>
      (line.length >= leastDashes || line.some(({ kind }) => kind === 'graphic_changed')) &&
      line.some(({ kind }) => kind !== line[0]!.kind),
  );
  // How long a line is shows only when its dashes are together.
  return join(dashed, (line) => line.some(({ kind }) => kind === 'graphic_changed'));
};

/** Points of an outline's sides at least, and that a dash along one of them may lie off it. */
const leastOutline = 30;
const offSide = 1;
/** Points of a dash at most: a longer line in its row is of something else. */
const longestDash = 30;

/** Whether a dash runs on along the side of an outline, no further from its corner than dashes that other ink hides. */
const isAlongSide = ({ box: dash }: Change, { box: outline }: Change): boolean => {
  if (Math.min(outline.width, outline.height) < leastOutline) return false;
  if (Math.max(dash.width, dash.height) > longestDash) return false;
  const { x, y } = gaps(dash, outline);
  const upright = dash.height > dash.width;
  const [beyond, across] = upright ? [y, x] : [x, y];
  if (beyond <= 0 || beyond > longestPeriod || across >= 0) return false;
  const off = upright
    ? [dash.x - outline.x, dash.x + dash.width - outline.x - outline.width]
    : [dash.y - outline.y, dash.y + dash.height - outline.y - outline.height];
  return off.some((side) => Math.abs(side) < offSide);
};

/** The dashes of an outline that stand apart from it, where it runs under other things, each next to the one before. */
const joinSides = (changes: readonly Change[]): Change[] => {
  const left = new Set(changes);
  const one = (change: Change) => change.kind === 'graphic_added' || change.kind === 'graphic_removed';
  const outlines = changes.filter((change) => one(change) && !isDash(change));
  const dashes = changes.filter((change) => one(change) && isDash(change));
  return [
    ...outlines.flatMap((outline) => {
      let whole = outline;
      for (;;) {
        const next = dashes.find((dash) => left.has(dash) && dash.kind === whole.kind && isAlongSide(dash, whole));
        if (!next) break;
        left.delete(next);
        whole = joined([whole, next]);
      }
      left.delete(outline);
      return [whole];
    }),
    ...left,
  ];
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
  if (isWithin(one, other) || isWithin(other, one) || runsOn(one, other) || runsOn(other, one)) return true;
  if (arePair(one, other)) return true;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  // Words of one line of lettering.
  const tall = Math.min(one.height, other.height);
  const row = like(one.y, other.y, 0.35 * tall) && like(one.y + one.height, other.y + other.height, 0.35 * tall);
  return row && tall > 4 && tall < 60 && x < 0.9 * tall;
};

/** Points of the longer side of a thing that a piece within its box is of. */
const largestThing = 60;

const isWithin = (piece: Box, thing: Box): boolean =>
  Math.max(thing.width, thing.height) < largestThing && overlapArea(piece, thing) > 0.8 * piece.width * piece.height;

/** Points that the next dash of a line, or the corner that it turns at, is away at most, and those of a corner's sides. */
const nextDash = 10;
const largestCorner = 30;

/** Whether a dash leads on to another piece: the next dash, or the corner that a dashed outline turns at. */
const runsOn = (dash: Box, next: Box): boolean => {
  if (Math.min(dash.width, dash.height) > dashBreadth || Math.max(dash.width, dash.height) < 8) return false;
  const ahead =
    dash.width > dash.height
      ? { ...dash, x: dash.x - nextDash, width: dash.width + 2 * nextDash }
      : { ...dash, y: dash.y - nextDash, height: dash.height + 2 * nextDash };
  const { x, y } = gaps(ahead, next);
  const isDash = Math.min(next.width, next.height) < dashBreadth;
  return x < 0 && y < 0 && (isDash || Math.max(next.width, next.height) < largestCorner);
};

/** Points between two lines of one thing, and how many times longer they are than they and their space are broad. */
const widestPair = 14;
const longPair = 4;

/** Lines side by side of one length, as of a frame or a pane. */
const arePair = (one: Box, other: Box): boolean => {
  const like = (p: number, q: number) => Math.abs(p - q) <= 1;
  const { x, y } = gaps(one, other);
  const whole = union(one, other);
  const upright = like(one.y, other.y) && like(one.height, other.height) && x < widestPair;
  const level = like(one.x, other.x) && like(one.width, other.width) && y < widestPair;
  return (upright && whole.height > longPair * whole.width) || (level && whole.width > longPair * whole.height);
};

/** Points of a small piece at most, and how near it lies to what it is a part of. */
const smallPiece = 34;
const nextTo = 8;

const nextToEachOther = (one: Box, other: Box): boolean => {
  const { x, y } = gaps(one, other);
  return Math.max(x, y) < nextTo;
};

/** Small pieces that only look heavier or finer belong to what came or went beside them, such as a filled arrow. */
export const absorbStyles = (changes: readonly Change[]): Change[] => {
  const isFill = ({ style }: Change) => style === 'filled' || style === 'emptied';
  const isPiece = (change: Change) =>
    change.kind === 'restyled' &&
    change.text === null &&
    !isFill(change) &&
    Math.max(change.box.width, change.box.height) < smallPiece;
  // The parts of one symbol that were filled: an arrow behind a circle shows at several places.
  const fills = cluster(changes.filter(isFill), (a, b) => a.style === b.style && nextToEachOther(a.box, b.box));
  const whole = [...changes.filter((change) => !isPiece(change) && !isFill(change)), ...fills.map(joined)];
  for (const piece of changes.filter(isPiece)) {
    const beside = whole.findIndex((change) => {
      const { kind, box } = change;
      const small = Math.max(box.width, box.height) < 2 * smallPiece;
      return (kind.startsWith('graphic_') || isFill(change)) && small && nextToEachOther(box, piece.box);
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
