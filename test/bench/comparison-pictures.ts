import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../../infra/build/root.ts';
import { drawSet, reviseSheet } from '../../infra/demo/drawings/index.ts';
import { added, unchanged } from '../../shared/comparison/engine/differ/ink-difference.ts';
import type { Box, Matrix } from '../../shared/comparison/engine/geometry.ts';
import { compareSheet, pairSheets, type SheetSource } from '../../shared/comparison/engine/index.ts';
import { LineEvidence } from '../../shared/comparison/engine/lines/line-evidence.ts';
import type { Piece } from '../../shared/comparison/engine/lines/piece.ts';
import { sheetLines } from '../../shared/comparison/engine/lines/sheet-lines.ts';
import { PASSES } from '../../shared/comparison/engine/passes.ts';
import { Drawings } from '../../shared/comparison/engine/segment/drawings.ts';
import { findTitleBlock } from '../../shared/comparison/engine/segment/title-block.ts';
import { pdfSheet } from '../../shared/comparison/pdf-sheet.ts';
import type { Bounds } from '../../shared/drawing/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';

/*
 * npm run comparison-pictures: compares two drawn revisions of a sheet and draws what each step of the engine returned,
 * as docs/images/steps/STEP.svg.
 */

const [RED, GREEN, BLUE, ORANGE] = ['#c0392b', '#1e8449', '#1f5fbf', '#b9770e'];
/** Pixels per point of the rasters in the pictures. */
const density = 1.1;

const sheetOf = async (bytes: Uint8Array): Promise<SheetSource> => {
  const document = await openPdf(bytes);
  const [text] = await document.pageTexts(1, 1);
  return await pdfSheet(document, text!);
};

/** Renders a part of a page, or of a page moved onto another one, in shades of a colour on transparent paper. */
const inkOf = async (
  source: SheetSource,
  part: Box,
  { ink = '#9a9a9a', matrix = [1, 0, 0, 1, 0, 0] as Matrix, zoom = density } = {},
) => {
  const [a, b, c, d, x, y] = matrix;
  const [width, height] = [Math.round(part.width * zoom), Math.round(part.height * zoom)];
  const onto: Matrix = [a * zoom, b * zoom, c * zoom, d * zoom, (x - part.x) * zoom, (y - part.y) * zoom];
  const { grey } = await source.render(onto, width, height);
  const shade = Buffer.from(grey.map((value) => 255 - value));
  const png = await sharp({ create: { width, height, channels: 3, background: ink } })
    .joinChannel(shade, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 16 })
    .toBuffer();
  const place = `x="${part.x}" y="${part.y}" width="${part.width}" height="${part.height}"`;
  return `<image ${place} href="data:image/png;base64,${png.toString('base64')}"/>`;
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const number = (value: number) => Number(value.toFixed(1));

const rectangle = ({ x, y, width, height }: Box, colour: string, line = 1.5, margin = 1): string =>
  `<rect x="${number(x - margin)}" y="${number(y - margin)}" width="${number(width + 2 * margin)}" height="${number(height + 2 * margin)}" fill="${colour}" fill-opacity=".08" stroke="${colour}" stroke-width="${line}"/>`;

const label = (text: string, x: number, y: number, colour: string, size = 14): string =>
  `<text x="${number(x)}" y="${number(y)}" font-family="sans-serif" font-size="${size}" font-weight="bold" fill="${colour}" stroke="#fff" stroke-width="3" paint-order="stroke">${escaped(text)}</text>`;

const linesOf = (pieces: readonly Piece[], colour: string, width: number): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${pieces.map(({ x0, y0, x1, y1 }) => `M${number(x0)} ${number(y0)}L${number(x1)} ${number(y1)}`).join('')}"/>`;

const fromBounds = ({ left, top, right, bottom }: Bounds): Box => ({
  ...{ x: left, y: top, width: right - left, height: bottom - top },
});

