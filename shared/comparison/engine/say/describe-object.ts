import { minimumLeafMillimetres } from '../../../drawing/thresholds/symbols.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { added, removed } from '../differ/ink-difference.ts';
import type { Box } from '../geometry.ts';
import { maximumNamedPoints, symbolSidesTolerancePoints } from '../join/thresholds.ts';
import { tradeOf, tradeOfDivision } from '../rate/trades.ts';
import type { ComparisonItem } from '../types.ts';
import { isLong } from './form-of.ts';
import type { Lengths } from './lengths.ts';
import type { SheetObjects } from './sheet-objects.ts';
import { maximumOpeningRatio, minimumDrawnTagRatio, minimumMirroredShare } from './thresholds.ts';

const millimetresPerPoint = 25.4 / 72;

/** What describing a change by an object of the drawing needs. */
export interface ObjectContext {
  objects: SheetObjects;
  lengths: Lengths;
  /** The factor of the scale at the change; null if unknown. */
  factor: number | null;
  where: string;
  /** The displacement as text. */
  wayTo: (from: Box, to: Box) => string;
  marks: Uint8Array;
  sheets: AlignedSheets;
  /** The kind of object that the change's layer names. */
  object?: string | undefined;
}

/** A change described by its object, with its quantity if the object has another one than its box. */
export interface ObjectWording {
  description: string;
  quantity?: ComparisonItem['quantity'];
  trade?: ReturnType<typeof tradeOf>;
  /** What the change is as work, where its dimensions changed with it. */
  kind?: 'graphic_added' | 'graphic_removed';
}

const round = (value: number) => Number(value.toFixed(2));

const countOf = (count: number): string => (count > 1 ? `, one of ${count},` : '');

/** Whether the ink that a change removed from its box is the ink that it added, mirrored across the middle of the box. */
const isMirrored = ({ box }: Change, marks: Uint8Array, { width, height, density }: AlignedSheets): boolean => {
  if (Math.max(box.width, box.height) > maximumNamedPoints) return false;
  const [left, top] = [Math.floor(box.x * density), Math.floor(box.y * density)];
  const [right, bottom] = [Math.ceil((box.x + box.width) * density), Math.ceil((box.y + box.height) * density)];
  const isMarked = (x: number, y: number, side: number): boolean => {
    for (let v = y - 2; v <= y + 2; v++) {
      for (let u = x - 2; u <= x + 2; u++)
        if (u >= 0 && v >= 0 && u < width && v < height && marks[v * width + u]! & side) return true;
    }
    return false;
  };
  const shareOf = (flip: (x: number, y: number) => readonly [number, number], from: number, to: number): number => {
    let [hits, count] = [0, 0];
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
      for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
        if (!(marks[y * width + x]! & from)) continue;
        count++;
        if (isMarked(...flip(x, y), to)) hits++;
      }
    }
    return count === 0 ? 0 : hits / count;
  };
  const flips = [
    (x: number, y: number) => [left + right - 1 - x, y] as const,
    (x: number, y: number) => [x, top + bottom - 1 - y] as const,
  ];
  return flips.some(
    (flip) => Math.min(shareOf(flip, removed, added), shareOf(flip, added, removed)) >= minimumMirroredShare,
  );
};

/** The division of doors and windows in the CSI MasterFormat. */
const openings = '08';

const one = { quantity: { value: 1, unit: 'each' as const } };

/** The quantity and trade of a door. */
const oneDoor = { ...one, trade: tradeOfDivision(openings) };

/** Returns the real widths in millimetres of the leaves of the door that a change contains; null without a door. */
const doorAt = ({ box }: Change, { objects, factor }: ObjectContext) => {
  if (factor === null) return null;
  const { older, newer, count } = objects.doorsAt(box);
  const real = (leaf: number | null) => leaf && leaf * millimetresPerPoint * factor;
  const leaf = newer ?? older;
  // Larger linework is not a door, though it contains one.
  const isLarger = leaf !== null && Math.max(box.width, box.height) >= maximumOpeningRatio * leaf;
  return leaf === null || isLarger || real(leaf)! < minimumLeafMillimetres
    ? null
    : {
        was: real(older),
        is: real(newer),
        count,
        leaf,
        isSame: Math.abs((older ?? 0) - leaf) < symbolSidesTolerancePoints,
      };
};

/** Describes a door that one sheet lacks. Its opening cuts the wall, so that the wall around it changes as well. */
const describeDoorOfOne = (change: Change, context: ObjectContext): ObjectWording | null => {
  const { objects, lengths, where } = context;
  const door = doorAt(change, context);
  if (!door || (door.was !== null && door.is !== null)) return null;
  const verb = door.is === null ? 'removed' : 'added';
  const kind = `graphic_${verb}` as const;
  if (change.kind !== 'graphic_changed' && change.kind !== kind) return null;
  // A door that was added or removed with its whole wall.
  if (objects.wallAt(change.box)?.verb === verb) return null;
  return { description: `Door ${verb} ${where} (leaf ${lengths.say((door.is ?? door.was)!)})`, kind, ...oneDoor };
};

const describeChangedDoor = (change: Change, context: ObjectContext): ObjectWording | null => {
  const { lengths, where, marks, sheets } = context;
  const door = change.kind.startsWith('graphic_') ? doorAt(change, context) : null;
  if (!door || door.was === null || door.is === null) return null;
  const [was, is] = [lengths.say(door.was), lengths.say(door.is)];
  if (!door.isSame) return { description: `Door leaf ${was} → ${is} ${where}`, ...oneDoor };
  const how = isMirrored(change, marks, sheets) ? 'mirrored' : 'redrawn';
  return { description: `Door${countOf(door.count)} ${how} ${where} (leaf ${is})`, ...oneDoor };
};

