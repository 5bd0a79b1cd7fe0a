import { expect, test } from 'vitest';
import type { Change, TextLine } from '../../../shared/comparison/engine/change.ts';
import { joinWholeViews } from '../../../shared/comparison/engine/join/join-owners.ts';
import { PASSES, type PassContext } from '../../../shared/comparison/engine/passes.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Page = PDFKit.PDFDocument;

/** A part with three views of teeth and bores; the numbers of a view are the places of its teeth. */
const gear = (pdf: Page, x: number, y: number, teeth: readonly number[], said: string): void => {
  pdf.circle(x, y, 30).circle(x, y, 34).stroke();
  for (const turn of teeth) {
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
    pdf.polygon(
      [x + 50 * dx - 6 * dy, y + 50 * dy + 6 * dx],
      [x + 66 * dx - 3 * dy, y + 66 * dy + 3 * dx],
      [x + 66 * dx + 3 * dy, y + 66 * dy - 3 * dx],
      [x + 50 * dx + 6 * dy, y + 50 * dy - 6 * dx],
    );
    pdf.stroke();
  }
  pdf.fontSize(10).text(said, x - 30, y - 90, { lineBreak: false });
};

const strips = (pdf: Page, x: number, y: number): void => {
  pdf.rect(x, y, 110, 140).stroke();
  for (const [i, at] of [9, 17, 30, 38, 52, 61, 79, 96, 104, 121, 127].entries())
    pdf
      .moveTo(x, y + at)
      .lineTo(x + 60 + 5 * i, y + at)
      .stroke();
  pdf.fontSize(10).text('6.70 0.10', x + 30, y - 18, { lineBreak: false });
};

const turns = (count: number, first: number) =>
  Array.from({ length: count }, (_, i) => first + (i * 2 * Math.PI) / count);

/** The views at their places; the last one also with a hub and frames if `isLater`. */
const sheet = (places: readonly (readonly [number, number])[], isLater: boolean) =>
  drawPdf([
    {
      width: 842,
      height: 595,
      draw: (pdf) => {
        const [one, two, three] = places as [[number, number], [number, number], [number, number]];
        pdf.lineWidth(0.7);
        gear(pdf, one[0], one[1], turns(10, 0.1), 'BORE 4 H7');
        strips(pdf, two[0], two[1]);
        gear(pdf, three[0], three[1], turns(7, 0.4), 'RIM 9.14 0.02');
        if (!isLater) return;
        pdf.rect(three[0] - 10, three[1] - 10, 20, 20).fill();
        for (const dy of [0, 20, 40]) pdf.rect(three[0] - 60, three[1] + 100 + dy, 120, 14).stroke();
      },
    },
  ]);

test('a drawn sheet whose views were all arranged anew is not turned or scaled to fit, and each view moved once', async () => {
  const older = await sheet(
    [
      [150, 220],
      [330, 150],
      [620, 220],
    ],
    false,
  );
  const newer = await sheet(
    [
      [121, 190],
      [323, 121],
      [600, 190],
    ],
    true,
  );
  const { result } = await compareFiles(older, newer);
  expect(result.sheets[0]!.alignment).toMatchObject({ rotation_degrees: 0, scale: 1 });
  expect(result.items.filter(({ kind }) => kind === 'view_moved')).toHaveLength(3);
  const others = result.items.filter(({ kind }) => kind !== 'view_moved');
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['graphic_added']));
});

test('a turn that the ink of a drawn sheet suggests is not taken for its alignment', async () => {
  const base = [
    [150, 220],
    [330, 150],
    [620, 220],
  ] as const;
  // Turned by a degree, smaller, and each view a little further to the right than the one before.
  const placed = base.map(([x, y], i): [number, number] => [
    Math.round(421 + 0.93 * (x - 421) - 0.02 * (y - 297)) + 3 * i,
    Math.round(297 + 0.93 * (y - 297) + 0.02 * (x - 421)),
  ]);
  const { result } = await compareFiles(await sheet(base, false), await sheet(placed, true));
  expect(result.sheets[0]!.alignment).toMatchObject({ rotation_degrees: 0, scale: 1 });
});

const line = (text: string, x: number, y: number): TextLine => {
  const box = { x, y, width: 6 * text.length, height: 10 };
  return { words: [{ ...box, text, size: 10, angle: 0 }], text, box, size: 10, angle: 0 };
};
const added = (text: string, x: number, y: number): Change => {
  const now = line(text, x, y);
  return {
    ...{ kind: 'text_added', box: now.box, addedInk: 10, removedInk: 0 },
    text: { kind: 'text_added', old: null, new: now, box: now.box },
  };
};

