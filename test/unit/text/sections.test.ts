import { expect, it } from 'vitest';
import { drawSpecification, specificationSections } from '../../../infra/demo/drawings/index.ts';
import { chunkPages, findSections, sectionAt } from '../../../shared/domain/text/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const PROSE =
  'The Contractor shall furnish all labour and materials\nas shown on the drawings and as specified herein. ';
const text = PROSE.repeat(4);

const pagesOf = (...pages: string[]) => pages.map((page, i) => ({ page: i + 1, text: page }));
/** The sections as lines: level, number, title and pages. */
const listed = (...pages: string[]) =>
  findSections(pagesOf(...pages)).map(
    ({ level, number, title, page_from, page_to }) => `${level} ${number} ${title} ${page_from}-${page_to}`,
  );

it('lists CSI sections with their pages, not the table of contents, references, running heads, parts and articles', () => {
  const pages = [
    'TABLE OF CONTENTS\nDIVISION 03 - CONCRETE\nSECTION 03 30 00 - CAST-IN-PLACE CONCRETE .... 2\nDIVISION 08 - OPENINGS\n' +
      'SECTION 08 11 13 - HOLLOW METAL DOORS AND FRAMES .... 3\nSECTION 08 71 00 - DOOR HARDWARE .... 5',
    `DIVISION 03 - CONCRETE\nSECTION 03 30 00\nCAST-IN-PLACE CONCRETE\nPART 1 - GENERAL\n1.01 SUMMARY\n${text}`,
    `SECTION 08 11 13 - HOLLOW METAL DOORS AND\nFRAMES\nPART 1 GENERAL\n${text}\nSection 03 30 00 Cast-in-Place Concrete`,
    `SECTION 08 11 13\nPART 2 PRODUCTS\n${text}\nEND OF SECTION 08 11 13`,
    `DIVISION 08 - OPENINGS\nSECTION 087100 – DOOR HARDWARE\n${text}`,
  ];
  expect(listed(...pages)).toEqual([
    '1 03 CONCRETE 2-4',
    '2 03 30 00 CAST-IN-PLACE CONCRETE 2-2',
    '2 08 11 13 HOLLOW METAL DOORS AND FRAMES 3-4',
    '1 08 OPENINGS 5-5',
    '2 08 71 00 DOOR HARDWARE 5-5',
  ]);
  const sections = findSections(pagesOf(...pages));
  expect(sectionAt(sections, 2, 0)?.number).toBe('03');
  expect(sectionAt(sections, 4, 40)?.number).toBe('08 11 13');
  expect(sectionAt(sections, 1, 0)).toBeUndefined();
});

it('lists CSI sections in any order where they open their pages, each once', () => {
  const numbers = ['01 10 00', '26 05 00', '02 41 19', '09 91 00', '03 30 00'];
  const pages = numbers.flatMap((number, i) => [
    `SECTION ${number}\nTITLE ${'ABCDE'[i]}LPHA\n${text}`,
    `SECTION ${number}\n${text}`,
  ]);
  expect(listed(...pages)).toEqual(
    numbers.map((number, i) => `1 ${number} TITLE ${'ABCDE'[i]}LPHA ${2 * i + 1}-${2 * i + 2}`),
  );
});

it('lists cost groups of DIN 276 by their digits, not quantities', () => {
  const pages = [
    `200 Vorbereitende Maßnahmen\n${text}\n300 Bauwerk – Baukonstruktionen\n310 Baugrube/Erdbau\n${text}`,
    `330 Außenwände\n240 Stück Anker je Feld, siehe Plan\n334 Außenwandöffnungen\n${text}`,
  ];
  expect(listed(...pages)).toEqual([
    '1 200 Vorbereitende Maßnahmen 1-1',
    '1 300 Bauwerk – Baukonstruktionen 1-2',
    '2 310 Baugrube/Erdbau 1-1',
    '2 330 Außenwände 2-2',
    '3 334 Außenwandöffnungen 2-2',
  ]);
  expect(findSections(pagesOf(...pages))[0]?.system).toBe('din276');
  expect(listed(`KG 300 Bauwerk\n${text}\nKG 310 Baugrube\n${text}\nKG 400 Technische Anlagen\n${text}`)).toHaveLength(
    3,
  );
});

it('lists the elements of the New Rules of Measurement', () => {
  const pages = [
    'Cost plan to NRM 1\nContents\n1 Substructure\n2 Superstructure\n2.1 Frame\n2.2 Upper floors\n2.6 Windows and external doors',
    `1 Substructure\n${text}\n1.1 Substructure\n${text}\n2 Superstructure\n2.1 Frame\n${text}`,
    `2.2 Upper floors\n${text}\n2.6 Windows and external doors\n2.6.1 External windows\n${text}`,
  ];
  expect(listed(...pages)).toEqual([
    '1 1 Substructure 2-2',
    '2 1.1 Substructure 2-2',
    '1 2 Superstructure 2-3',
    '2 2.1 Frame 2-2',
    '2 2.2 Upper floors 3-3',
    '2 2.6 Windows and external doors 3-3',
    '3 2.6.1 External windows 3-3',
  ]);
  expect(findSections(pagesOf(...pages))[0]?.system).toBe('nrm');
});

