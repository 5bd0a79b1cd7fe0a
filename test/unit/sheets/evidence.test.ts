import { describe, expect, it } from 'vitest';
import { type FileEvidence, readSheets } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';
import { tied } from './tied.ts';

const numberOf = (file?: FileEvidence, texts = tied) =>
  readSheets([drawnPage(1, 2384, 1684, texts)], file)[0]?.sheet_number;

describe('evidence from a file besides its printed content', () => {
  it.each<[string, (number: string) => FileEvidence]>([
    ['its name', (number) => ({ filename: `${number}_plan.pdf` })],
    ['the title of its metadata', (number) => ({ title: `Sheet ${number}` })],
    ['a page label', (number) => ({ labels: [number] })],
    ['the outline', (number) => ({ outline: [{ page: 1, title: `${number} - First floor` }] })],
  ])('breaks a tie: %s', (_, evidence) => {
    expect(numberOf(evidence('S-204'))).toBe('S-204');
    expect(numberOf(evidence('S-118'))).toBe('S-118');
  });

  it('sets no field by itself, and does not outweigh a label', () => {
    expect(numberOf({ filename: 'S-900.pdf' }, drawing(2384, 1684))).toBeNull();
    const labelled: Drawn[] = [...tied, ['SHEET NUMBER', 2200, 1530, 7]];
    expect(numberOf({ filename: 'S-204.pdf' }, labelled)).toBe('S-118');
  });

  it("selects the title that the set's own index has for the number", () => {
    const entries = [1, 2, 3, 4].map((level) => [`A-10${level}`, `AREA ${level} PLAN`] as const);
    const cover = drawnPage(1, 2384, 1684, [
      ...entries.flatMap(([number, title], i): Drawn[] => [
        [number, 300, 300 + 20 * i, 10],
        [title, 380, 300 + 20 * i, 10],
      ]),
    ]);
    const pages = entries.map(([number, title], i) =>
      drawnPage(i + 2, 2384, 1684, [
        ...drawing(2384, 1684),
        [`ZONE ${i + 1} PLAN`, 2060, 1500, 18],
        [title, 2060, 1420, 18],
        [number, 2060, 1600, 26],
      ]),
    );
    const titles = readSheets([cover, ...pages])
      .slice(1)
      .map(({ title }) => title);
    expect(titles).toEqual(entries.map(([, title]) => title));
  });
});
