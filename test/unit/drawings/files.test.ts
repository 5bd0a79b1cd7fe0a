import { describe, expect, it } from 'vitest';
import {
  drawScan,
  drawSpecification,
  encryptedPdf,
  memoryBomb,
  notAPdf,
  specificationSections,
  timeBomb,
  truncatedPdf,
  zeroByteFile,
} from '../../../infra/local/drawings/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

describe('a drawn scan', () => {
  it('is nothing but an image on a page of the size of the sheet, the same for the same seed', async () => {
    const options = { sheet: { seed: 5, size: 'A3' }, dpi: 100 } as const;
    const scan = await drawScan(options);
    await using document = await openPdf(scan);
    const { width, height, words } = await document.pageText(1);
    expect(words).toEqual([]);
    expect(await document.imageOnly(1)).toBe(true);
    expect(width).toBeCloseTo(1190.55, 0);
    expect(height).toBeCloseTo(841.89, 0);
    expect(Buffer.from(scan).equals(await drawScan(options))).toBe(true);
  });
});

describe('a drawn specification', () => {
  it('has the pages asked for, each numbered, its sections where the contents say', async () => {
    const options = { pages: 60, seed: 4 };
    await using document = await openPdf(drawSpecification(options));
    expect(document.pageCount).toBe(60);
    const pages = await document.pageTexts();
    for (const { page, text } of pages.slice(1)) expect(text).toContain(`Page ${page} of 60`);
    const sections = specificationSections(options);
    expect(sections.length).toBeGreaterThan(20);
    for (const { number, title, page } of sections) {
      expect(pages[1]!.text).toContain(number);
      expect(pages[page - 1]!.text).toContain(`SECTION ${number} - ${title}`);
    }
    const words = pages.flatMap((page) => page.words);
    expect(words.length).toBeGreaterThan(15_000);
    expect(pages.map((page) => page.text).join(' ')).not.toMatch(/[{}|]|undefined/);
  });

  it('goes on to the next phase when the sections are used up, and has at least three pages', () => {
    const numbers = specificationSections({ pages: 150 }).map((section) => section.number);
    expect(numbers).toContain('03 30 00.02');
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(() => drawSpecification({ pages: 2 })).toThrow(RangeError);
  });

  it('is the same for the same seed', () => {
    expect(Buffer.from(drawSpecification({ pages: 12 })).equals(drawSpecification({ pages: 12 }))).toBe(true);
  });
});

describe('a hostile file', () => {
  const read = async (bytes: Uint8Array): Promise<void> => {
    await using document = await openPdf(bytes, { timeoutMs: 10_000, memoryLimitBytes: 2 ** 28 });
    await document.pageText(1);
    await document.render(1, { dpi: 36 });
  };

  it.each([
    ['encrypted', encryptedPdf, /encrypted/],
    ['truncated', truncatedPdf, /damaged/],
    ['empty', zeroByteFile, /empty/],
    ['no PDF', notAPdf, /damaged/],
    ['unpacking to more than memory holds', memoryBomb, /memory|timeout|crashed/],
    ['drawing for years', timeBomb, /memory|timeout|crashed/],
  ] as const)('%s is refused', async (_, make, code) => {
    await expect(read(make())).rejects.toMatchObject({ code: expect.stringMatching(code) });
  });

  it('opens with its password', async () => {
    await using document = await openPdf(encryptedPdf('secret'), { password: 'secret' });
    expect((await document.pageText(1)).text).toContain('CONFIDENTIAL');
  });

  it('is small', () => {
    expect(memoryBomb().length).toBeLessThan(4096);
    expect(timeBomb().length).toBeLessThan(4096);
  });
});
