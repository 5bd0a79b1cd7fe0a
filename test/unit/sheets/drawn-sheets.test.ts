import { describe, expect, it } from 'vitest';
import { drawSet, drawSheet, drawSpecification, setFacts, sheetFacts } from '../../../infra/demo/drawings/index.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const STYLES = ['corner', 'strip', 'rotated', 'bottom'] as const;
const KINDS = ['floor-plan', 'elevation', 'section', 'foundation-plan', 'door-schedule'] as const;
const SIZES = ['A1', 'A2', 'A3', 'ARCH D'] as const;

const sheetsOf = async (pdf: Uint8Array): Promise<Sheet[]> => {
  await using document = await openPdf(pdf);
  return readSheets(await document.pageTexts());
};

const fieldsOf = ({ sheet_number, title, revision, date, scale }: Omit<Sheet, 'page' | 'confidence'>) => ({
  sheet_number,
  title,
  revision,
  date,
  scale,
});

describe.each(STYLES)('generated sheets with a title block in style %s', (title_block) => {
  it('are read field by field', async () => {
    for (const [i, kind] of KINDS.entries()) {
      const options = {
        seed: 20 + i,
        kind,
        title_block,
        size: SIZES[i % SIZES.length] ?? 'A1',
        units: i % 2 === 0 ? ('metric' as const) : ('imperial' as const),
        ...(i === 3 ? { revision: null } : {}),
      };
      const [sheet] = await sheetsOf(drawSheet(options));
      expect(sheet && fieldsOf(sheet), `${kind} ${options.size}`).toEqual(fieldsOf(sheetFacts(options)));
      expect(sheet?.confidence.sheet_number).toBeGreaterThan(0.5);
    }
  });

  it('are read as a set', async () => {
    const options = { seed: 8, pages: 4, title_block };
    expect((await sheetsOf(drawSet(options))).map(fieldsOf)).toEqual(setFacts(options).map(fieldsOf));
  });
});

it('a generated specification has no sheets', async () => {
  const sheets = await sheetsOf(drawSpecification({ pages: 24, seed: 5 }));
  expect(sheets).toHaveLength(24);
  expect(sheets.map(fieldsOf)).toEqual(
    sheets.map(() => ({ sheet_number: null, title: null, revision: null, date: null, scale: null })),
  );
});
