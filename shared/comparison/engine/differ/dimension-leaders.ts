import type { Box } from '../geometry.ts';
import { boxOf, type End, endAlong, type Frame, type Track, trackAt } from './dimension-frame.ts';
import { maximumLeaderTextHeights, maximumMarkDistanceTextHeights } from './thresholds.ts';

/** Offsets in points beyond the first pixel of a mark at which the search for the next mark starts. */
const nextMarkOffsetsPoints = [3, 1.5];

/** A line below or above a text that is placed beside its dimension line. */
interface Underline {
  track: Track;
  /** The centre of the text, along the line. */
  middle: number;
  size: number;
  density: number;
}

/** Returns the dimension line whose nearer mark a leader reaches from `start` in the direction of `step`. */
const findLineFrom = (
  frame: Frame,
  track: Track,
  start: number,
  step: 1 | -1,
  { size, density }: Underline,
): { box: Box; first: End } | null => {
  const first = endAlong(frame, track, start, step, size);
  if (!first?.marked || Math.abs(first.at - start) > maximumLeaderTextHeights * size) return null;
  const second = nextMarkOffsetsPoints
    .map((points) => first.at + (Math.round(points * density) + track.half) * step)
    .map((inner) => endAlong(frame, track, inner, step, size))
    .find((end) => end?.marked && Math.abs(end.at - first.at) < maximumMarkDistanceTextHeights * size);
  if (!second) return null;
  const [from, to] = step > 0 ? [first.at, second.at] : [second.at, first.at];
  return { box: boxOf(from, to, track, frame.level, density), first };
};

/** Follows continuous ink along a line and returns its last position, at most `most` pixels from `start`. */
const followInk = ({ ink }: Frame, { across }: Track, start: number, step: 1 | -1, most: number): number => {
  let at = start;
  while (Math.abs(at - start) < most && ink(at + step, across)) at += step;
  return at;
};

/**
 * Follows the leader from a text to its dimension line: the line below the text continues to the nearer mark, or
 * turns a corner towards it. Returns null if it leads to no dimension line.
 * @param crossed the frame at right angles to the text
 */
export const followLeader = (frame: Frame, crossed: Frame, underline: Underline): { box: Box; leader: Box } | null => {
  const { track, middle, size, density } = underline;
  const most = maximumLeaderTextHeights * size;
  for (const step of [1, -1] as const) {
    const other = followInk(frame, track, middle, step === 1 ? -1 : 1, most);
    const straight = findLineFrom(frame, track, middle, step, underline);
    if (straight) {
      const [from, to] = [other, straight.first.at].sort((a, b) => a - b) as [number, number];
      return { box: straight.box, leader: boxOf(from, to, track, frame.level, density) };
    }
    const corner = followInk(frame, track, middle, step, most);
    for (const way of [1, -1] as const) {
      const start = track.across + 3 * way;
      const riser = [0, -1, 1, -2, 2]
        .map((off) => trackAt(crossed, start, corner + off, density))
        .find((found) => found !== null);
      const turned = riser && findLineFrom(crossed, riser, start, way, underline);
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
