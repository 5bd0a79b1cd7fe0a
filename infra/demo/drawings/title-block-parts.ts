import type { DrawnBox } from './drawing-geometry.ts';
import { fitSize, wrap } from './font.ts';
import type { ResolvedSheet } from './options.ts';
import { circle, type Element, element, line, type Primitive, rect, text } from './primitives.ts';
import { seededRandom } from './random.ts';
import { MM } from './units.ts';

interface RevisionRow {
  revision: string;
  date: string;
  description: string;
  by: string;
}

export interface Firm {
  name: string;
  address: string[];
  client: string;
  drawn: string;
  checked: string;
  number: string;
}

export const firmOf = (sheet: ResolvedSheet): Firm => {
  const r = seededRandom(sheet.project, 'firm');
  return {
    name: r.pick(['Brandt & Okafor Architects', 'Tamarind Studio', 'Hollis Vane Partnership', 'Kestrel Design Group']),
    address: [
      r.pick(['14 Foundry Row', '220 Larkspur Avenue', '7 Quay House, Dock Road', '1180 Prairie Street']),
      r.pick(['Tel. 555 0142', 'Tel. 555 0178', 'office@example.com']),
    ],
    client: r.pick([
      'Northfield Borough Council',
      'Alder Health Trust',
      'Linden Yard Developments',
      'Eastgate Estates',
    ]),
    drawn: r.pick(['MK', 'JSB', 'TO', 'RL']),
    checked: r.pick(['HV', 'AB', 'PN', 'CW']),
    number: `${r.int(21, 26)}${r.int(100, 999)}`,
  };
};

const DESCRIPTIONS = ['ISSUED FOR COORDINATION', 'ISSUED FOR TENDER', 'ISSUED FOR CONSTRUCTION', 'CLIENT COMMENTS'];

/** Returns the rows of the revision table up to the revision printed on the sheet. */
const revisionRows = (sheet: ResolvedSheet): RevisionRow[] => {
  if (sheet.revision === null) return [];
  const match = /^(.*?)([A-Z]|\d+)$/.exec(sheet.revision);
  const last = match?.[2] ?? '';
  const index = /\d/.test(last) ? Number(last) : last.charCodeAt(0) - 64;
  if (!match || index < 1 || index > 5) {
    return [
      { revision: sheet.revision, date: sheet.date ?? '', description: DESCRIPTIONS[0]!, by: firmOf(sheet).drawn },
    ];
  }
  return Array.from({ length: index }, (_, i) => ({
    revision: `${match[1]}${/\d/.test(last) ? i + 1 : String.fromCharCode(65 + i)}`,
    date: i === index - 1 ? (sheet.date ?? '') : (earlierDate(sheet, index - 1 - i) ?? ''),
    description: DESCRIPTIONS[i % DESCRIPTIONS.length]!,
    by: firmOf(sheet).drawn,
  }));
};

/** Returns a plausible date of an earlier issue: the default date of the seed, some months earlier. */
const earlierDate = (sheet: ResolvedSheet, back: number): string | null =>
  sheet.units === 'metric' ? `2022-${String(12 - back).padStart(2, '0')}-14` : `${12 - back}/14/2022`;

export const thin = { width: 0.18 * MM * 1.4 };

/** Draws labelled cells; for an unprinted value only the label. */
const cell = (
  id: string,
  label: string,
  value: string | null,
  box: DrawnBox,
  size: number,
  bold = false,
): Element[] => {
  const pad = 1.6 * MM;
  const small = Math.min(1.7 * MM, box.height * 0.3);
  const out = [
    element(`title-block/${id}/label`, 'title-block', rect(box, { stroke: thin }), [
      text(label, box.x + pad, box.y + small + 0.6 * MM, { size: small }),
    ]),
  ];
  if (value === null) return out;
  const font = bold ? 'bold' : 'regular';
  const width = box.width - 2 * pad;
  const room = Math.max(1, Math.floor((box.height - small - 1.5 * MM) / (size * 1.15)));
  let rows = wrap(value, width, size, font);
  if (rows.length > room) rows = [value];
  const fitted = Math.min(...rows.map((row) => fitSize(row, width, size, font)));
  const bottom = box.y + box.height - 1.7 * MM;
  out.push(
    element(
      `title-block/${id}`,
      'title-block',
      rows.map((row, i) =>
        text(row, box.x + pad, bottom - (rows.length - 1 - i) * fitted * 1.15, { size: fitted, font }),
      ),
    ),
  );
  return out;
};

export const revisionTable = (sheet: ResolvedSheet, box: DrawnBox, rowHeight: number): Element[] => {
  const columns = [0, 0.12, 0.36, 0.88, 1].map((f) => box.x + f * box.width);
  const size = rowHeight * 0.5;
  const rules: Primitive[] = [rect(box, { stroke: thin })];
  const bottom = box.y + box.height;
  const count = Math.floor(box.height / rowHeight);
  for (let i = 1; i < count; i++)
    rules.push(line([box.x, bottom - i * rowHeight], [box.x + box.width, bottom - i * rowHeight], thin));
  for (const x of columns.slice(1, -1)) rules.push(line([x, bottom - count * rowHeight], [x, bottom], thin));
  const row = (values: string[], y: number, font: 'bold' | 'regular'): Primitive[] =>
    values.map((value, i) => text(value, columns[i]! + 1 * MM, y - rowHeight * 0.3, { size, font }));
  return [
    element('title-block/revisions', 'title-block', rules, row(['REV', 'DATE', 'DESCRIPTION', 'BY'], bottom, 'bold')),
    ...revisionRows(sheet)
      .slice(-(count - 1))
      .map((r, i) =>
        element(
          `title-block/revisions/${r.revision}`,
          'title-block',
          row([r.revision, r.date, r.description, r.by], bottom - (i + 1) * rowHeight, 'regular'),
        ),
      ),
  ];
};

