import { describe, expect, it } from 'vitest';
import {
  drawScan,
  drawSheet,
  drawSpecification,
  encryptedPdf,
  memoryBomb,
  notAPdf,
  specificationSections,
  timeBomb,
  truncatedPdf,
  zeroByteFile,
} from '../../../infra/demo/drawings/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

describe('a drawn scan', () => {
  it("consists of an image on a page of the sheet's size, the same for the same seed", async () => {
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

describe('a deskewed scan', () => {
  it('shows the sheet in its place', async () => {
    const sheet = { seed: 6, size: 'A3' } as const;
    const pictures = [drawSheet(sheet), await drawScan({ sheet, dpi: 100, rotate: 0, noise: 0, quality: 95 })].map(
      async (pdf) => {
        await using document = await openPdf(pdf);
        return document.render(1, { dpi: 100, grey: true });
      },
    );
    const [drawn, scanned] = await Promise.all(pictures);
    let apart = 0;
    drawn!.data.forEach((grey, i) => {
      apart += Math.abs(grey - scanned!.data[i]!);
    });
    expect(apart / drawn!.data.length).toBeLessThan(3);
  });

  it('rotates with the paper', async () => {
    const scan = await drawScan({ sheet: { seed: 6, size: 'A3' }, dpi: 100, rotate: 1, noise: 0 });
    await using document = await openPdf(scan);
    const { data, width, height } = await document.render(1, { dpi: 100, grey: true });
    const firstInk = (x: number): number =>
      Array.from({ length: height }, (_, y) => data[y * width + x]!).findIndex((v) => v < 128);
    // The frame's upper edge falls by tan 1° to the right under a clockwise rotation.
    const [left, right] = [Math.round(width * 0.25), Math.round(width * 0.75)];
    const fall = (firstInk(right) - firstInk(left)) / (right - left);
    expect(Math.abs(fall - Math.tan(Math.PI / 180))).toBeLessThan(0.002);
  });
});

describe('a generated specification', () => {
  it('has the requested pages, each numbered, and its sections where the contents say', async () => {
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

  it('continues with the next phase when the sections are used up, and has at least three pages', () => {
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
  ] as const)('%s is rejected', async (_, make, code) => {
    await expect(read(make())).rejects.toMatchObject({ code: expect.stringMatching(code) });
  });

  it('can be opened with its password', async () => {
    await using document = await openPdf(encryptedPdf('secret'), { password: 'secret' });
    expect((await document.pageText(1)).text).toContain('CONFIDENTIAL');
  });

  it('is small', () => {
    expect(memoryBomb().length).toBeLessThan(4096);
    expect(timeBomb().length).toBeLessThan(4096);
  });
});
