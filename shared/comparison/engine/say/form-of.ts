import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { eachMarkIn } from '../differ/each-mark.ts';
import { inkGreys } from '../differ/thresholds.ts';
import type { Box } from '../geometry.ts';
import { rectangleOf } from './rectangles.ts';
import {
  fillEdgeDistancePoints,
  formClearancePoints,
  maximumCrossedShare,
  maximumLineBreadthPoints,
  minimumFilledShare,
} from './thresholds.ts';

/** The name of linework by its form alone. */
export type Form = 'Line' | 'Symbol' | 'Rectangle' | 'Sheet frame' | 'Filled area' | 'Linework';

const pointsPerMillimetre = 72 / 25.4;
/** Maximum size in points of a symbol on paper; larger objects are never symbols. */
const maximumSymbolPoints = 12 * pointsPerMillimetre;

/** Whether one side is more than eight times the other. */
export const isLong = (one: number, other: number): boolean => Math.max(one, other) > 8 * Math.min(one, other);

/** Whether a box on a sheet is surrounded by paper, so that its content is an object of its own. */
const standsAlone = (box: Box, picture: Uint8Array, { width, height, density }: AlignedSheets): boolean => {
  const [left, top] = [
    Math.floor((box.x - formClearancePoints) * density),
    Math.floor((box.y - formClearancePoints) * density),
  ];
  const right = Math.ceil((box.x + box.width + formClearancePoints) * density);
  const bottom = Math.ceil((box.y + box.height + formClearancePoints) * density);
  let [crossed, round] = [0, 0];
  const countPixel = (x: number, y: number) => {
    round++;
    if (x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < inkGreys) crossed++;
  };
  for (let x = left; x <= right; x++) for (const y of [top, bottom]) countPixel(x, y);
  for (let y = top + 1; y < bottom; y++) for (const x of [left, right]) countPixel(x, y);
  return crossed <= maximumCrossedShare * round;
};

/** Whether marks cover an area. Strokes, however close, leave paper between them or end within a stroke's breadth. */
const isFilled = ({ x, y, width: across, height: down }: Box, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { width, height, density } = sheets;
  const off = Math.ceil(fillEdgeDistancePoints * density);
  const pixels = {
    ...{ left: Math.max(0, Math.floor(x * density)), top: Math.max(0, Math.floor(y * density)) },
    ...{ right: Math.min(width, Math.ceil((x + across) * density)) },
    ...{ bottom: Math.min(height, Math.ceil((y + down) * density)) },
  };
  let [count, inside] = [0, 0];
  eachMarkIn(marks, width, pixels, (_, __, at) => {
    count++;
    if (marks[at - off] && marks[at + off] && marks[at - off * width] && marks[at + off * width]) inside++;
  });
  return count >= minimumFilledShare * across * down * density * density && inside >= minimumFilledShare * count;
};

/**
 * Returns the form of changed linework. A name must not claim more than is visible: small linework is a symbol only
 * if it is surrounded by paper on each sheet that has it.
 * @param change added, removed or redrawn linework; its box is in points of the newer sheet
 */
export const formOf = (change: Change, marks: Uint8Array, sheets: AlignedSheets): Form => {
  const { kind, box } = change;
  const { older, newer } = sheets;
  const [longer, shorter] = [Math.max(box.width, box.height), Math.min(box.width, box.height)];
  if (isLong(longer, shorter) && shorter < maximumLineBreadthPoints) return 'Line';
  const having = { graphic_added: [newer], graphic_removed: [older] }[kind as 'graphic_added'];
  if (longer < maximumSymbolPoints && (having ?? [older, newer]).every((picture) => standsAlone(box, picture, sheets)))
    return 'Symbol';
  const rectangle = rectangleOf(change, marks, sheets);
  if (rectangle) return rectangle;
  return kind !== 'graphic_changed' && isFilled(box, marks, sheets) ? 'Filled area' : 'Linework';
};