/** A row of cells, stacked from the bottom of a column upwards; heights in millimetres. */
export interface BlockRow {
  height: number;
  cells: { id: string; label: string; value: string | null; part: number; size: number; bold?: boolean }[];
}

export const stack = (rows: BlockRow[], column: DrawnBox, scale: number): { elements: Element[]; top: number } => {
  const elements: Element[] = [];
  let bottom = column.y + column.height;
  for (const row of rows) {
    const height = row.height * MM * scale;
    let x = column.x;
    for (const c of row.cells) {
      const width = c.part * column.width;
      elements.push(
        ...cell(c.id, c.label, c.value, { x, y: bottom - height, width, height }, c.size * MM * scale, c.bold),
      );
      x += width;
    }
    bottom -= height;
  }
  return { elements, top: bottom };
};

export const rowsOf = (sheet: ResolvedSheet, firm: Firm): BlockRow[] => [
  {
    height: 20,
    cells: [
      { id: 'sheet_number', label: 'SHEET NO.', value: sheet.sheet_number, part: 0.68, size: 10, bold: true },
      { id: 'revision', label: 'REV', value: sheet.revision, part: 0.32, size: 8, bold: true },
    ],
  },
  {
    height: 10,
    cells: [
      { id: 'drawn', label: 'DRAWN', value: firm.drawn, part: 0.25, size: 2.6 },
      { id: 'checked', label: 'CHECKED', value: firm.checked, part: 0.25, size: 2.6 },
      { id: 'project_number', label: 'PROJECT NO.', value: firm.number, part: 0.5, size: 2.6 },
    ],
  },
  {
    height: 10,
    cells: [
      { id: 'date', label: 'DATE', value: sheet.date, part: 0.45, size: 2.8 },
      { id: 'scale', label: 'SCALE', value: sheet.scale, part: 0.55, size: 2.8 },
    ],
  },
  { height: 18, cells: [{ id: 'title', label: 'DRAWING TITLE', value: sheet.title, part: 1, size: 4.6, bold: true }] },
  { height: 15, cells: [{ id: 'project', label: 'PROJECT', value: sheet.project, part: 1, size: 3.8, bold: true }] },
  { height: 11, cells: [{ id: 'client', label: 'CLIENT', value: firm.client, part: 1, size: 3 }] },
];

export const office = (firm: Firm, box: DrawnBox, scale: number): Element => {
  const x = box.x + 3 * MM;
  const size = fitSize(firm.name, box.width - 6 * MM, 5 * MM * scale, 'bold');
  return element('title-block/office', 'title-block', rect(box, { stroke: thin }), [
    text(firm.name, x, box.y + 3 * MM + size, { size, font: 'bold' }),
    ...firm.address.map((row, i) =>
      text(row, x, box.y + 4.5 * MM + size + (i + 1) * 3.6 * MM * scale, { size: 2.4 * MM * scale }),
    ),
  ]);
};

/** Draws the consultants of the project, as listed in strips between office and revisions. */
export const consultants = (firm: Firm, box: DrawnBox, scale: number): Element => {
  const unit = MM * scale;
  const entries = [
    ['STRUCTURAL ENGINEER', 'Pell Strand Engineers', 'Tel. 555 0119'],
    ['MECHANICAL AND ELECTRICAL', 'Corvin Services Design', 'Tel. 555 0163'],
    ['CIVIL ENGINEER', 'Marsh & Levant', 'Tel. 555 0187'],
  ] as const;
  const x = box.x + 3 * unit;
  const rows = entries.flatMap(([role, name, phone], i) => {
    const y = box.y + (9 + i * 17) * unit;
    return [
      text(role, x, y, { size: 1.9 * unit }),
      text(name, x, y + 4.4 * unit, { size: 3 * unit, font: 'bold' }),
      text(phone, x, y + 8.2 * unit, { size: 2.3 * unit }),
    ];
  });
  const seal = [box.x + box.width * 0.72, box.y + 88 * unit] as const;
  return element('title-block/consultants', 'title-block', rows, [
    circle(seal, 17 * unit, { stroke: thin }),
    circle(seal, 12.5 * unit, { stroke: thin }),
    text(firm.checked, seal[0], seal[1] + 2 * unit, { size: 6 * unit, align: 'center' }),
    text('REGISTERED ARCHITECT', seal[0], seal[1] + 7 * unit, { size: 1.6 * unit, align: 'center' }),
    text('SEAL', x, box.y + 74 * unit, { size: 1.9 * unit }),
  ]);
};
