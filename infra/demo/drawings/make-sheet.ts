import { section } from './building-section.ts';
import { doorSchedule } from './door-schedule.ts';
import { titleBlock } from './draw-title-block.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import { elevation } from './elevation.ts';
import { type DrawnElements, floorPlan } from './floor-plan.ts';
import { foundationPlan } from './foundation.ts';
import { notesFor, SPARE_NOTES } from './notes.ts';
import { type ResolvedSheet, resolveSheet, type SheetKind, type SheetOptions } from './options.ts';
import type { Element } from './primitives.ts';
import { seededRandom } from './random.ts';
import { legend, notesList } from './side-column.ts';
import { MM } from './units.ts';
import type { DrawnView } from './view.ts';

/** A sheet before it is written: its elements, and those that a revision may add. */
export interface DrawnSheet {
  options: ResolvedSheet;
  elements: Element[];
  spares: Element[];
  titleBlock: DrawnBox;
}

const PEN = { A1: 1, 'ARCH D': 1, A2: 0.85, A3: 0.72 } as const;

const DRAW: Record<SheetKind, (sheet: ResolvedSheet, area: DrawnBox, pen: number) => DrawnElements> = {
  'floor-plan': floorPlan,
  elevation,
  section,
  'foundation-plan': foundationPlan,
  'door-schedule': doorSchedule,
};

/** Lays out a sheet: frame and title block, a column of notes and legend, and the drawing in the remaining area. */
export const makeSheet = (options: SheetOptions = {}): DrawnSheet => {
  const sheet = resolveSheet(options);
  const pen = PEN[sheet.size];
  const block = titleBlock(sheet);
  const gap = 8 * MM * pen;
  const wide = sheet.titleBlock === 'corner' ? block.box.width : 105 * MM * pen;
  const column = { ...block.free, x: block.free.x + block.free.width - wide, width: wide - gap };
  const area = { ...block.free, width: block.free.width - wide - gap };
  const view: DrawnView = { x: 0, y: 0, k: 1, units: sheet.units, pen };
  const notes = notesFor(seededRandom(sheet.seed, 'notes'), sheet.kind);
  const drawn = DRAW[sheet.kind](sheet, area, pen);
  const listed = notesList(view, 'GENERAL NOTES', [...notes, SPARE_NOTES[0]!], column);
  const key = sheet.kind !== 'floor-plan' ? { elements: [] } : legend(view, { ...column, y: listed.end + gap });
  const last = `note/${notes.length + 1}`;
  return {
    options: sheet,
    titleBlock: block.box,
    elements: [...block.elements, ...drawn.elements, ...listed.elements.filter((e) => e.id !== last), ...key.elements],
    spares: [...drawn.spares, ...listed.elements.filter((e) => e.id === last)],
  };
};