it('lists the lots of a CCTP, each of which numbers its articles from the start', () => {
  const pages = [
    `LOT N° 02 - GROS OEUVRE\n1 GENERALITES\n1.1 Objet du lot\n${text}\n1.2 Documents de référence\n${text}`,
    `2 DESCRIPTION DES OUVRAGES\n2.1 Terrassements\n2.1.1 Fouilles en rigoles\n${text}\n2.1.2 Remblais\n${text}`,
    `LOT N° 03 - CHARPENTE BOIS\n1 GENERALITES\n1.1 Objet du lot\n${text}\n2 DESCRIPTION DES OUVRAGES\n2.1 Charpente\n${text}`,
  ];
  const sections = findSections(pagesOf(...pages));
  expect(sections.map(({ number }) => number).join(' ')).toBe('LOT 02 1 1.1 1.2 2 2.1 2.1.1 2.1.2 LOT 03 1 1.1 2 2.1');
  expect(sections[0]).toMatchObject({ title: 'GROS OEUVRE', system: 'cctp', level: 1, page_from: 1, page_to: 2 });
  expect(sections[6]).toMatchObject({ title: 'Fouilles en rigoles', level: 4 });
});

it('lists numbered titles on which their text runs on, in the order of the document', () => {
  expect(
    listed(
      `SPS 382.01 Scope. The provisions of this chapter apply.\n${text}\nSPS 382.015 Purpose. (1) Pursuant to\n${text}`,
      `SPS 382.365 Stormwater and clearwater infiltration\nplumbing systems. (1) SCOPE.\n${text}\nSPS 382.36, the water supply system\n${text}`,
    ),
  ).toEqual([
    '1 SPS 382.01 Scope 1-1',
    '1 SPS 382.015 Purpose 1-1',
    '1 SPS 382.365 Stormwater and clearwater infiltration plumbing systems 2-2',
  ]);
});

it.each([
  ['a letter', `Dear Sir,\n1. Please find enclosed\n2. The fee is 2.500 EUR\n3. Kind regards\n${text}`],
  [
    'a list of standards',
    `EN 1990-1 Basis\nEN 1991-1 Actions\nEN 1992-1 Concrete\nEN 1993-1 Steel\nEN 1994-1 Composite\n${text}`,
  ],
  [
    'numbered sentences',
    `1.1 The Contractor shall build\n${text}\n1.2 The Client will pay\n${text}\n1.3 All sums are net\n${text}`,
  ],
])('finds no sections in %s', (_, page) => {
  expect(listed(page)).toEqual([]);
});

it('reads no numbered sections from a drawing', () => {
  const page = `1.01 OFFICE\n${text}\n1.02 KITCHEN\n${text}\n1.03 STORE\n${text}`;
  expect(listed(page)).toHaveLength(3);
  expect(findSections([{ page: 1, text: page, width: 2384, height: 1684, words: [] }])).toEqual([]);
});

it('finds all sections of a long manual in linear time', () => {
  const section = (i: number) =>
    `SECTION ${String(10_000 + i).slice(1, 3)} ${String(10_000 + i).slice(3)} 00 - TITLE ${i}X\n${text}`;
  const pages = pagesOf(...Array.from({ length: 3000 }, (_, i) => section(i)));
  const started = process.cpuUsage();
  expect(findSections(pages)).toHaveLength(3000);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
});

it('finds the sections of a PDF with the box of each heading, and cuts pieces at headings', async () => {
  const pdf = await openPdf(await drawSpecification({ pages: 30 }));
  const pages = await pdf.pageTexts();
  await pdf.close();
  const sections = findSections(pages);
  const truth = specificationSections({ pages: 30 });
  expect(sections.map(({ number, title, page_from }) => ({ number, title, page: page_from }))).toEqual(truth);
  for (const { box } of sections) {
    expect(box?.y).toBeLessThan(0.2);
    expect(box?.height).toBeLessThan(0.05);
  }
  const chunks = chunkPages(pages, { sections });
  for (const { section } of chunks.slice(20)) expect(section).not.toBeNull();
  for (const { number, title } of sections) {
    const own = chunks.filter(({ section }) => section?.number === number);
    expect(own[0]?.text).toContain(title);
    expect(own.length).toBeGreaterThan(0);
    for (const { boxes } of own) expect(boxes.every((box) => box !== null && box.width > 0)).toBe(true);
  }
});