test('what was added within a view that the other sheet does not have is one view', () => {
  const view = { x: 100, y: 100, width: 200, height: 150 };
  const outline: Change = {
    kind: 'graphic_added',
    box: { ...view, y: 120, height: 80 },
    text: null,
    addedInk: 900,
    removedInk: 0,
  };
  const was = line('OLD REMARK', 150, 130);
  const replaced: Change = {
    ...added('0.98', 150, 130),
    ...{ kind: 'text_changed', text: { kind: 'text_changed', old: was, new: line('0.98', 150, 130), box: was.box } },
  };
  const changes = [
    outline,
    added('2.40', 120, 110),
    replaced,
    added('PROFILE OF A TOOTH', 120, 235),
    added('R5', 400, 300),
  ];
  const side = { views: [view], words: [] };
  const none = { views: [], words: [] };
  const joined = joinWholeViews(changes, none, side, []);
  expect(joined.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['text_added', undefined],
    ['text_removed', undefined],
    ['view_added', 'PROFILE OF A TOOTH'],
  ]);
  const pass = PASSES.find(({ name }) => name === 'whole views')!;
  const run = (context: Partial<PassContext>) =>
    pass.run(changes, {
      ...{ views: { older: [], newer: [view] }, words: { kept: [], stayed: [] }, moved: [], ...context },
    } as unknown as PassContext);
  expect(run({})).toEqual(joined);
  const away = { ...view, x: 500 };
  const move: Change = { kind: 'view_moved', box: away, from: view, text: null, addedInk: 0, removedInk: 0 };
  expect(run({ moved: [move] })).toHaveLength(5);
  expect(run({ moved: [{ ...move, box: view, from: away }] })).toHaveLength(5);
  // The other sheet has it, it moved here, or it has words that did not change.
  expect(joinWholeViews(changes, { views: [view], words: [] }, side, [])).toHaveLength(5);
  expect(joinWholeViews(changes, none, side, [view])).toHaveLength(5);
  expect(joinWholeViews(changes, none, { views: [view], words: line('KEPT', 130, 150).words }, [])).toHaveLength(5);
});

test('lines that changed on an area of another colour are changes of their own', async () => {
  const draw = (colour: string, isLater: boolean) =>
    drawPdf([
      {
        width: 600,
        height: 400,
        draw: (pdf) => {
          pdf.rect(100, 100, 220, 180).fill(colour);
          pdf.lineWidth(1).rect(40, 40, 500, 320).stroke('#000000');
          pdf.rect(140, 130, isLater ? 40 : 90, isLater ? 120 : 60).stroke('#000000');
          pdf.fontSize(9).fillColor('#000000');
          for (let i = 0; i < 40; i++)
            pdf.text(`ROOM ${i} OF THE WALL`, 350 + 90 * (i % 2), 50 + 7 * i, { lineBreak: false });
        },
      },
    ]);
  const { result } = await compareFiles(await draw('#cccccc', false), await draw('#d8b070', true));
  expect(result.items.map(({ kind }) => kind).sort()).toEqual(['graphic_changed', 'restyled']);
});

test('lines that another pen recoloured throughout are one change for each pen', async () => {
  const draw = (colours: readonly string[]) =>
    drawPdf([
      {
        width: 600,
        height: 400,
        draw: (pdf) => {
          pdf.lineWidth(1).rect(40, 40, 500, 320).stroke('#000000');
          // Colours that both sheets use.
          for (const [i, colour] of ['#2040ff', '#c02020'].entries()) pdf.rect(300 + 60 * i, 280, 50, 60).fill(colour);
          for (const [i, colour] of colours.entries()) pdf.rect(80 + 110 * i, 80, 60, 70 + 30 * i).stroke(colour);
          pdf.fontSize(9).fillColor('#000000');
          for (let i = 0; i < 8; i++) pdf.text(`ROOM ${i} OF THE WALL`, 60, 270 + 10 * i, { lineBreak: false });
        },
      },
    ]);
  const older = await draw(['#000000', '#000000', '#000000', '#000000']);
  const { result } = await compareFiles(older, await draw(['#2040ff', '#2040ff', '#000000', '#c02020']));
  expect(result.items.map(({ kind, parts }) => [kind, parts?.length]).sort()).toEqual([
    ['repeated', 2],
    ['restyled', undefined],
  ]);
});
