import type { TextLine } from '../change.ts';
import type { Box } from '../geometry.ts';
import {
  boxOf,
  type End,
  edgesOf,
  endAlong,
  type Frame,
  frameOf,
  type PictureSize,
  type Track,
  trackAt,
} from './dimension-frame.ts';
import { followLeader } from './dimension-leaders.ts';
import { maximumGapTextHeights, maximumOffsetTextHeights } from './thresholds.ts';

/** The line that shows which length a dimension states. */
export interface DimensionLine {
  /** From end to end, in points of the newer sheet. */
  box: Box;
  /** Whether both ends have an arrow, a slanting stroke or a dot. */
  marked: boolean;
  /** The line that leads to it from a text placed beside it. */
  leader?: Box;
}

/** A text and its sheet, in pixels. */
interface TextPosition {
  frame: Frame;
  /** Edges of the text: start and end along the frame, then the two edges across it. */
  edges: [start: number, end: number, near: number, far: number];
  size: number;
  density: number;
}

const lineBetween = ({ frame, density }: TextPosition, track: Track, from: End, to: End): DimensionLine => ({
  box: boxOf(from.at, to.at, track, frame.level, density),
  marked: from.marked && to.marked,
});

const endsOf = (position: TextPosition, track: Track, left: number, right: number): DimensionLine | null => {
  const from = endAlong(position.frame, track, left, -1, position.size);
  const to = from === null ? null : endAlong(position.frame, track, right, 1, position.size);
  return from === null || to === null ? null : lineBetween(position, track, from, to);
};

/** Yields the lines parallel to the text on either side, nearest first. */
const tracksBeside = function* ({
  frame,
  edges,
  size,
  density,
}: TextPosition): Generator<{ track: Track; middle: number }> {
  const [start, end, near, far] = edges;
  const [middle, centre, breadth] = [Math.round((start + end) / 2), Math.round((near + far) / 2), far - near];
  const half = Math.round(Math.min(end - start, 1.2 * size) / 2);
  const runs = (across: number): boolean => {
    for (let along = middle - half; along <= middle + half; along++) if (!frame.ink(along, across)) return false;
    return true;
  };
  for (let off = Math.round(0.3 * breadth); off <= breadth / 2 + maximumOffsetTextHeights * size; off++) {
    for (const across of [centre + off, centre - off]) {
      if (!runs(across)) continue;
      const at = (along: number) => trackAt(frame, along, across, density);
      const track = at(middle) ?? at(middle - half) ?? at(middle + half);
      if (track) yield { track, middle };
    }
  }
};

const findBeside = (position: TextPosition): DimensionLine | null => {
  for (const { track, middle } of tracksBeside(position)) {
    const found = endsOf(position, track, middle, middle);
    if (found) return found;
  }
  return null;
};

/** Finds a dimension line that runs through the text, with a gap for it. */
const findThrough = (position: TextPosition): DimensionLine | null => {
  const { frame, edges, size, density } = position;
  const [start, end, near, far] = edges;
  const centre = Math.round((near + far) / 2);
  const reach = Math.round(maximumGapTextHeights * size);
  for (let off = 0; off <= 0.3 * Math.min(far - near, size); off++) {
    for (const across of [centre + off, centre - off]) {
      let [left, right] = [start, end];
      while (left > start - reach && !frame.ink(left, across)) left--;
      while (right < end + reach && !frame.ink(right, across)) right++;
      const [one, other] = [trackAt(frame, left - 2, across, density), trackAt(frame, right + 2, across, density)];
      if (!one || !other || Math.abs(one.across - other.across) > 1) continue;
      const found = endsOf(position, one, left - 2, right + 2);
      if (found) return found;
    }
  }
  return null;
};

/**
 * Finds the dimension line of a text: a thin straight line parallel to the text, beside it or with a gap for it,
 * whose ends have an arrow, a slanting stroke or a dot, or stop just short of the measured object. Rules of tables,
 * boxes around numbers and underlined titles do not qualify. A horizontal text may also lie in the gap of a vertical
 * line, and a text that does not fit may have a leader; both require marked ends. Returns null if there is none, or
 * if the text slants.
 * @param picture raster of the sheet that contains the text, on the newer sheet's grid
 */
export const findDimensionLine = (line: TextLine, picture: Uint8Array, sheets: PictureSize): DimensionLine | null => {
  if (line.slant !== undefined) return null;
  const { density } = sheets;
  const size = line.size * density;
  const positionIn = (level: boolean): TextPosition => ({
    frame: frameOf(picture, sheets, level),
    edges: edgesOf(line.box, level, density),
    ...{ size, density },
  });
  const level = line.angle % 180 === 0;
  const position = positionIn(level);
  const own = findBeside(position) ?? findThrough(position);
  if (own) return own;
  const across = positionIn(!level);
  const upright = level ? findThrough(across) : null;
  if (upright?.marked) return upright;
  for (const { track, middle } of tracksBeside(position)) {
    const led = followLeader(position.frame, across.frame, { track, middle, size, density });
    if (led) return { ...led, marked: true };
  }
  return null;
};
