import { elementsOf, makeDetailSheet } from './detail-sheet.ts';
import {
  type DrawnBox,
  type DrawnPoint,
  type Element,
  element,
  grow,
  makeSheet,
  overlaps,
  rect,
  seededRandom,
  text,
  textWidth,
  transformBox,
  wrap,
} from './drawing.ts';
import { edited, inkOf, respelt } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Changes of lettering: tiny, slanting, reflowed, renumbered. */

const apart = (elements: readonly Element[], count: number): Element[] => {
  const taken: DrawnBox[] = [];
  return elements.filter((e) => {
    const box = grow(inkOf([e]), 12);
    if (taken.length >= count || taken.some((other) => overlaps(box, other))) return false;
    taken.push(box);
    return true;
  });
};

/** Lettering of 2.6 to 3.6 points in pin tables, with changed digits. */
export const tinyText = (seed: number): KindPair => {
  const r = seededRandom(seed, 'tiny');
  const sheet = makeDetailSheet(seed);
  const make = (value: string, x: number, y: number, size: number, i: number) =>
    element(`tiny/${i}`, 'text', text(value, x, y, { size }));
  const entries = sheet.free.flatMap((cell, c) =>
    Array.from({ length: 40 }, (_, i) => ({
      x: cell.x + 10 + (i % 4) * 38,
      y: cell.y + 20 + Math.floor(i / 4) * 12,
      size: 2.6 + 0.5 * c + 0.1 * (i % 4),
      value: `${r.pick(['Ø', 'T', 'X'])}${r.int(10, 99)}-${r.int(100, 999)}`,
    })),
  );
  const changed = new Set([r.int(0, 18), r.int(21, 38), r.int(41, 58), r.int(61, 78)]);
  const before = entries.map((e, i) => make(e.value, e.x, e.y, e.size, i));
  const after = entries.map((e, i) =>
    make(changed.has(i) ? e.value.replace(/\d$/, (d) => String((Number(d) + 4) % 10)) : e.value, e.x, e.y, e.size, i),
  );
  const elements = elementsOf(sheet);
  return {
    older: { size: sheet.page, elements: [...elements, ...before] },
    newer: { size: sheet.page, elements: [...elements, ...after] },
    truth: [...changed].map((i) => inkOf([after[i]!])),
  };
};

interface Slanted {
  words: string;
  at: DrawnPoint;
  turn: number;
}

const size = 7;

