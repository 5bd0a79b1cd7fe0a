import { type DxfEntity, parseString } from 'dxf';
import { matchesAt } from '../domain/files/bytes.ts';
import { FileError } from '../domain/files/file-error.ts';
import { decodeText } from '../domain/files/text-encoding.ts';
import type { PageWriter } from './page-writer.ts';

const BINARY = 'AutoCAD Binary DXF';

/** Maximum length of a text that is read; longer ones are data. */
const LONGEST = 20_000;

const SIGNS: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' };

/** Removes the codes by which AutoCAD formats texts: `{\fArial;A-101}\PPlan`, `%%c20`. */
const plain = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(/\\U\+([0-9A-F]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%%([cdp%])/gi, (_, sign: string) => SIGNS[sign.toLowerCase()]!)
    .replace(/%%[uok]/gi, '')
    .replace(/\^[IJM]/g, ' ')
    .replace(/\\S([^;\\]*);/g, (_, stacked: string) => stacked.replace(/[#^]/, '/'))
    .replace(/\\[ACFfHQTWp][^;\\{}]*;/g, '')
    .replace(/\\[LlOoKk]/g, '')
    .replace(/\\P/g, '\n')
    .replace(/\\~/g, ' ')
    .replace(/(?<!\\)[{}]/g, '')
    .replace(/\\([\\{}])/g, '$1')
    .trim();

/** Returns the texts of entities, each once, and the attributes of blocks as `TAG: value`. */
const textsOf = (entities: readonly DxfEntity[]): { attributes: string[]; texts: Set<string> } => {
  const attributes: string[] = [];
  const texts = new Set<string>();
  for (const { type, string, tag, text, mtext } of entities) {
    if (type === 'ATTRIB') {
      const value = plain(text?.string || mtext?.string || '');
      if (value !== '') attributes.push(`${tag ?? ''}: ${value.replaceAll('\n', ' ')}`);
    } else if ((type === 'TEXT' || type === 'MTEXT') && string) {
      const value = plain(string);
      if (value !== '') texts.add(value);
    }
  }
  return { attributes, texts };
};

/**
 * Extracts the texts of a DXF drawing: the attributes of its title block and other blocks, its texts, those of the blocks
 * that it draws, and the names of its layers. Texts of blocks are read once, however often a block is drawn.
 */
export function readDxf(bytes: Uint8Array, out: PageWriter): void {
  if (matchesAt(bytes, 0, BINARY)) {
    throw new FileError('unsupported', 'This is a binary DXF file. Save it as ASCII DXF and upload that.');
  }
  const drawing = parseString(decodeText(bytes).text);
  const { attributes, texts } = textsOf(drawing.entities);
  for (const { entities = [] } of drawing.blocks ?? []) for (const text of textsOf(entities).texts) texts.add(text);
  const layers = Object.keys(drawing.tables?.layers ?? {});
  for (const attribute of attributes) out.write(`${attribute}\n`);
  out.write('\n');
  for (const text of texts) out.write(`${text}\n`);
  if (layers.length > 0) out.write(`\nLayers: ${layers.join(', ')}\n`);
}
