import { describe, expect, it } from 'vitest';
import { chunkPages, findSections } from '../../../shared/domain/text/index.ts';
import { extractText } from '../../../shared/extract/extract-text.ts';
import { processorMilliseconds } from '../../support/processor-time.ts';
import { compoundOf, docxOf, germanStyles, packageOf, pptxOf, utf16le, workbookOf } from './office-files.ts';

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const texts = (pages: { text: string }[]) => pages.map((page) => page.text);

describe('Word', () => {
  it('keeps line breaks, tabs, tables and the title, and omits deleted text', async () => {
    const body = [
      paragraph(
        run('Beam B1'),
        '<w:r><w:br/></w:r>',
        run('W10x19'),
        '<w:r><w:tab/></w:r>',
        run('= A992 &lt;50 ksi&gt;'),
      ),
      paragraph('<w:del><w:r><w:delText>old</w:delText></w:r></w:del>', run('kept')),
      `<w:tbl><w:tr><w:tc>${paragraph(run('cell'))}</w:tc></w:tr></w:tbl>`,
    ].join('');
    const { text, title, pages } = await extractText('docx', docxOf(body));
    expect(text).toBe('Beam B1\nW10x19\t= A992 <50 ksi>\nkept\ncell');
    expect(title).toBe('Beam & column notes');
    expect(pages).toHaveLength(1);
  });

  it('ends pages where Word rendered their ends, once for a row that crosses pages', async () => {
    const end = '<w:r><w:lastRenderedPageBreak/></w:r>';
    const cell = (text: string) => `<w:tc>${paragraph(end, run(text))}</w:tc>`;
    const body = `${paragraph(run('one'))}<w:tbl><w:tr>${cell('two')}${cell('too')}</w:tr></w:tbl>${paragraph(end, run('three'))}`;
    const { pages } = await extractText('docx', docxOf(body));
    expect(texts(pages)).toEqual(['one', 'two\ttoo', 'three']);
  });

  it('keeps the rows and columns of a table', async () => {
    const cell = (...lines: string[]) => `<w:tc>${lines.map((line) => paragraph(run(line))).join('')}</w:tc>`;
    const inner = `<w:tc><w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>${paragraph()}</w:tc>`;
    const rows = [cell('Mark', '') + cell('Fire', 'rating') + cell('Note'), cell('D1') + cell('') + inner];
    const body = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>${paragraph(run('after'))}`;
    expect((await extractText('docx', docxOf(body))).text).toBe('Mark\tFire rating\tNote\nD1\t\ta b\nafter');
  });

  it('ends pages at manual breaks in a file that Word never laid out', async () => {
    const body = `${paragraph(run('one'))}${paragraph('<w:r><w:br w:type="page"/></w:r>', run('two'))}`;
    expect(texts((await extractText('docx', docxOf(body))).pages)).toEqual(['one', 'two']);
  });

  it('reads text boxes once, and headers and notes after the body', async () => {
    const box = `<mc:AlternateContent><mc:Choice>${paragraph(run('boxed'))}</mc:Choice><mc:Fallback>${paragraph(run('boxed'))}</mc:Fallback></mc:AlternateContent>`;
    const header = `<w:hdr>${paragraph(run('Project 0815'))}</w:hdr>`;
    const file = docxOf(box, { 'word/header1.xml': header, 'word/header2.xml': header });
    expect((await extractText('docx', file)).text).toBe('boxed\n\nProject 0815');
  });
});

describe('headings of Word documents', () => {
  const end = '<w:r><w:lastRenderedPageBreak/></w:r>';
  const styled = (style: string, ...content: string[]) =>
    paragraph(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`, ...content);
  const inList = (list: number, text: string) =>
    paragraph(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`, run(text));
  const sectionsOf = async (...body: string[]) => {
    const { pages } = await extractText('docx', docxOf(body.join(''), germanStyles()));
    const sections = findSections(pages).map(({ level, number, title, page_from, page_to, at }) => {
      const line = pages[page_from - 1]?.text.slice(at).split('\n')[0];
      return `${level} [${number}] ${title} ${page_from}-${page_to}: ${line}`;
    });
    return { pages, sections };
  };

  it('are sections with the number that Word prints, their level and their pages', async () => {
    const { pages, sections } = await sectionsOf(
      styled('Verzeichnis', run('Inhalt')),
      paragraph(run('Allgemeines\t1')),
      '<w:tbl><w:tr><w:tc>',
      styled('berschrift1', run('Stand')),
      '</w:tc></w:tr></w:tbl>',
      paragraph(),
      styled('berschrift1', run('Allge'), run('meines')),
      paragraph(run('Allgemeines')),
      styled('berschrift2', end, run('Geltung')),
      paragraph(run('Der Vertrag gilt.')),
      styled('Klausel', run('Fristen  und'), '<w:r><w:br/></w:r>', run('Termine')),
      paragraph(run('Sofort.')),
      styled('berschrift1', end, run('Ausführung')),
      paragraph('<w:pPr><w:outlineLvl w:val="1"/></w:pPr>', run('7.3 Türen')),
      styled('berschrift3', run('Beschläge')),
      styled('berschrift2', run('Fenster')),
    );
    expect(sections).toEqual([
      '1 [II] Allgemeines 1-2: II. Allgemeines',
      '2 [II.1] Geltung 2-2: II.1 Geltung',
      '2 [II.2] Fristen und Termine 2-2: II.2 Fristen  und',
      '1 [III] Ausführung 3-3: III. Ausführung',
      '2 [7.3] Türen 3-3: 7.3 Türen',
      '3 [] Beschläge 3-3: Beschläge',
      '2 [III.1] Fenster 3-3: III.1 Fenster',
    ]);
    const chunks = chunkPages(pages, { sections: findSections(pages) });
    expect(chunks.find(({ text }) => text.includes('Der Vertrag'))?.section).toEqual({
      number: 'II.1',
      title: 'Geltung',
    });
    expect(chunks.find(({ text }) => text.includes('Beschläge'))?.section).toEqual({ number: '', title: 'Beschläge' });
  });

  it('do not include former properties, text boxes, and clauses without a number', async () => {
    const clause = 'Der Auftragnehmer prüft die Maße am Bau. '.repeat(6);
    const box = `<w:r><w:txbxContent>${styled('berschrift3', run('Kasten'))}</w:txbxContent></w:r>`;
    const former = '<w:pPrChange><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr></w:pPrChange>';
    const { sections } = await sectionsOf(
      styled('berschrift1', run('Bau'), box, run(' am Hang')),
      paragraph(`<w:pPr>${former}<w:outlineLvl w:val="9"/></w:pPr>`, run('einst')),
      styled('berschrift2', run(clause)),
      styled('berschrift3', run(clause)),
      styled('berschrift3', run(' ')),
      styled('berschrift3', run('Ende')),
    );
    expect(sections.map((section) => section.replace(/ 1-1: .*$/, ''))).toEqual([
      '1 [I] Bau am Hang',
      '2 [I.1] null',
      '3 [] Ende',
    ]);
  });

  it('have levels from the outermost that the document uses', async () => {
    const { sections } = await sectionsOf(styled('berschrift2', run('Dach')), styled('berschrift3', run('Rinne')));
    expect(sections.map((section) => section[0])).toEqual(['1', '2']);
  });

  it('leave the sections to CSI numbers where the text has them', async () => {
    const { sections } = await sectionsOf(
      paragraph(run('SECTION 08 11 13 - HOLLOW METAL DOORS')),
      styled('berschrift1', run('General')),
      styled('berschrift1', run('Products')),
      paragraph(run('SECTION 08 71 00 - DOOR HARDWARE')),
    );
    expect(sections.map((section) => section.slice(2, 12))).toEqual(['[08 11 13]', '[08 71 00]']);
  });

  it('have the numbers of lists in the text, which continue in each list of a definition', async () => {
    const stops = paragraph('<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>', run('frei'));
    const lists = [
      inList(2, 'eins'),
      inList(2, 'zwei'),
      inList(4, 'Punkt'),
      inList(3, 'neu'),
      inList(2, 'vier'),
      inList(5, 'ohne'),
      stops,
    ];
    const { pages } = await sectionsOf(...lists);
    expect(pages[0]?.text).toBe('A) eins\nB) zwei\nPunkt\nA) neu\nB) vier\nohne\nfrei');
  });
});

describe('PowerPoint', () => {
  it('yields a page per slide in the order shown, with notes, without slide numbers', async () => {
    const { pages } = await extractText('pptx', pptxOf());
    expect(texts(pages)).toEqual(['Kick-off\nSite 12\n\nGreet the owner', 'Schedule\nStart \tMay']);
  });

  it('reads the binary format', async () => {
    const record = (type: number, head: number, content: Uint8Array) => {
      const bytes = new Uint8Array(8 + content.length);
      const data = new DataView(bytes.buffer);
      data.setUint16(0, head, true);
      data.setUint16(2, type, true);
      data.setUint32(4, content.length, true);
      bytes.set(content, 8);
      return bytes;
    };
    const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
    const slide = record(0x03f3, 0, new Uint8Array(20));
    const outline = join(slide, record(0x0fa0, 0, utf16le('Größe')), slide, record(0x0fa8, 0, Buffer.from('Costs')));
    const shape = record(
      0x03ee,
      0xf,
      join(record(0x0fa8, 0, Buffer.from('Costs')), record(0x0fa8, 0, Buffer.from('in a box'))),
    );
    const file = compoundOf({ 'PowerPoint Document': join(record(0x0ff0, 0xf, outline), shape) });
    expect(texts((await extractText('ppt', file)).pages)).toEqual(['Größe', 'Costs\nin a box']);
  });
});

describe('Excel', () => {
  it.each(['xlsx', 'xls', 'xlsb'] as const)('yields a page per sheet of %s, cells as displayed', async (kind) => {
    const { pages } = await extractText(kind, workbookOf(kind));
    expect(texts(pages)).toEqual(['Costs\nItem\tCost\nSteel\t1250.5\nfar', 'Notes\nSecond']);
  });

  it('visits only cells that exist, whatever range a sheet declares', async () => {
    const sheet =
      '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>last</t></is></c></row></sheetData></worksheet>';
    const file = packageOf({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="Wide" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheet,
    });
    const took = await processorMilliseconds(async () =>
      expect((await extractText('xlsx', file)).text).toBe('Wide\nlast'),
    );
    expect(took).toBeLessThan(3000);
  });
});

describe('OpenDocument', () => {
  it('reads a spreadsheet by tables', async () => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const table = (name: string, text: string) =>
      `<table:table table:name="${name}"><table:table-row>${cell(text)}${cell('2')}</table:table-row></table:table>`;
    const file = packageOf({ 'content.xml': `<office:body>${table('A', 'x')}${table('B', 'y')}</office:body>` });
    expect(texts((await extractText('ods', file)).pages)).toEqual(['A\nx \t2', 'B\ny \t2']);
  });

  it('reads a text with its spaces and its title', async () => {
    const file = packageOf({
      'content.xml': '<text:h>Scope</text:h><text:p>a<text:s text:c="2"/>b<text:line-break/>c<text:tab/>d</text:p>',
      'meta.xml': '<office:meta><dc:title>Offer</dc:title></office:meta>',
    });
    expect(await extractText('odt', file)).toMatchObject({ text: 'Scope\na  b\nc\td', title: 'Offer' });
  });
});
