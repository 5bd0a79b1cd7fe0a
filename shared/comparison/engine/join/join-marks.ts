import { type Change, combine, extentOf } from '../change.ts';
import { type Box, centre, inflate, overlapArea, type Point, union } from '../geometry.ts';
import type { ReferenceMark } from '../read/reference-marks.ts';
import { mayAccompany } from './join-dimensions.ts';
import { isInside, isWithin } from './join-owners.ts';
import { maximumMarkTextHeights, maximumNamedPoints } from './thresholds.ts';

/** Whether linework is beside the line between two ends, and as narrow across it as the letters of the line are high. */
const runsAlong = ({ x, y, width, height }: Box, [from, to]: readonly [Point, Point], size: number): boolean => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const away = (u: number, v: number) => (dx * (v - from.y) - dy * (u - from.x)) / Math.hypot(dx, dy);
  const falling = [away(x, y), away(x + width, y + height)];
  const rising = [away(x, y + height), away(x + width, y)];
  const least = Math.min(...[...falling, ...rising].map(Math.abs));
  return (
    least <= maximumMarkTextHeights * size && [falling, rising].some(([one, other]) => Math.abs(one! - other!) <= size)
  );
};

/**
 * Whether linework is a part of a mark: around an end, such as its arrow, or from its bubble to what it names; a dash between
 * both ends, or the line with its arrow.
 * @param size the height of the texts of the mark
 */
const isPart = ({ box, kind }: Change, ends: readonly Box[], size: number): boolean => {
  const around = ends.map((end) => inflate(end, maximumMarkTextHeights * size));
  if (around.some((end) => isInside(box, end))) return true;
  if (ends.length === 1) return kind !== 'graphic_changed' && overlapArea(ends[0]!, box) > 0;
  const whole = around.reduce(union);
  const isAlong = whole.width > whole.height === box.width > box.height;
  if (!isAlong || !isInside(box, whole)) return false;
  return around.some((end) => overlapArea(end, box) > 0) || runsAlong(box, ends.map(centre) as [Point, Point], size);
};

const isLinework = ({ kind, text }: Change): boolean =>
  text === null && (kind === 'restyled' || kind.startsWith('graphic_'));

/** Returns what the texts of a mark say about all of it. */
const changeOf = (mark: string, texts: Change[], parts: readonly Change[]): Change => {
  const [first] = texts as [Change];
  const extent = extentOf(parts);
  const isOf = (kind: Change['kind']) => texts.every((text) => text.kind === kind);
  if (isOf('text_added')) return { kind: 'graphic_added', mark, text: null, ...extent };
  if (isOf('text_removed')) return { kind: 'graphic_removed', mark, text: null, ...extent };
  if (texts.length === 1) return { ...first, ...extent };
  const from = isOf('text_moved') && { from: texts.map(({ text }) => text!.old!.box).reduce(union) };
  return { ...combine('repeated', texts), ...extent, ...from };
};

/**
 * Joins what differs in a mark of a section, a detail or an elevation: its texts and bubbles, their arrows, and the line or
 * the dashes between them.
 */
export const joinMarks = (changes: readonly Change[], marks: readonly ReferenceMark[]): Change[] => {
  const left = new Set(changes);
  const joined = marks.flatMap(({ name: mark, texts: printed, ends }): Change[] => {
    const texts = [...left].filter(
      (change) =>
        [change.text?.old, change.text?.new].some(
          (line) => line && printed.some((name) => line.text.startsWith(name)),
        ) && ends.some((end) => isWithin(change, end)),
    );
    const [first] = texts;
    if (!first) return [];
    const { size } = (first.text!.new ?? first.text!.old)!;
    const linework = [...left].filter(
      (change) => isLinework(change) && mayAccompany(first, change) && isPart(change, ends, size),
    );
    const parts = [...texts, ...linework];
    // Larger linework has the bubble of a detail as a part.
    const isLarger = ({ box }: Change) => Math.max(box.width, box.height) > maximumNamedPoints;
    if (parts.length === 1 || (ends.length === 1 && linework.some(isLarger))) return [];
    for (const part of parts) left.delete(part);
    return [changeOf(mark, texts, parts)];
  });
  return [...left, ...joined];
};
