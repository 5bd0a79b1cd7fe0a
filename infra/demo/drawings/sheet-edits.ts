import type { DrawnBox } from './drawing-geometry.ts';
import { grow, overlaps } from './drawing-geometry.ts';
import { textWidth, wrap } from './font.ts';
import type { DrawnSheet } from './make-sheet.ts';
import { reword } from './notes.ts';
import { type Element, element, elementBox, retext, type TextPrimitive, text } from './primitives.ts';
import type { Random } from './random.ts';

/** The kinds of changes that a revision can make to a sheet. */
export const CHANGES = [
  'dimension_text',
  'dimension_removed',
  'door_moved',
  'door_added',
  'door_removed',
  'window_added',
  'window_removed',
  'wall_added',
  'wall_removed',
  'room_renamed',
  'room_label_moved',
  'note_added',
  'note_removed',
  'note_reworded',
  'cell_text',
  'revision',
  'date',
  'revision_row',
] as const;

export type EditKind = (typeof CHANGES)[number];

/** One way to make a change: ids of elements to remove and elements to add. */
export interface Edit {
  change: EditKind;
  drop: readonly string[];
  put: readonly Element[];
}

const texts = (e: Element): TextPrimitive[] => e.primitives.filter((p) => p.type === 'text');

/** Returns the element with its first text replaced. */
const reworded = (e: Element, content: (old: string) => string): Element => {
  const target = texts(e)[0]!;
  return { ...e, primitives: e.primitives.map((p) => (p === target ? retext(target, content(target.text)) : p)) };
};

const otherDimension =
  (r: Random) =>
  (old: string): string => {
    const imperial = /^(\d+)'-(\d+)"$/.exec(old);
    const step = r.pick([-2, -1, 1, 2, 3]);
    if (imperial) return `${Number(imperial[1]) + step}'-${(Number(imperial[2]) + 5) % 12}"`;
    return String(Number(old) + step * 150);
  };

const RENAMES = ['ARCHIVE', 'PRAYER ROOM', 'RECEPTION', 'SERVER ROOM', 'REHEARSAL', 'PARENTS ROOM'];

/** Returns the note with a new text at the same position; null if it would need another line. */
const rewriteNote = (e: Element, r: Random): Element | null => {
  const [number, ...body] = texts(e);
  const first = body[0]!;
  const words = reword(body.map((t) => t.text).join(' '), r);
  const width = Math.max(...body.map((t) => textWidth(t.text, t.size)));
  const leading = first.size * 1.35;
  const rows = wrap(words, width + first.size, first.size);
  if (rows.length > body.length) return null;
  return element(e.id, 'note', [
    number!,
    ...rows.map((row, i) => text(row, first.x, first.y + i * leading, { size: first.size })),
  ]);
};

const moved = (e: Element, dx: number, dy: number): Element => ({
  ...e,
  primitives: texts(e).map((t) => text(t.text, t.x + dx, t.y + dy, t)),
});

/**
 * Returns all possible edits for a change on this sheet, in random order; those of the title block come from
 * `reissued`.
 */
export const editsFor = (change: EditKind, sheet: DrawnSheet, reissued: DrawnSheet, r: Random): Edit[] => {
  const having = (role: string): Element[] => r.shuffle(sheet.elements.filter((e) => e.role === role));
  const spare = (role: string): Element[] => r.shuffle(sheet.spares.filter((e) => e.role === role));
  const drop = (e: Element): Edit => ({ change, drop: [e.id], put: [] });
  const put = (e: Element): Edit => ({ change, drop: [], put: [e] });
  const swap = (e: Element, other: Element): Edit => ({ change, drop: [e.id], put: [other] });
  const block = (id: string): Edit[] => {
    const [before, after] = [sheet, reissued].map((s) => s.elements.find((e) => e.id === id));
    return before && after ? [swap(before, after)] : [];
  };
  const walls = (): Element[] =>
    having('wall').filter((e) => !/wall\/(top|bottom|left|right|corridor|party)/.test(e.id));
  const names = (): Element[] =>
    having('room').filter((e) => e.id.startsWith('room-name/') && texts(e)[0]!.font === 'bold');
  switch (change) {
    case 'dimension_text':
      return having('dimension').map((e) => swap(e, reworded(e, otherDimension(r))));
    case 'dimension_removed':
      return having('dimension').map(drop);
    case 'door_moved':
      return having('door').flatMap((e) => {
        const to = sheet.spares.find((s) => s.id === `${e.id}B`);
        return to ? [swap(e, to)] : [];
      });
    case 'door_added':
      return spare('door').map(put);
    case 'door_removed':
      return having('door').map(drop);
    case 'window_added':
      return spare('window').map(put);
    case 'window_removed':
      return having('window').map(drop);
    case 'wall_added':
      return [...spare('wall'), ...spare('footing')].map(put);
    case 'wall_removed':
      return walls().map(drop);
    case 'room_renamed':
      return names().map((e) =>
        swap(
          e,
          reworded(e, () => r.pick(RENAMES)),
        ),
      );
    case 'room_label_moved':
      return names().map((e) => swap(e, moved(e, 0, -texts(e)[0]!.size * 3)));
    case 'note_added':
      return spare('note').map(put);
    case 'note_removed':
      return having('note').map(drop);
    case 'note_reworded':
      return having('note').flatMap((e) => {
        const other = rewriteNote(e, r);
        return other ? [swap(e, other)] : [];
      });
    case 'cell_text':
      return having('cell')
        .filter((e) => /\d/.test(texts(e)[0]!.text))
        .map((e) =>
          swap(
            e,
            reworded(e, (old) => old.replace(/\d(?=\D*$)/, (d) => String((Number(d) + 3) % 10))),
          ),
        );
    case 'revision':
      return block('title-block/revision');
    case 'date':
      return block('title-block/date');
    case 'revision_row': {
      const added = reissued.elements.filter(
        (e) => e.id.startsWith('title-block/revisions/') && !sheet.elements.some((s) => s.id === e.id),
      );
      return added.map(put);
    }
  }
};

/** Elements that an edit may cover without making the sheet illegible. */
const PATIENT = new Set([
  'grid',
  'facade',
  'frame',
  'table',
  'fixture',
  'wall',
  'column',
  'title-block',
  'section-mark',
  'ceiling',
]);

/** Whether the added elements do not overlap anything that must stay legible. */
export const isClear = (edit: Edit, sheet: DrawnSheet): boolean => {
  const rest = sheet.elements.filter((e) => !edit.drop.includes(e.id) && !PATIENT.has(e.role));
  return edit.put.every((item) => {
    const patient =
      item.role === 'dimension' || item.role === 'cell' || item.role === 'note' || item.role === 'title-block';
    if (patient) return true;
    const boxes: DrawnBox[] = item.role === 'wall' ? [elementBox(item)] : item.primitives.map((p) => p.box);
    return rest.every((e) => e.primitives.every((p) => boxes.every((b) => !overlaps(grow(b, -0.5), p.box))));
  });
};
