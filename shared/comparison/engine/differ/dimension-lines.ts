import type { Box } from '../geometry.ts';
import type { TextLine } from '../read/text-lines.ts';
import {
  boxOf,
  type End,
  edgesOf,
  endAlong,
  type Frame,
  frameOf,
  type Picture,
  type Track,
  trackAt,
} from './dimension-frame.ts';
import { followLeader } from './dimension-leaders.ts';

/** Heights of the lettering: how far off a text its dimension line runs, and the gap that it leaves for a text in it. */
const aside = 0.75;
const gap = 0.9;

/** The line that shows which length a dimension states. */
export interface DimensionLine {
  /** From end to end, points of the newer sheet. */
  box: Box;
  /** An arrow, a slanting stroke or a dot stands at either end. */
  marked: boolean;
  /** The line that leads to it from a text that was put aside. */
  leader?: Box;
}

/** A text and the sheet that holds it, in pixels. */
interface Place {
  frame: Frame;
  /** Of the text: along the frame, then across it. */
  edges: [start: number, end: number, near: number, far: number];
  size: number;
  density: number;
}

const between = ({ frame, density }: Place, track: Track, from: End, to: End): DimensionLine => ({
  box: boxOf(from.at, to.at, track, frame.level, density),
  marked: from.marked && to.marked,
});

const endsOf = (place: Place, track: Track, left: number, right: number): DimensionLine | null => {
  const from = endAlong(place.frame, track, left, -1, place.size);
  const to = from === null ? null : endAlong(place.frame, track, right, 1, place.size);
  return from === null || to === null ? null : between(place, track, from, to);
};

/** Lines beside the text and along it, nearest to it first, on either side. */
const tracksBeside = function* ({ frame, edges, size, density }: Place): Generator<{ track: Track; middle: number }> {
  const [start, end, near, far] = edges;
  const [middle, centre, breadth] = [Math.round((start + end) / 2), Math.round((near + far) / 2), far - near];
  const half = Math.round(Math.min(end - start, 1.2 * size) / 2);
  const runs = (across: number): boolean => {
    for (let along = middle - half; along <= middle + half; along++) if (!frame.ink(along, across)) return false;
    return true;
  };
  for (let off = Math.round(0.3 * breadth); off <= breadth / 2 + aside * size; off++) {
    for (const across of [centre + off, centre - off]) {
      if (!runs(across)) continue;
      const at = (along: number) => trackAt(frame, along, across, density);
      const track = at(middle) ?? at(middle - half) ?? at(middle + half);
      if (track) yield { track, middle };
    }
  }
};

const beside = (place: Place): DimensionLine | null => {
  for (const { track, middle } of tracksBeside(place)) {
    const found = endsOf(place, track, middle, middle);
    if (found) return found;
  }
  return null;
};

/** Through the text, with a gap for it. */
const through = (place: Place): DimensionLine | null => {
  const { frame, edges, size, density } = place;
  const [start, end, near, far] = edges;
  const centre = Math.round((near + far) / 2);
  const reach = Math.round(gap * size);
  for (let off = 0; off <= 0.3 * Math.min(far - near, size); off++) {
    for (const across of [centre + off, centre - off]) {
      let [left, right] = [start, end];
      while (left > start - reach && !frame.ink(left, across)) left--;
      while (right < end + reach && !frame.ink(right, across)) right++;
      const [one, other] = [trackAt(frame, left - 2, across, density), trackAt(frame, right + 2, across, density)];
      if (!one || !other || Math.abs(one.across - other.across) > 1) continue;
      const found = endsOf(place, one, left - 2, right + 2);
      if (found) return found;
    }
  }
  return null;
};

/**
 * The dimension line that a text stands at: a thin straight line along the text, beside it or with a gap for it, with
 * an arrow, a slanting stroke or a dot at either end, or that ends freely just short of what it measures. The rules of
 * a table and the box round a number do neither, and nothing stops the line under a title. Level text also stands in a
 * gap of an upright line, and text that has no room there on a leader; both only where the line's ends are marked.
 * Null where there is none, or the text slants.
 * @param picture the sheet that holds the text, on the newer sheet's grid
 */
export const findDimensionLine = (line: TextLine, picture: Uint8Array, sheets: Picture): DimensionLine | null => {
  if (line.slant !== undefined) return null;
  const { density } = sheets;
  const size = line.size * density;
  const placeIn = (level: boolean): Place => ({
    frame: frameOf(picture, sheets, level),
    edges: edgesOf(line.box, level, density),
    ...{ size, density },
  });
  const level = line.angle % 180 === 0;
  const place = placeIn(level);
  const own = beside(place) ?? through(place);
  if (own) return own;
  const across = placeIn(!level);
  const upright = level ? through(across) : null;
  if (upright?.marked) return upright;
  for (const { track, middle } of tracksBeside(place)) {
    const led = followLeader(place.frame, across.frame, { track, middle, size, density });
    if (led) return { ...led, marked: true };
  }
  return null;
};