const folder = join(root, 'docs/images/steps');
const write = async (step: string, { x, y, width, height }: Box, shapes: readonly string[]): Promise<void> => {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${number(width)} ${number(height)}"><title>${step}</title><rect x="${x}" y="${y}" width="100%" height="100%" fill="#fff"/>${shapes.join('')}</svg>\n`;
  await writeFile(join(folder, `${step}.svg`), text);
  console.log(`${step}.svg, ${Math.round(text.length / 1024)} kB`);
};

const { v1, v2 } = await reviseSheet({
  sheet: { seed: 7, kind: 'floor-plan', size: 'A3' },
  changes: [
    ...(['dimension_text', 'door_moved', 'door_added', 'wall_added', 'wall_removed', 'room_renamed'] as const),
    ...(['room_label_moved', 'note_reworded', 'note_added', 'revision', 'date', 'revision_row'] as const),
  ],
  transform: { dx: 7, dy: -5, rotate: 0.2 },
});
const [older, newer] = [await sheetOf(v1), await sheetOf(v2)];
const page: Box = { x: 0, y: 0, width: newer.text.width, height: newer.text.height };
const [before, after] = [await older.objects(true), await newer.objects(true)];
const { items, pictures } = await compareSheet(older, newer, { older: null, newer: null });
const { matrix } = pictures.alignment;
const paper = await inkOf(newer, page);
const everyPass = new Set(PASSES.map(({ name }) => name));
const single = await compareSheet(older, newer, { older: null, newer: null }, { skip: everyPass });
const boxOf = ({ bounding_box: { x, y, width, height } }: (typeof items)[number]): Box => ({
  ...{ x: x * page.width, y: y * page.height, width: width * page.width, height: height * page.height },
});

const plan = { x: 60, y: 60, width: 520, height: 340 };

await write('read', page, [
  paper,
  ...newer.text.words.map((word) => rectangle(word, BLUE, 0.8, 0)),
  ...after.tables.map(({ box }) => rectangle(fromBounds(box), GREEN, 2)),
  ...after.headings.map((box) => rectangle(fromBounds(box), ORANGE, 2)),
]);

/** Draws both sets as rows of pages, with a line from each page to the page that it is paired with. */
const pairPicture = async (): Promise<void> => {
  const options = { seed: 71, pages: 6, size: 'A3' } as const;
  const documents = [
    await openPdf(drawSet({ ...options, revision: 'A' })),
    await openPdf(drawSet({ ...options, revision: 'B' })),
  ];
  const [was, is] = await Promise.all(documents.map((document) => document.pageTexts()));
  const reversed = [...is!].reverse();
  const sideOf = (pages: NonNullable<typeof was>) => ({ pages, facts: pages.map(() => null) });
  const pairs = pairSheets(sideOf(was!), sideOf(reversed));
  const [wide, high, gap] = [180, 127, 16];
  const shapes: string[] = [];
  for (const [row, pages] of [was!, reversed].entries()) {
    for (const [i, text] of pages.entries()) {
      const source = await pdfSheet(documents[row]!, text);
      const place = { x: i * (wide + gap) + gap, y: row * (high + 110) + gap, width: wide, height: high };
      const picture = await inkOf(
        source,
        { x: 0, y: 0, width: text.width, height: text.height },
        { ink: '#555555', zoom: 0.25 },
      );
      shapes.push(
        picture.replace(
          /x="0" y="0" width="[\d.]+" height="[\d.]+"/,
          `x="${place.x}" y="${place.y}" width="${wide}" height="${high}"`,
        ),
      );
      shapes.push(rectangle(place, '#999999', 1, 0));
    }
  }
  const middle = (i: number) => i * (wide + gap) + gap + wide / 2;
  for (const { older: from, newer: to } of pairs) {
    if (!from || !to) continue;
    shapes.push(
      `<path d="M${middle(from - 1)} ${gap + high}L${middle(to - 1)} ${high + 110 + gap}" stroke="${BLUE}" stroke-width="3"/>`,
    );
  }
  await write('pair', { x: 0, y: 0, width: 6 * (wide + gap) + gap, height: 2 * high + 110 + 2 * gap }, shapes);
  await Promise.all(documents.map((document) => document.close()));
};
await pairPicture();

