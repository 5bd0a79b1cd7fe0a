import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalOcr, type LocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { readPicture, readSheetsWithPictures } from '../../../shared/ocr/read-sheet-pictures.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const WIDTH = 1000;
const HEIGHT = 700;

const text = (said: string, x: number, y: number, size: number) => `BT /F ${size} Tf ${x} ${y} Td (${said}) Tj ET`;
/** A title block in the corner of a sheet of 1000 by 700 points, with words as recognised in an image. */
const CONTENT = [
  '20 20 960 660 re S 720 20 m 720 680 l S 720 160 m 980 160 l S',
  text('CLIENT', 730, 300, 8),
  text('HARBOUR STREET TRUST', 730, 284, 12),
  text('DRAWING TITLE', 730, 240, 8),
  text('FIRST FLOOR PLAN', 730, 218, 16),
  text('SCALE', 730, 140, 8),
  text('1:100', 730, 124, 12),
  text('DATE', 830, 140, 8),
  text('12.06.2024', 830, 124, 12),
  text('DRAWING NO', 730, 80, 8),
  text('A-201', 730, 50, 24),
].join('\n');
const SHEET = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length ${CONTENT.length}>>stream
${CONTENT}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;

const blank = (width: number, height: number): PageText => ({ page: 1, width, height, words: [], text: '' });
const FIELDS = { sheet_number: 'A-201', title: 'FIRST FLOOR PLAN', revision: null, date: '12.06.2024', scale: '1:100' };
const later = () => Date.now() + 600_000;
/** Recognition by a real engine may take long on a busy machine. */
const patient = { most: 1, pageMilliseconds: 600_000 };

describe('a sheet whose lettering is an image', () => {
  let ocr: LocalOcr;
  let upright: GreyImage;
  beforeAll(async () => {
    ocr = createLocalOcr({ threads: 1 });
    await using pdf = await openPdf(new TextEncoder().encode(SHEET));
    upright = await pdf.render(1, { dpi: 200, grey: true });
  });
  afterAll(() => ocr.close());

  const turned = async (degrees: number): Promise<GreyImage> => {
    const raw = { width: upright.width, height: upright.height, channels: 1 } as const;
    const { data, info } = await sharp(upright.data, { raw })
      .rotate(degrees)
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  };

  it.each([
    ['upright', 0],
    ['upside down', 180],
    ['sideways', 90],
  ])(
    'is read %s',
    async (_, degrees) => {
      const picture = await turned(degrees);
      const page = degrees === 90 ? blank(HEIGHT, WIDTH) : blank(WIDTH, HEIGHT);
      const render = async () => picture;
      const [sheet] = await readSheetsWithPictures([page], { render, ocr, deadline: later(), ...patient });
      expect(sheet).toMatchObject(FIELDS);
      expect(sheet?.source).toEqual({ sheet_number: 'ocr', title: 'ocr', date: 'ocr', scale: 'ocr' });
      expect(sheet?.confidence.sheet_number).toBeGreaterThan(0.6);
    },
    180_000,
  );

  it('keeps the content of its text layer', async () => {
    const words = [
      { text: 'DRAWING', x: 730, y: 612, width: 38, height: 7, size: 8, angle: 0 },
      { text: 'NO', x: 771, y: 612, width: 12, height: 7, size: 8, angle: 0 },
      { text: 'S-101', x: 730, y: 630, width: 70, height: 23, size: 24, angle: 0 },
    ];
    const render = async () => upright;
    const page = { ...blank(WIDTH, HEIGHT), words, text: 'S-101' };
    const [sheet] = await readSheetsWithPictures([page], { render, ocr, deadline: later(), ...patient });
    expect(sheet).toMatchObject({ ...FIELDS, sheet_number: 'S-101' });
    expect(sheet?.source).not.toHaveProperty('sheet_number');
  });
});

