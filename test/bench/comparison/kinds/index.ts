import type { DrawnBox } from './drawing.ts';
import { blocks, paperSize, rows, rowsApart, viewMoved, viewRescaled, viewsArranged } from './layout-kinds.ts';
import { numberedNotes, reflowedNotes } from './note-kinds.ts';
import { draw, type KindPair } from './pair.ts';
import { markUps, rasters } from './picture-kinds.ts';
import {
  clouds,
  colours,
  denseHatch,
  greyGround,
  hatches,
  lineStyles,
  lineWeights,
  masks,
  mirroredThings,
  paleInk,
} from './style-kinds.ts';
import { scheduleCells, scheduleColumn, scheduleSorted } from './table-kinds.ts';
import { logos, longNotes, roomNumbers, signs, tinyText, turnedText } from './text-kinds.ts';
import { viewsWithoutWords } from './wordless-kinds.ts';

/** Kinds of change that are hard to compare, each with the sheets that it is drawn on. */
export const KINDS = {
  rows,
  'rows apart': rowsApart,
  'schedule cells': scheduleCells,
  'schedule sorted': scheduleSorted,
  'schedule column': scheduleColumn,
  blocks,
  'view moved': viewMoved,
  'views arranged': viewsArranged,
  'view rescaled': viewRescaled,
  'views without words': viewsWithoutWords,
  'paper size': paperSize,
  colours,
  'line styles': lineStyles,
  'line weights': lineWeights,
  hatches,
  'dense hatch': denseHatch,
  'pale ink': paleInk,
  'grey ground': greyGround,
  clouds,
  mirrored: mirroredThings,
  masks,
  'tiny text': tinyText,
  'turned text': turnedText,
  'long notes': longNotes,
  'numbered notes': numberedNotes,
  'reflowed notes': reflowedNotes,
  'room numbers': roomNumbers,
  signs,
  logos,
  rasters,
  'mark-ups': markUps,
} as const satisfies Record<string, (seed: number) => KindPair | Promise<KindPair>>;

export type Kind = keyof typeof KINDS;

/** Two versions of a sheet as PDF, with the boxes that a comparison should report, points of the newer page. */
export interface DrawnPair {
  older: Uint8Array;
  newer: Uint8Array;
  width: number;
  height: number;
  truth: DrawnBox[];
}

export const drawKind = async (kind: Kind, seed: number): Promise<DrawnPair> => {
  const pair = await KINDS[kind](seed);
  return { older: draw(pair.older), newer: draw(pair.newer), ...pair.newer.size, truth: pair.truth };
};

/** The kind's older sheet twice, the second time offset by a fraction of a point, as by another producer. */
export const drawUnchanged = async (kind: Kind, seed: number): Promise<DrawnPair> => {
  const { older } = await KINDS[kind](seed);
  const aside = 0.2 + (seed % 5) * 0.13;
  return {
    older: draw(older),
    newer: draw({ ...older, matrix: [1, 0, 0, 1, aside, 0.37] }),
    ...older.size,
    truth: [],
  };
};
