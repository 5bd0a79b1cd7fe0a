import type { Word } from '../domain/page-text.ts';
import type { Coverage } from './coverage.ts';
import { directed } from './line.ts';
import type { Bounds } from './linework.ts';

/** A page turned by quarter turns so that most of its text is level. */
export interface Turn {
  /** Reading direction of most text: 0, 90, 180 or 270 degrees clockwise. */
  angle: number;
  /** Size of the page as displayed, in points. */
  width: number;
  height: number;
}

/** Returns the direction in which most characters of a page are read. */
export const turnOf = (words: readonly Word[], { width, height }: { width: number; height: number }): Turn => {
  const characters = new Map<number, number>([[0, 0]]);
  for (const { angle, text } of words) characters.set(angle, (characters.get(angle) ?? 0) + text.length);
  let angle = 0;
  for (const [each, count] of characters) if (count > characters.get(angle)!) angle = each;
  return { angle, width, height };
};

/** Returns a position of the displayed page on the turned page. */
const turned = ({ angle, width, height }: Turn, x: number, y: number): [x: number, y: number] => {
  if (angle === 90) return [y, width - x];
  if (angle === 180) return [width - x, height - y];
  if (angle === 270) return [height - y, x];
  return [x, y];
};

/** Returns a box of the displayed page on the turned page. */
export const turnBox = (turn: Turn, { left, top, right, bottom }: Bounds): Bounds => {
  const [x0, y0] = turned(turn, left, top);
  const [x1, y1] = turned(turn, right, bottom);
  return { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) };
};

/** Returns the turn that undoes another one. */
export const turnBack = ({ angle, width, height }: Turn): Turn =>
  angle % 180 === 0 ? { angle, width, height } : { angle: 360 - angle, width: height, height: width };

/** Returns words of the displayed page as on the turned page. */
export const turnWords = (turn: Turn, words: readonly Word[]): Word[] =>
  words.map((word) => {
    const { left, top, right, bottom } = turnBox(turn, {
      left: word.x,
      top: word.y,
      right: word.x + word.width,
      bottom: word.y + word.height,
    });
    const angle = (word.angle + 360 - turn.angle) % 360;
    return { ...word, x: left, y: top, width: right - left, height: bottom - top, angle };
  });

/** Returns the coverage of the displayed page as on the turned page. */
export const turnCoverage = (turn: Turn, { lines, arcs, areas, pens }: Coverage): Coverage => ({
  pens,
  lines: lines.map(({ x0, y0, x1, y1, pen, dashed }) =>
    directed(...turned(turn, x0, y0), ...turned(turn, x1, y1), pen, dashed),
  ),
  arcs: arcs.map((arc) => {
    const [x, y] = turned(turn, arc.x, arc.y);
    return { ...arc, x, y, from: arc.from - (turn.angle * Math.PI) / 180 };
  }),
  areas: areas.map((area) => {
    const points: number[] = [];
    for (let i = 0; i < area.points.length; i += 2) points.push(...turned(turn, area.points[i]!, area.points[i + 1]!));
    return { ...area, points };
  }),
});
