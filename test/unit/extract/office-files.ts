import * as XLSX from '@e965/xlsx';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** Builds a package of parts; parts given as bytes are unchanged. */
export function packageOf(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(files);
}

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const core = (title: string) => `<cp:coreProperties><dc:title>${title}</dc:title></cp:coreProperties>`;

export function docxOf(body: string, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  return packageOf({
    '[Content_Types].xml': TYPES,
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml': core('Beam &amp; column notes'),
    ...more,
  });
}

/** Level of a list: its format, its text, and the style that has it. */
const level = (index: number, format: string, text: string, style?: string): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${style ? `<w:pStyle w:val="${style}"/>` : ''}<w:lvlText w:val="${text}"/></w:lvl>`;
const style = (id: string, name: string, basedOn: string, properties: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/><w:pPr>${properties}</w:pPr></w:style>`;

/**
 * Parts of a German Word document: the styles `berschrift1` to `3` are its built-in headings, numbered by the list 1;
 * `Klausel` is based on the second, `Verzeichnis` is body text based on the first. List 2 has capital letters, list 3
 * begins it again, list 4 has bullets.
 */
export const germanStyles = (): Record<string, string> => ({
  'word/styles.xml': `<w:styles>${[
    style('Standard', 'Normal', '', ''),
    style('berschrift1', 'heading 1', 'Standard', '<w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>'),
    style('berschrift2', 'heading 2', 'Standard', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'),
    style('berschrift3', 'heading 3', 'Standard', ''),
    style('Klausel', 'Klausel', 'berschrift2', ''),
    style(
      'Verzeichnis',
      'TOC Heading',
      'berschrift1',
      '<w:numPr><w:numId w:val="0"/></w:numPr><w:outlineLvl w:val="9"/>',
    ),
  ].join('')}</w:styles>`,
  'word/numbering.xml': `<w:numbering>${[
    `<w:abstractNum w:abstractNumId="7">${level(0, 'upperRoman', '%1.', 'berschrift1')}${level(1, 'decimal', '%1.%2', 'berschrift2')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="8">${level(0, 'upperLetter', '%1)')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="9">${level(0, 'bullet', '•')}</w:abstractNum>`,
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>',
    '<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>',
    '<w:num w:numId="3"><w:abstractNumId w:val="8"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
    '<w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num>',
  ].join('')}</w:numbering>`,
});

const paragraphs = (...lines: string[]) => lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** Two slides shown in the reverse order of their part names, the first shown one with a note. */
export function pptxOf(): Uint8Array {
  const number = '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>';
  return packageOf({
    '[Content_Types].xml': TYPES,
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': `<Relationships>${relation('r1', 'slide', 'slides/slide1.xml')}${relation('r2', 'slide', '/ppt/slides/slide2.xml')}</Relationships>`,
    'ppt/slides/slide1.xml': `<p:sld>${paragraphs('Schedule')}<a:tbl><a:tr><a:tc>${paragraphs('Start')}</a:tc><a:tc>${paragraphs('May')}</a:tc></a:tr></a:tbl></p:sld>`,
    'ppt/slides/slide2.xml': `<p:sld>${paragraphs('Kick-off', 'Site 12')}${number}</p:sld>`,
    'ppt/slides/_rels/slide2.xml.rels': `<Relationships>${relation('n1', 'notesSlide', '../notesSlides/notesSlide1.xml')}</Relationships>`,
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${paragraphs('Greet the owner')}</p:notes>`,
  });
}

export function workbookOf(bookType: 'xlsx' | 'xls' | 'xlsb'): Uint8Array {
  const book = XLSX.utils.book_new();
  const cells = [['Item', 'Cost'], ['Steel', 1250.5], [], ['', 'far']];
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells), 'Costs');
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Second']]), 'Notes');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer);
}

/** A compound file of streams by path. */
export function compoundOf(streams: Record<string, Uint8Array>): Uint8Array {
  const container = XLSX.CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(container, `/${path}`, content);
  return Uint8Array.from(XLSX.CFB.write(container, { type: 'array' }) as number[]);
}

export const utf16le = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
