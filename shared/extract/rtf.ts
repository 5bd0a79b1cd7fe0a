import { latin1 } from '../domain/files/bytes.ts';
import { damaged } from './errors.ts';
import type { PageWriter } from './page-writer.ts';
import type { ReadResult } from './types.ts';

const MAX_DEPTH = 1000;

/** Groups that hold no text of the document. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable pict object info generator themedata datastore'.split(' '),
);

const BREAKS: Readonly<Record<string, string>> = { par: '\n', line: '\n', row: '\n', cell: '\t', tab: '\t' };
const SYMBOLS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};

interface Group {
  silent: boolean;
  /** bytes that stand for one `\u` character in readers without Unicode, and are to be skipped */
  fallback: number;
}

/** Text of an RTF file (Rich Text Format 1.9.1); bytes are of the code page that the file declares. */
export function readRtf(bytes: Uint8Array, out: PageWriter): ReadResult {
  const source = latin1(bytes);
  const decoder = codePage(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1024))?.[1]);
  const token = /\\([a-zA-Z]+)(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;
  const groups: Group[] = [];
  let group: Group = { silent: false, fallback: 1 };
  let skip = 0;
  const write = (text: string) => {
    if (!group.silent) out.write(text);
  };
  for (let match = token.exec(source); match !== null && !out.full; match = token.exec(source)) {
    const [, word, number, hex, symbol, brace, plain] = match;
    if (brace === '{') {
      if (groups.push(group) > MAX_DEPTH) throw damaged('rtf', 'nested too deeply');
      group = { ...group };
      skip = 0;
    } else if (brace === '}') {
      group = groups.pop() ?? group;
      skip = 0;
    } else if (word !== undefined) {
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word === 'page') out.breakPage();
      else if (word === 'u') {
        write(String.fromCharCode(Number(number ?? 63) & 0xffff));
        skip = group.fallback;
      } else if (word === 'uc') group.fallback = Number(number ?? 1);
      else if (SILENT.has(word)) group.silent = true;
      else write(BREAKS[word] ?? SYMBOLS[word] ?? '');
    } else if (hex !== undefined) {
      if (skip > 0) skip -= 1;
      else write(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    } else if (symbol !== undefined) {
      if (symbol === '*') group.silent = true;
      else if (symbol === '~') write(' ');
      else if ('\\{}'.includes(symbol)) write(symbol);
    } else if (plain !== undefined) {
      write(plain.slice(skip));
      skip = Math.max(0, skip - plain.length);
    }
  }
  return {};
}

function codePage(number: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(`windows-${number ?? '1252'}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
