import { describe, expect, it } from 'vitest';
import {
  drawSet,
  drawSheet,
  type SheetOptions,
  setFacts,
  sheetFacts,
  threeSheets,
} from '../../../infra/demo/drawings/index.ts';
import { makeSheet } from '../../../infra/demo/drawings/make-sheet.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const KINDS = ['floor-plan', 'elevation', 'section', 'foundation-plan', 'door-schedule'] as const;
const STYLES = ['corner', 'strip', 'rotated', 'bottom'] as const;
const SIZES = ['A1', 'A2', 'A3', 'ARCH D'] as const;

const wordsOf = async (pdf: Uint8Array, page = 1): Promise<string> => {
  await using document = await openPdf(pdf);
  return (await document.pageText(page)).words.map((word) => word.text).join(' ');
};

describe('a generated sheet', () => {
  it.each(KINDS)('of kind %s keeps its ink on the page and its ids distinct, whatever the seed', (kind) => {
    for (const [i, size] of SIZES.entries()) {
      for (let seed = 0; seed < 6; seed++) {
        const { elements, spares, options } = makeSheet({ kind, size, seed, title_block: STYLES[(i + seed) % 4] });
        const primitives = [...elements, ...spares].flatMap((e) => e.primitives);
        const outside = primitives.filter(
          ({ box }) =>
            !(
              box.x >= 0 &&
              box.y >= 0 &&
              box.x + box.width <= options.page.width &&
              box.y + box.height <= options.page.height
            ),
        );
        expect(outside).toEqual([]);
        const ids = [...elements, ...spares].map((e) => e.id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  });

  it('has the same bytes for the same options and others for another seed', () => {
    const options: SheetOptions = { seed: 'x', size: 'A3' };
    expect(Buffer.from(drawSheet(options)).equals(drawSheet(options))).toBe(true);
    expect(Buffer.from(drawSheet(options)).equals(drawSheet({ ...options, seed: 'y' }))).toBe(false);
  });

  it.each(STYLES)('prints its fields in a title block of style %s', async (title_block) => {
    const options: SheetOptions = { seed: 3, size: 'A2', title_block, revision: 'P04', scale: '1:200' };
    const found = await wordsOf(drawSheet(options));
    for (const value of Object.values(sheetFacts(options))) expect(found).toContain(value);
  });

  it('omits null fields', async () => {
    const found = await wordsOf(
      drawSheet({ seed: 3, size: 'A3', title_block: 'bottom', sheet_number: null, date: null }),
    );
    expect(found).not.toContain('A-101');
    expect(found).not.toMatch(/20\d\d-\d\d-\d\d/);
    expect(found).toContain('SHEET NO.');
  });

  it('is dimensioned in feet and inches if imperial', async () => {
    const found = await wordsOf(drawSheet({ seed: 4, size: 'ARCH D' }));
    expect(found).toMatch(/\d+'-\d+"/);
    expect(found).toMatch(/\d+ SF/);
    expect(found).not.toContain('m²');
  });
});

describe('a generated set', () => {
  it('has one page for each sheet, each with its own number', async () => {
    const options = { seed: 9, size: 'A3', pages: 7 } as const;
    const facts = setFacts(options);
    await using document = await openPdf(drawSet(options));
    expect(document.pageCount).toBe(7);
    const pages = await document.pageTexts();
    facts.forEach((fact, i) => {
      expect(pages[i]!.text).toContain(fact.sheet_number);
      expect(pages[i]!.text).toContain(fact.project);
    });
    expect(new Set(facts.map((fact) => fact.sheet_number)).size).toBe(7);
  });

  it('has three sheets of one project for the demonstration', () => {
    const sheets = threeSheets(2);
    expect(new Set(sheets.map((sheet) => sheet.facts.project)).size).toBe(1);
    expect(new Set(sheets.map((sheet) => sheet.name)).size).toBe(3);
  });
});