const slantedBox = ({ words, at: [x, y], turn }: Slanted): DrawnBox => {
  const angle = (turn * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return transformBox({ x: 0, y: -size * 0.72, width: textWidth(words, size), height: size * 0.74 }, [
    c,
    s,
    -s,
    c,
    x,
    y,
  ]);
};

/** Slanting street names and pipe runs; three changed, one added, one removed. */
export const turnedText = (seed: number): KindPair => {
  const r = seededRandom(seed, 'turned');
  const sheet = makeDetailSheet(seed);
  const names = r.shuffle([
    'PIPE DN 200 S=1.5%',
    'DUCT 400 × 250',
    'CABLE TRAY 300',
    'FALL 2.0%',
    'EDGE OF ROAD',
    'SETTING OUT LINE 7',
    'WATER MAIN DN 80',
    'KERB TYPE B2',
  ]);
  const labels = sheet.free
    .flatMap((cell) =>
      [0, 1, 2, 3].map(
        (i): Slanted => ({
          words: '',
          at: [cell.x + 20 + (i % 2) * 80, cell.y + 80 + Math.floor(i / 2) * 95],
          turn: r.pick([-60, -35, -20, 25, 40, 90]),
        }),
      ),
    )
    .map((label, i) => ({ ...label, words: names[i]! }));
  const after = labels.map((label, i) =>
    i < 3
      ? { ...label, words: label.words.replace(/\d|E/, (d) => (d === 'E' ? 'A' : String((Number(d) + 3) % 10))) }
      : label,
  );
  const paint = (list: readonly Slanted[]) => (pdf: PDFKit.PDFDocument) => {
    for (const {
      words,
      at: [x, y],
      turn,
    } of list) {
      pdf
        .save()
        .translate(x, y)
        .rotate(turn)
        .font('Helvetica')
        .fontSize(size)
        .fillColor('#000')
        .text(words, 0, 0, { lineBreak: false, baseline: 'alphabetic' })
        .restore();
    }
  };
  const elements = elementsOf(sheet);
  return {
    older: { size: sheet.page, elements, over: paint(labels.filter((_, i) => i !== 7)) },
    newer: { size: sheet.page, elements, over: paint(after.filter((_, i) => i !== 6)) },
    truth: [...after.slice(0, 3), labels[6]!, labels[7]!].map(slantedBox),
  };
};

const SENTENCES = [
  'ALL STEEL SHALL BE HOT DIP GALVANISED AFTER FABRICATION TO A MEAN COATING OF 85 MICRONS AND TOUCHED UP ON SITE WITH ZINC RICH PAINT WHERE CUT OR DRILLED.',
  'THE CONTRACTOR SHALL PROVIDE TEMPORARY SUPPORT TO ALL EXISTING MASONRY DURING THE WORKS AND SHALL SUBMIT HIS METHOD STATEMENT TO THE ENGINEER FOR REVIEW.',
  'MEMBRANES SHALL BE LAID ON A CLEAN DRY SUBSTRATE WITH LAPS OF NOT LESS THAN 100 AND TURNED UP 150 AT ALL ABUTMENTS BEFORE ANY FINISH IS APPLIED.',
  'TOLERANCES ARE TO BE AGREED ON A SAMPLE PANEL OF ONE BAY THAT STAYS ON SITE UNTIL COMPLETION AS THE REFERENCE FOR ALL LATER WORK.',
];

/** Long notes whose words wrap to further lines when some are inserted; one note is deleted, the others move up. */
export const longNotes = (seed: number): KindPair => {
  const r = seededRandom(seed, 'notes');
  const sheet = makeDetailSheet(seed);
  const elements = elementsOf(sheet);
  const order = r.shuffle(SENTENCES);
  const lay = (list: readonly (string | null)[], cell: DrawnBox): Element[] => {
    let y = cell.y + 20;
    return list.flatMap((words, i) => {
      if (words === null) return [];
      const rows = wrap(words, cell.width - 30, 6);
      const made = element(
        `long/${cell.x}/${i}`,
        'note',
        rows.map((row, k) => text(row, cell.x + 10, y + k * 8.2, { size: 6 })),
      );
      y += rows.length * 8.2 + 14;
      return [made];
    });
  };
  const [one, other] = sheet.free as [DrawnBox, DrawnBox];
  const more = order[1]!.replace(/ AND | WITH /, (word) => `, WITHOUT EXCEPTION,${word}`);
  const before = [...lay(order.slice(0, 2), one), ...lay(order.slice(2), other)];
  const after = [
    ...lay([order[0]!, more], one),
    ...lay(
      [
        order[2]!
          .replace(/\d+/, (n) => String(Number(n) + 50))
          .replace('CLEAN', 'SOUND')
          .replace('AGREED', 'FIXED'),
        order[3]!,
      ],
      other,
    ),
  ];
  const rowsOf = (list: readonly Element[]) =>
    list.flatMap((e) => e.primitives.map((p) => ({ p, key: JSON.stringify(p) })));
  const known = new Set(rowsOf(before).map(({ key }) => key));
  const changedIn = (index: number) =>
    inkOf([{ ...after[index]!, primitives: after[index]!.primitives.filter((p) => !known.has(JSON.stringify(p))) }]);
  const truth = after.flatMap((e, i) =>
    e.primitives.every((p) => known.has(JSON.stringify(p))) ? [] : [changedIn(i)],
  );
  return {
    older: { size: sheet.page, elements: [...elements, ...before] },
    newer: { size: sheet.page, elements: [...elements, ...after] },
    truth,
  };
};

/** Every room number raised by a hundred, and one room by another amount. */
export const roomNumbers = (seed: number): KindPair => {
  const sheet = makeSheet({ seed, kind: 'floor-plan', size: 'A2' });
  const rooms = sheet.elements.filter((e) => e.id.startsWith('room-number/'));
  const number = (e: Element) =>
    inkOf([{ ...e, primitives: e.primitives.filter((p) => p.type === 'text').slice(0, 1) }]);
  const size = sheet.options.page;
  if (seed % 3 !== 0) {
    // A few rooms, each by another amount.
    const few = apart(seededRandom(seed, 'few').shuffle(rooms), 3);
    const swap = new Map<Element, Element | null>(
      few.map((e, i) => [e, respelt(e, (t) => (/^\d+$/.test(t.text) ? String(Number(t.text) + 17 + 13 * i) : t.text))]),
    );
    return {
      older: { size, elements: sheet.elements },
      newer: { size, elements: edited(sheet.elements, swap) },
      truth: few.map(number),
    };
  }
  const swap = new Map<Element, Element | null>(
    rooms.map((e) => [e, respelt(e, (t) => (/^\d+$/.test(t.text) ? String(Number(t.text) + 100) : t.text))]),
  );
  const boxes = rooms.map(number);
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  const all: DrawnBox = {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y,
  };
  return {
    older: { size, elements: sheet.elements },
    newer: { size, elements: edited(sheet.elements, swap) },
    truth: [all],
  };
};

/** A decimal point changed to a comma, a level's sign, a letter's case: small changes, each of which counts. */
export const signs = (seed: number): KindPair => {
  const r = seededRandom(seed, 'signs');
  const sheet = makeDetailSheet(seed);
  const spots = sheet.free.flatMap((cell) => [0, 1, 2].map((i): DrawnPoint => [cell.x + 30, cell.y + 40 + i * 45]));
  const values = r.shuffle([
    ['1.250', '1,250'],
    ['+3.60', '-3.60'],
    ['4.5 m²', '4.5 m³'],
    ['R 2.15', 'R 2.15'],
    ['12.75', '12,75'],
    ['Ø 16/150', 'Ø 16/150'],
  ]);
  const make = (side: 0 | 1) =>
    values.map((pair, i) => element(`sign/${i}`, 'text', text(pair[side]!, spots[i]![0], spots[i]![1], { size: 8 })));
  const [before, after] = [make(0), make(1)];
  const elements = elementsOf(sheet);
  return {
    older: { size: sheet.page, elements: [...elements, ...before] },
    newer: { size: sheet.page, elements: [...elements, ...after] },
    truth: values.flatMap(([was, is], i) => (was === is ? [] : [inkOf([after[i]!])])),
  };
};

const frameOf = (box: DrawnBox) => rect(box, { stroke: { width: 0.6 } });

/** A logo replaced in a free field, another moved within the sheet. */
export const logos = (seed: number): KindPair => {
  const r = seededRandom(seed, 'logos');
  const sheet = makeDetailSheet(seed);
  const [one, other] = sheet.free as [DrawnBox, DrawnBox];
  const leaf = (x: number, y: number, n: number, fill: readonly [number, number, number] | number): Element =>
    element(
      `logo/${x}`,
      'logo',
      Array.from({ length: n }, (_, i) => {
        const a = (2 * Math.PI * i) / n;
        const [u, v] = [x + 16 * Math.cos(a), y + 16 * Math.sin(a)];
        const [p, q] = [x + 16 * Math.cos(a + 0.7), y + 16 * Math.sin(a + 0.7)];
        return {
          type: 'path' as const,
          z: 5,
          path: `${x.toFixed(2)} ${y.toFixed(2)} m ${u.toFixed(2)} ${v.toFixed(2)} l ${p.toFixed(2)} ${q.toFixed(2)} l h`,
          fill,
          box: {
            x: Math.min(x, u, p),
            y: Math.min(y, v, q),
            width: Math.max(x, u, p) - Math.min(x, u, p),
            height: Math.max(y, v, q) - Math.min(y, v, q),
          },
        };
      }),
    );
  const spot: DrawnPoint = [one.x + 50, one.y + 60];
  const [was, is] = [leaf(...spot, 5, [0.1, 0.3, 0.6]), leaf(...spot, 4, [0.7, 0.2, 0.1])];
  const [from, to]: DrawnPoint[] = [
    [other.x + 40, other.y + 40],
    [other.x + 40 + r.int(50, 80), other.y + 110],
  ] as DrawnPoint[];
  const elements = [
    ...elementsOf(sheet),
    element('logo-frame', 'logo', frameOf({ x: spot[0] - 30, y: spot[1] - 30, width: 60, height: 60 })),
  ];
  const [before, after] = [leaf(...from!, 3, 0.2), leaf(...to!, 3, 0.2)];
  return {
    older: { size: sheet.page, elements: [...elements, was, before] },
    newer: { size: sheet.page, elements: [...elements, is, after] },
    // What moved is one change, at its new place.
    truth: [inkOf([was, is]), inkOf([after])],
  };
};