it('a failing recognition leaves the content of the text layer, and other errors are thrown', async () => {
  const render = async () => ({ data: new Uint8Array(100).fill(255), width: 10, height: 10 });
  const failing = (error: Error) => ({ recognise: () => Promise.reject(error) });
  const read = (error: Error) =>
    readSheetsWithPictures([blank(2000, 1000)], { render, ocr: failing(error), deadline: later(), most: 1 });
  expect((await read(new FileError('timeout', 'late')))[0]).toMatchObject({ sheet_number: null });
  await expect(read(new TypeError('broken'))).rejects.toThrow('broken');
});

it('only the allowed number of pages is rendered, and no page with a readable text layer or of prose', async () => {
  const pictured: number[] = [];
  const render = async (page: number) => {
    pictured.push(page);
    return { data: new Uint8Array(100).fill(255), width: 10, height: 10 };
  };
  const ocr = { recognise: async () => ({ words: [], text: '', confidence: 0, complete: true }) };
  const prose = 'The contractor shall provide all of the work that is shown on the drawings of this set.\n'.repeat(9);
  const words = prose
    .split('\n')
    .flatMap((line, row) =>
      line
        .split(' ')
        .map((text, i) => ({ text, x: 40 + 30 * i, y: 60 + 14 * row, width: 26, height: 9, size: 10, angle: 0 })),
    );
  const specification = { page: 1, width: 612, height: 792, words, text: prose };
  const sheets = [2, 3, 4].map((page) => ({ ...blank(2000, 1000), page }));
  await readSheetsWithPictures([specification, ...sheets], { render, ocr, deadline: later(), most: 2 });
  expect([...new Set(pictured)]).toEqual([2, 3]);
});

describe('a page that is one image', () => {
  const page: PageText = {
    ...blank(WIDTH, HEIGHT),
    words: [{ text: 'D3', x: 30, y: 10, width: 20, height: 9, size: 12, angle: 0 }],
    unread: { images: [{ left: 0, top: 0, right: WIDTH, bottom: HEIGHT }], lettering: [] },
  };
  const line = (texts: string[], y: number) =>
    texts.map((text, i) => ({ text, x: 100 + 400 * i, y, width: 14 * text.length, height: 24, confidence: 93 }));
  const header = [
    ...line(['Number:', 'Title:', 'Date:', 'Scale:', 'Client:'], 40),
    ...line(['A-201', 'FOUNDATIONS', '12.06.2024', '1:1000', 'TRUST'], 80),
  ];
  const read = async (inBlock: typeof header) => {
    const sizes: number[] = [];
    const render = async (_: number, dpi: number, clip = { x: 0, y: 0, width: WIDTH, height: HEIGHT }) => {
      const [width, height] = [clip.width, clip.height].map((side) => Math.round((side / 72) * dpi)) as [
        number,
        number,
      ];
      return { data: new Uint8Array(width * height).fill(255), width, height };
    };
    const recognise = async ({ width }: GreyImage) => {
      sizes.push(width);
      const isWhole = width === Math.round((WIDTH / 72) * 200);
      return { words: isWhole ? header : inBlock, text: '', confidence: 93, complete: true };
    };
    const ocr = { recognise } as never;
    const picture = await readPicture(page, { render, ocr, deadline: later(), ...patient });
    return {
      words: picture?.words ?? [],
      whole: sizes.filter((width) => width === Math.round((WIDTH / 72) * 200)).length,
    };
  };

  it('is read as a whole if the region of its block has no labels', async () => {
    const { words, whole } = await read([]);
    expect(whole).toBe(1);
    expect(words).toHaveLength(header.length);
    // 200 pixels are an inch, and so are 72 points.
    expect(words.find((word) => word.text === 'Title:')).toMatchObject({ x: 180, size: 8.64, angle: 0, drawn: 0.93 });
    const labelled = [...line(['Scale', 'Date', 'Title'], 60), ...line(['Checked', 'Approved', 'Client'], 120)];
    expect((await read(labelled)).whole).toBe(0);
  });
});