/** Lists the dimensions among the parts of a change, as in `, dimension 1500 → 2100`. */
const dimensionsOf = ({ text: own, parts = [] }: Change): string => {
  if (own) return ` with the dimension ${(own.new ?? own.old)!.text}`;
  const said = parts.flatMap(({ text }) => (text?.old && text.new ? [`${text.old.text} → ${text.new.text}`] : []));
  const distinct = [...new Set(said)];
  if (distinct.length === 0) return '';
  const list = `${distinct.slice(0, 3).join(', ')}${distinct.length > 3 ? ', …' : ''}`;
  return `, ${distinct.length === 1 ? 'dimension' : 'dimensions'} ${list}`;
};

const wallKinds = /^(graphic_(added|removed|changed)|resized|text_(added|removed))$/;

const describeWall = (change: Change, { objects, lengths, where }: ObjectContext): ObjectWording | null => {
  const wall = wallKinds.test(change.kind) ? objects.wallAt(change.box) : null;
  if (!wall) return null;
  const isWhole = wall.verb === 'added' || wall.verb === 'removed';
  // A dimension that came or went with its wall.
  if (change.text && !(isWhole && change.kind === `text_${wall.verb}`)) return null;
  const by = isWhole
    ? ` (${lengths.say(wall.length)} long)`
    : ` by ${lengths.say(wall.by)} to ${lengths.say(wall.length)}`;
  return {
    description: `Wall ${wall.verb}${by}${dimensionsOf(change)} ${where}`,
    quantity: { value: round(wall.by / lengths.millimetres), unit: lengths.unit },
    kind: wall.verb === 'added' || wall.verb === 'extended' ? 'graphic_added' : 'graphic_removed',
  };
};

/** Returns a location to append; empty if it only repeats a name. */
const beside = (where: string, name: string | null | undefined): string =>
  name && where.includes(`“${name}”`) ? '' : ` ${where}`;

const describeRoom = (change: Change, { objects, where }: ObjectContext): ObjectWording | null => {
  const [before, after] = [change.text?.old?.text, change.text?.new?.text];
  if (change.kind !== 'text_changed' || before === undefined || after === undefined) return null;
  const { older, newer } = objects.roomsAt(change.box);
  // One of both labels may be no word that names a room.
  const [name, number] = [newer?.name ?? older?.name, newer?.number ?? older?.number];
  if (newer?.number === after || older?.number === before)
    return { description: `Room${name ? ` ${name}` : ''} renumbered: ${before} → ${after}${beside(where, name)}` };
  if (newer?.name === after || older?.name === before)
    return { description: `Room${number ? ` ${number}` : ''} renamed: ${before} → ${after}${beside(where, number)}` };
  return null;
};

/** Describes rooms renumbered by one amount or one by one. */
const describeRooms = ({ kind, parts = [] }: Change, { objects }: ObjectContext): ObjectWording | null => {
  if (kind !== 'repeated') return null;
  const isNumber = ({ text, box, kind: own }: Change) =>
    own === 'text_changed' && text?.new && objects.roomsAt(box).newer?.number === text.new.text;
  // The names of some rooms are unknown words, which alone are not labels of rooms.
  if (2 * parts.filter(isNumber).length <= parts.length) return null;
  const list = parts.flatMap(({ text }) => (text?.old && text.new ? [`${text.old.text} → ${text.new.text}`] : []));
  return {
    description: `${parts.length} rooms renumbered: ${list.slice(0, 3).join(', ')}${list.length > 3 ? ', …' : ''}`,
    quantity: { value: parts.length, unit: 'each' },
  };
};

const describeDimension = (change: Change, { objects }: ObjectContext): ObjectWording | null => {
  const [before, after] = [change.text?.old?.text, change.text?.new?.text];
  if (change.kind !== 'text_changed' || before === undefined || after === undefined) return null;
  const found = objects.dimensionAt(change.box);
  if (!found?.between) return null;
  const [from, to] = found.between;
  return { description: `Dimension ${before} → ${after} between grid ${from} and ${to}` };
};

/** Describes what moved by its tag, as in `Window W3, one of 12, moved 0.60 m to the right near grid C/4`. */
const describeMoved = (change: Change, context: ObjectContext): ObjectWording | null => {
  const { objects, where, wayTo, object } = context;
  const { kind, text, box, from } = change;
  if (kind !== 'text_moved' && kind !== 'graphic_moved') return null;
  const own = text?.new?.text;
  const tag = objects.tagAt(text?.new?.box ?? box, own);
  // A line is described by its length.
  if (!tag && (text || isLong(box.width, box.height))) return null;
  const schedule = tag && objects.scheduleOf(tag.name);
  const isDrawn =
    !tag || Math.max(box.width, box.height) > minimumDrawnTagRatio * Math.max(tag.box.width, tag.box.height);
  const what = object ?? (isDrawn ? 'Symbol' : 'Tag');
  const named = tag ? `${what} ${tag.name}${countOf(tag.count)}` : what;
  const origin = text?.old?.box ?? from!;
  return {
    description: `${named} moved ${wayTo(origin, text?.new?.box ?? box)}, ${where}${schedule ? ` (${schedule})` : ''}`,
    quantity: { value: 1, unit: 'each' },
    ...(schedule && { trade: tradeOf(schedule) }),
  };
};

/** Describes a change by the object of the drawing that it changes; null if there is none. */
export const describeObject = (change: Change, context: ObjectContext): ObjectWording | null => {
  for (const describe of [
    describeMoved,
    describeRoom,
    describeRooms,
    describeDimension,
    describeDoorOfOne,
    describeWall,
    describeChangedDoor,
  ]) {
    const said = describe(change, context);
    if (said) return said;
  }
  return null;
};
