import type { Box } from '../geometry.ts';
import { boxOf, type End, endAlong, type Frame, type Track, trackAt } from './dimension-frame.ts';

/** Heights of the lettering that a leader runs beyond its text to the corner that it turns at, or to its dimension. */
const longestLeader = 6;
/** Heights of the lettering from one mark of a dimension line to the other, where the text has no room between them. */
const longestLine = 8;
/** Points beyond the first pixel of a stroke at which it is left behind, or the next stroke may begin already. */
const behind = [3, 1.5];

/** A line under, or over, a text that was put aside. */
interface Underline {
  track: Track;
  /** A place along it, of the text. */
  middle: number;
  size: number;
  density: number;
}

/** The dimension line whose nearer mark a leader comes to at `start` in the direction of `step`. */
const lineBehind = (
  frame: Frame,
  track: Track,
  start: number,
  step: 1 | -1,
  { size, density }: Underline,
): { box: Box; first: End } | null => {
  const first = endAlong(frame, track, start, step, size);
  if (!first?.marked || Math.abs(first.at - start) > longestLeader * size) return null;
  const second = behind
    .map((points) => first.at + (Math.round(points * density) + track.half) * step)
    .map((inner) => endAlong(frame, track, inner, step, size))
    .find((end) => end?.marked && Math.abs(end.at - first.at) < longestLine * size);
  if (!second) return null;
  const [from, to] = step > 0 ? [first.at, second.at] : [second.at, first.at];
  return { box: boxOf(from, to, track, frame.level, density), first };
};

/** Where the ink of a line ends that runs on from a place along it. */
const runOf = ({ ink }: Frame, { across }: Track, start: number, step: 1 | -1, most: number): number => {
  let at = start;
  while (Math.abs(at - start) < most && ink(at + step, across)) at += step;
  return at;
};

/**
 * The dimension line that a leader from a text leads to: the line under the text runs on to the nearer mark of it, or
 * turns a corner towards it. Null where it leads to none.
 * @param crossed the frame across the text
 */
export const followLeader = (frame: Frame, crossed: Frame, underline: Underline): { box: Box; leader: Box } | null => {
  const { track, middle, size, density } = underline;
  const most = longestLeader * size;
  for (const step of [1, -1] as const) {
    const other = runOf(frame, track, middle, step === 1 ? -1 : 1, most);
    const straight = lineBehind(frame, track, middle, step, underline);
    if (straight) {
      const [from, to] = [other, straight.first.at].sort((a, b) => a - b) as [number, number];
      return { box: straight.box, leader: boxOf(from, to, track, frame.level, density) };
    }
    const corner = runOf(frame, track, middle, step, most);
    for (const way of [1, -1] as const) {
      const start = track.across + 3 * way;
      const riser = [0, -1, 1, -2, 2]
        .map((off) => trackAt(crossed, start, corner + off, density))
        .find((found) => found !== null);
      const turned = riser && lineBehind(crossed, riser, start, way, underline);
      if (!turned) continue;
      const [near, far] = [track.across, turned.first.at].sort((a, b) => a - b) as [number, number];
      const [from, to] = [other, corner].sort((a, b) => a - b) as [number, number];
      const whole = frame.level
        ? { x: from, y: near, width: to - from + 1, height: far - near + 1 }
        : { x: near, y: from, width: far - near + 1, height: to - from + 1 };
      const points = (value: number) => value / density;
      return {
        box: turned.box,
        leader: { x: points(whole.x), y: points(whole.y), width: points(whole.width), height: points(whole.height) },
      };
    }
  }
  return null;
};
