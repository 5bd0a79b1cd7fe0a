import { reviseSheet, type SheetSize } from './drawings/index.ts';

/**
 * Draws a floor plan and its next revision, with number, date and a row of the revision table in its title block, and
 * five differences in the drawing itself.
 */
export const sampleRevisions = (seed: string, size?: SheetSize) => {
  const { v1, v2 } = reviseSheet({
    sheet: {
      kind: 'floor-plan',
      sheet_number: 'A-101',
      revision: 'A',
      date: '2026-03-12',
      seed,
      ...(size && { size }),
    },
    changes: [
      ...(['revision', 'date', 'revision_row'] as const),
      ...(['door_moved', 'wall_added', 'window_removed', 'room_renamed', 'dimension_text'] as const),
    ],
    revision: 'B',
    date: '2026-05-04',
  });
  return { older: new Uint8Array(v1), newer: new Uint8Array(v2) };
};
