import { RIGHT_TO_LEFT } from '../reading-order.ts';
import { areAligned, sideOf } from './cells.ts';
import type { LabelKind } from './label-words.ts';
import type { Line } from './lines.ts';
import type { Label } from './segments.ts';

type Side = 'right' | 'below' | 'above' | 'left';

/**
 * The position of a value relative to a label; `cost` is 0 directly next to it and grows with the distance, up to 2.
 */
interface Relation {
  label: Label;
  side: Side;
  cost: number;
}

const MAXIMUM_COST = 2;
/** Additional cost of a value on a given side of its label, by the layout of the title block. */
export type Habit = Record<Side, number>;

/** Labels below their values are the exception. */
const UNKNOWN: Habit = { right: 0, below: 0.2, above: 0.6, left: 0.7 };
const HABITS: Record<Side, Habit> = {
  right: { right: 0, below: 0.7, above: 1.3, left: 1.3 },
  below: { right: 0.2, below: 0, above: 1.3, left: 1.3 },
  above: { right: 0.2, below: 0.8, above: 0, left: 1.3 },
  left: { right: 0.8, below: 1.2, above: 1.2, left: 0 },
};
const NO_HABIT: Habit = { right: 0.05, below: 0, above: 0.1, left: 0.2 };

const middle = (line: Line): number => (line.v0 + line.v1) / 2;

/**
 * Additional cost of a rule between label and value: of one that only separates a label's cell from its value's, in the
 * same row or column or not, and of any other.
 */
const BORDER_COST = { neighbour: 0.1, misaligned: 0.45, other: 0.9 };
/** Cost of a label and a value that share a small cell, whatever their distance. */
const SHARED_CELL_COST = 0.35;

/** Returns the relation of a label and a value by the ruled cells that contain them, else by their distance. */
const relate = (label: Label, value: Line, habit: Habit): Relation | null => {
  if (label.angle !== value.angle) return relateTurned(label, value);
  const near = relateByDistance(label, value, habit);
  if (!label.cell || !value.cell) return near;
  if (label.cell === value.cell) {
    const side = near?.side ?? (middle(value) > middle(label) ? 'below' : 'right');
    return { label, side, cost: Math.min(near?.cost ?? MAXIMUM_COST, SHARED_CELL_COST + (near?.cost ?? 1) / 4) };
  }
  const side = label.alone ? sideOf(label.cell, value.cell) : null;
  if (side) {
    const distance = side === 'left' ? MAXIMUM_COST : (near?.cost ?? MAXIMUM_COST);
    const border = areAligned(label.cell, value.cell, side) ? BORDER_COST.neighbour : BORDER_COST.misaligned;
    const cost = border + Math.min(habit[side], distance);
    return { label, side, cost };
  }
  return near && near.cost + BORDER_COST.other <= MAXIMUM_COST
    ? { ...near, cost: near.cost + BORDER_COST.other }
    : null;
};

/** Maximum gap between a label along the side of a cell and the value in the cell, in the value's font sizes. */
const MAXIMUM_TURNED_GAP_SIZES = 2;
const TURNED_COST = 0.2;

/** Returns the relation of a label that is printed upwards or downwards along the left side of a value. */
const relateTurned = (label: Label, value: Line): Relation | null => {
  const { turned } = label;
  if (!turned || turned.angle !== value.angle) return null;
  const gap = value.u0 - turned.u1;
  const isBeside = Math.min(turned.v1, value.v1) - Math.max(turned.v0, value.v0) > 0.5 * label.size;
  if (!isBeside || gap < -0.4 * label.size || gap > MAXIMUM_TURNED_GAP_SIZES * value.size) return null;
  return { label, side: 'right', cost: TURNED_COST + Math.max(0, gap) / (14 * label.size) };
};

