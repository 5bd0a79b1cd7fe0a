import { elementsOf, makeDetailSheet } from './detail-sheet.ts';
import { type DrawnBox, type Element, element, seededRandom, text, wrap } from './drawing.ts';
import { inkOf } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Lists of numbered notes and paragraphs. */

const NOTES = [
  'DO NOT SCALE FROM THIS DRAWING. CHECK ALL DIMENSIONS ON SITE BEFORE WORK IS PUT IN HAND.',
  'ALL STRUCTURAL TIMBER TO BE GRADE C24 AND TREATED AGAINST INSECT ATTACK.',
  'LINTELS TO HAVE A MINIMUM END BEARING OF 150.',
  'DAMP PROOF COURSES TO BE LAPPED 100 AT ALL JOINTS AND SEALED WITH THE MANUFACTURERS ADHESIVE TAPE.',
  'RAINWATER GOODS TO BE COATED ALUMINIUM IN THE COLOUR OF THE WINDOWS.',
  'FIRE STOPPING TO ALL PENETRATIONS OF COMPARTMENT WALLS AND FLOORS.',
  'INSULATION TO BE TIGHTLY FITTED WITHOUT GAPS AND FIXED ACCORDING TO THE SPECIFICATION.',
  'PROVIDE MOVEMENT JOINTS IN BRICKWORK AT CENTRES NOT EXCEEDING 10 M.',
];

const size = 6;
const lineHeight = 8.4;

/** Numbered notes in a free field of a sheet, each with a hanging indentation. */
const lay = (notes: readonly string[], cell: DrawnBox, width = cell.width - 50): Element[] => {
  let y = cell.y + 20;
  return notes.map((words, i) => {
    const rows = wrap(words, width, size);
    const made = element(`note/${i}`, 'note', [
      text(`${i + 1}.`, cell.x + 10, y, { size }),
      ...rows.map((row, k) => text(row, cell.x + 24, y + k * lineHeight, { size })),
    ]);
    y += rows.length * lineHeight + 3;
    return made;
  });
};

/** A note inserted into a list, another removed; the others are shifted and renumbered. */
export const numberedNotes = (seed: number): KindPair => {
  const r = seededRandom(seed, 'numbered');
  const sheet = makeDetailSheet(seed);
  const elements = elementsOf(sheet);
  const [cell] = sheet.free as [DrawnBox];
  const [more, ...order] = r.shuffle(NOTES);
  const [at, gone] = [r.int(1, 2), 4];
  const after = [...order.slice(0, at), more!, ...order.slice(at).filter((note) => note !== order[gone])];
  const [old, now] = [lay(order, cell), lay(after, cell)];
  return {
    older: { size: sheet.page, elements: [...elements, ...old] },
    newer: { size: sheet.page, elements: [...elements, ...now] },
    truth: [inkOf([now[at]!]), inkOf([old[gone]!])],
  };
};

/** A list of notes set in a narrower column: other line breaks, the same words; one value among them changed. */
export const reflowedNotes = (seed: number): KindPair => {
  const r = seededRandom(seed, 'reflowed');
  const sheet = makeDetailSheet(seed);
  const elements = elementsOf(sheet);
  const [cell] = sheet.free as [DrawnBox];
  const order = r.shuffle(NOTES).slice(0, 6);
  const lintels = 'LINTELS TO HAVE A MINIMUM END BEARING OF 150.';
  const before = [...order.filter((note) => note !== lintels), lintels];
  const after = before.map((note) => note.replace('BEARING OF 150', 'BEARING OF 200'));
  const now = lay(after, cell, cell.width - 70);
  return {
    older: { size: sheet.page, elements: [...elements, ...lay(before, cell)] },
    newer: { size: sheet.page, elements: [...elements, ...now] },
    truth: [inkOf([now.at(-1)!])],
  };
};
