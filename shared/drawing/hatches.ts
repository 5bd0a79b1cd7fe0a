import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { Groups } from './groups.ts';
import { type Line, lengthOf } from './line.ts';
import type { Bounds } from './linework.ts';
import {
  maximumSpacingPoints,
  minimumHatchLinePoints,
  minimumHatchLines,
  minimumHatchOverlapShare,
  minimumSpacingPoints,
  minimumUprightHatchLines,
  spacingTolerancePoints,
  spacingToleranceShare,
} from './thresholds/symbols.ts';

/** A family of equally spaced parallel lines. Points, as displayed. */
export interface Hatch {
  /** Direction of its lines in degrees clockwise from the x axis, 0 to 180. */
  angle: number;
  /** Distance between adjacent lines. */
  spacing: number;
  /** Number of its lines. */
  lines: number;
  colour: string;
  layer: string | null;
  box: Bounds;
  /** 0 to 1. */
  confidence: number;
}

/** Width in degrees of the classes of direction. */
const classDegrees = 1;
const classCount = 180 / classDegrees;
/** Number of further lines that are tried as the next one. */
const maximumTries = 24;
const maximumHatches = 500;

interface Strand {
  index: number;
  /** Distance from the origin across the direction, and the ends along it. */
  offset: number;
  from: number;
  to: number;
}

/** Groups lines by pen and direction. */
const familiesOf = ({ lines, pens }: Coverage): Map<number, Strand[]> => {
  const families = new Map<number, Strand[]>();
  for (const [index, line] of lines.entries()) {
    const length = lengthOf(line);
    if (length < minimumHatchLinePoints || pens[line.pen]!.edge) continue;
    const degrees = (Math.atan2(line.y1 - line.y0, line.x1 - line.x0) * 180) / Math.PI;
    const kind = Math.round((degrees + 180) / classDegrees) % classCount;
    // Lines are measured along the direction of their class, so that offsets are comparable.
    const turn = (kind * classDegrees * Math.PI) / 180;
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
    const a = ux * line.x0 + uy * line.y0;
    const b = ux * line.x1 + uy * line.y1;
    const offset = (-uy * (line.x0 + line.x1) + ux * (line.y0 + line.y1)) / 2;
    const key = line.pen * classCount + kind;
    const strand = { index, offset, from: Math.min(a, b), to: Math.max(a, b) };
    const known = families.get(key);
    if (known) known.push(strand);
    else families.set(key, [strand]);
  }
  return families;
};

/** Returns, for each strand in the order of their offsets, the next one beside it and its distance. */
const nextOf = (strands: readonly Strand[]): { next: Int32Array; gap: Float64Array } => {
  const next = new Int32Array(strands.length).fill(-1);
  const gap = new Float64Array(strands.length);
  for (const [i, strand] of strands.entries()) {
    for (let j = i + 1; j < Math.min(strands.length, i + 1 + maximumTries); j++) {
      const other = strands[j]!;
      const distance = other.offset - strand.offset;
      if (distance > maximumSpacingPoints) break;
      if (distance < minimumSpacingPoints) continue;
      const common = Math.min(strand.to, other.to) - Math.max(strand.from, other.from);
      if (common < minimumHatchOverlapShare * Math.min(strand.to - strand.from, other.to - other.from)) continue;
      next[i] = j;
      gap[i] = distance;
      break;
    }
  }
  return { next, gap };
};

/** Returns groups of strands in which each is followed by the next at the same distance. */
const evenGroups = (strands: readonly Strand[]): { members: number[]; spacing: number }[] => {
  const { next, gap } = nextOf(strands);
  const groups = new Groups(strands.length);
  const isEven = (a: number, b: number) =>
    Math.abs(a - b) <= Math.max(spacingTolerancePoints, spacingToleranceShare * Math.min(a, b));
  for (let i = 0; i < strands.length; i++) {
    const j = next[i]!;
    if (j < 0) continue;
    const k = next[j]!;
    if (k < 0 || !isEven(gap[i]!, gap[j]!)) continue;
    groups.join(i, j);
    groups.join(j, k);
  }
  return groups
    .all()
    .filter((members) => members.length >= minimumHatchLines)
    .map((members) => {
      const gaps = members.flatMap((i) => (next[i]! >= 0 ? [gap[i]!] : [])).sort((a, b) => a - b);
      return { members, spacing: gaps[gaps.length >> 1] ?? 0 };
    });
};

/** Finds the hatches of a page, the one with most lines first, and the lines that belong to them. */
export const hatchesOf = (
  coverage: Coverage,
  layers: readonly string[],
  tables: readonly { box: Bounds }[],
): { hatches: Hatch[]; members: Set<Line> } => {
  const { lines, pens } = coverage;
  const hatches: Hatch[] = [];
  const members = new Set<Line>();
  for (const [key, family] of familiesOf(coverage)) {
    if (family.length < minimumHatchLines) continue;
    const [pen, kind] = [Math.floor(key / classCount), key % classCount];
    const angle = kind * classDegrees;
    const isUpright = angle % 90 === 0;
    family.sort((a, b) => a.offset - b.offset || a.from - b.from);
    for (const group of evenGroups(family)) {
      if (group.members.length < (isUpright ? minimumUprightHatchLines : minimumHatchLines)) continue;
      const own = group.members.map((i) => lines[family[i]!.index]!);
      const box = boundsOf(own.flatMap(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]));
      const inTable = tables.some(
        ({ box: table }) =>
          box.left > table.left - 2 &&
          box.right < table.right + 2 &&
          box.top > table.top - 2 &&
          box.bottom < table.bottom + 2,
      );
      if (inTable) continue;
      for (const line of own) members.add(line);
      const { colour, layer } = pens[pen]!;
      hatches.push({
        angle,
        spacing: Math.round(group.spacing * 100) / 100,
        lines: own.length,
        colour,
        layer: layer === null ? null : (layers[layer] ?? null),
        box,
        confidence: Math.round((isUpright ? 0.6 : 0.75) * 100 + Math.min(20, own.length)) / 100,
      });
    }
  }
  return { hatches: hatches.sort((a, b) => b.lines - a.lines).slice(0, maximumHatches), members };
};