const lines = sheetLines(before.ink, after.ink, matrix)!;
const evidence = new LineEvidence(lines.linework, lines.areas, []);
const { newer: side } = evidence.sides();
const headings = after.headings.map(fromBounds);
const drawings = new Drawings(side.lines, side.changed, [...newer.text.words, ...side.filled], headings, newer.text);
const titleBlock = findTitleBlock(newer.text);
await write('segment', page, [
  paper,
  ...drawings.all.map(({ box }) => rectangle(box, BLUE, 2)),
  ...after.tables.map(({ box }) => rectangle(fromBounds(box), GREEN, 2)),
  ...(titleBlock
    ? [rectangle(titleBlock, ORANGE, 3), label('title block', titleBlock.x, titleBlock.y - 6, ORANGE)]
    : []),
]);

const second = { ...plan, x: plan.x + plan.width + 20 };
const shifted = async (ontoNewer: Matrix, place: Box) => {
  const pictures = [await inkOf(older, plan, { ink: RED, matrix: ontoNewer }), await inkOf(newer, plan, { ink: BLUE })];
  return pictures.map(
    (one) => `<g style="mix-blend-mode:multiply" transform="translate(${place.x - plan.x} 0)">${one}</g>`,
  );
};
await write('align', { ...plan, width: 2 * plan.width + 20 }, [
  ...(await shifted([1, 0, 0, 1, 0, 0], plan)),
  ...(await shifted(matrix, second)),
]);

const difference = lines.linework.difference([]);
await write('lines', page, [
  linesOf(side.lines, '#bbbbbb', 0.5),
  linesOf(difference.removed, RED, 2),
  linesOf(difference.added, GREEN, 2),
  linesOf(difference.restyled, BLUE, 2),
]);

/** Returns the marks of changed ink as an image. */
const marksPicture = async (): Promise<string> => {
  const { width, height } = pictures;
  const pixels = Buffer.alloc(width * height * 4);
  for (const [i, mark] of pictures.marks.entries())
    if (mark !== unchanged) pixels.writeUInt32BE(mark & added ? 0x1e8449ff : 0xc0392bff, 4 * i);
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize({ width: Math.round(page.width * 2), kernel: 'nearest' })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return `<image x="0" y="0" width="${page.width}" height="${page.height}" href="data:image/png;base64,${png.toString('base64')}"/>`;
};
const marks = await marksPicture();
await write('differ', page, [paper, marks, ...single.items.map((item) => rectangle(boxOf(item), ORANGE, 1.5, 2))]);
await write('join', page, [
  paper,
  marks,
  ...items.flatMap((item, i) => {
    const box = boxOf(item);
    return [rectangle(box, BLUE, 2, 3), label(`${i + 1}`, box.x + box.width + 6, box.y + 10, BLUE, 18)];
  }),
]);

const shortened = (text: string) => (text.length > 88 ? `${text.slice(0, 87)}…` : text);
const listed = { x: 0, y: 0, width: 1280, height: 30 + 34 * items.length };
await write('say', listed, [
  ...items.map(({ description, difference_rating, cost_effect, trade }, i) => {
    const cost = cost_effect > 0 ? `+${cost_effect}` : `${cost_effect}`;
    return [
      label(`${i + 1}`, 16, 36 + 34 * i, BLUE, 18),
      label(shortened(description), 60, 36 + 34 * i, '#222222', 15),
      label(`rating ${difference_rating}, cost ${cost}${trade ? `, ${trade}` : ''}`, 980, 36 + 34 * i, ORANGE, 14),
    ].join('');
  }),
]);
process.exit(0);