const relateByDistance = (label: Label, value: Line, habit: Habit): Relation | null => {
  const { size } = label;
  // Values are in the centre or right of the cell whose upper left corner has the label, rarely further left.
  const apart = Math.max(0, (value.u0 - label.u1) / 25, (label.u0 - value.u1) / 6) / size;
  const level = Math.min(Math.abs(middle(value) - middle(label)), Math.abs(value.v1 - label.v1));
  let best: Relation | null = null;
  const offer = (side: Side, cost: number): void => {
    if (cost <= MAXIMUM_COST && (!best || cost < best.cost)) best = { label, side, cost };
  };
  if (value.u0 > label.u1 - 0.4 * size && level <= 0.5 * Math.max(size, Math.min(value.size, 2 * size))) {
    offer('right', Math.max(0, value.u0 - label.u1) / (14 * size) + habit.right);
  }
  if (RIGHT_TO_LEFT.test(label.text) && value.u1 < label.u0 + 0.4 * size && level <= 0.5 * Math.max(size, value.size)) {
    offer('left', Math.max(0, label.u0 - value.u1) / (14 * size) + habit.right);
  }
  const vertical = (gap: number, extra: number, side: Side): void => {
    if (gap > -0.45 * Math.max(size, 0.5 * value.size)) {
      offer(side, Math.max(0, gap) / (5 * size + 0.4 * value.size) + apart + extra);
    }
  };
  if (middle(value) > middle(label) + 0.4 * size) vertical(value.v0 - label.v1, habit.below, 'below');
  if (middle(value) < middle(label) - 0.4 * size) vertical(label.v0 - value.v1, habit.above, 'above');
  return best;
};

/** The labels near a value. */
export interface Owned {
  /** Returns how certainly (0..1) a label of the kind owns the value; at most half if another label is nearer. */
  of: (kind: LabelKind) => number;
  /** Returns the nearest label of the kind. */
  label: (kind: LabelKind) => Label | null;
  /** The kind of the nearest label; null without one. */
  nearest: LabelKind | null;
  nearestCost: number;
  nearestLabel: Label | null;
}

/** A date or a scale, whose label is certain; `weight` is larger in the areas of title blocks. */
export interface Typed {
  value: Line;
  kind: LabelKind;
  weight: number;
}

/** Determines on which side of labels a block prints its values, from its dates and scales. */
export const habitOf = (typed: readonly Typed[], labels: readonly Label[]): Habit => {
  const nearest = new Map<Label, Relation & { weight: number }>();
  for (const { value, kind, weight } of typed) {
    const relations = labels
      .filter((label) => label.kind === kind)
      .flatMap((label) => relate(label, value, NO_HABIT) ?? []);
    const [best] = relations.sort((a, b) => a.cost - b.cost);
    const known = best && nearest.get(best.label);
    // A label has one value: the dates of a list above its heading count once.
    if (best && best.cost <= 1.2 && (!known || best.cost < known.cost)) nearest.set(best.label, { ...best, weight });
  }
  const counts = new Map<Side, number>();
  for (const { side, weight } of nearest.values()) counts.set(side, (counts.get(side) ?? 0) + weight);
  const [side] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return side ? HABITS[side] : UNKNOWN;
};

/** Returns the labels that may own a value. */
export const owners = (value: Line, labels: readonly Label[], habit: Habit): Owned => {
  const best = new Map<LabelKind, Relation>();
  let nearest: Relation | null = null;
  for (const label of labels) {
    const relation = relate(label, value, habit);
    if (!relation) continue;
    const known = best.get(label.kind);
    if (!known || relation.cost < known.cost) best.set(label.kind, relation);
    if (!nearest || relation.cost < nearest.cost) nearest = relation;
  }
  const of = (kind: LabelKind): number => {
    const relation = best.get(kind);
    if (!relation || !nearest) return 0;
    const rivalry = relation.cost - nearest.cost < 0.02 ? 1 : relation.cost - nearest.cost < 0.25 ? 0.55 : 0.25;
    return (rivalry * (relation.label.certain ? 1 : 0.85)) / (1 + 0.6 * relation.cost);
  };
  return {
    of,
    label: (kind) => best.get(kind)?.label ?? null,
    nearest: nearest?.label.kind ?? null,
    nearestCost: nearest?.cost ?? Number.POSITIVE_INFINITY,
    nearestLabel: nearest?.label ?? null,
  };
};
