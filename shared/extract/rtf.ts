import { latin1 } from '../domain/files/bytes.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';

const MAX_DEPTH = 1000;

/** Groups that contain no text of the document. */
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
  /** Number of bytes after each `\u` character that repeat it for readers without Unicode, and are skipped. */
  fallback: number;
}

/** The content of one token of the source; exactly one field is set. */
interface Token {
  word: string | undefined;
  number: string | undefined;
  hex: string | undefined;
  symbol: string | undefined;
  brace: string | undefined;
  plain: string | undefined;
}

/** Writes the text of tokens, in the state set by groups and control words. */
class RtfText {
  readonly #out: PageWriter;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #groups: Group[] = [];
  #group: Group = { silent: false, fallback: 1 };
  /** Number of characters still to be skipped, which repeat the last `\u` character. */
  #skip = 0;

  constructor(out: PageWriter, decoder: InstanceType<typeof TextDecoder>) {
    this.#out = out;
    this.#decoder = decoder;
  }

  read({ word, number, hex, symbol, brace, plain }: Token): void {
    if (brace !== undefined) this.#readBrace(brace);
    else if (word !== undefined) this.#readWord(word, number);
    else if (hex !== undefined) this.#readByte(hex);
    else if (symbol !== undefined) this.#readSymbol(symbol);
    else if (plain !== undefined) {
      this.#write(plain.slice(this.#skip));
      this.#skip = Math.max(0, this.#skip - plain.length);
    }
  }

  #write(text: string): void {
    if (!this.#group.silent) this.#out.write(text);
  }

  #readBrace(brace: string): void {
    this.#skip = 0;
    if (brace === '}') {
      this.#group = this.#groups.pop() ?? this.#group;
      return;
    }
    if (this.#groups.push(this.#group) > MAX_DEPTH) throw damaged('rtf', 'nested too deeply');
    this.#group = { ...this.#group };
  }

  #readWord(word: string, number: string | undefined): void {
    if (word === 'page') this.#out.breakPage();
    else if (word === 'u') {
      this.#write(String.fromCharCode(Number(number ?? 63) & 0xffff));
      this.#skip = this.#group.fallback;
    } else if (word === 'uc') this.#group.fallback = Number(number ?? 1);
    else if (SILENT.has(word)) this.#group.silent = true;
    else this.#write(BREAKS[word] ?? SYMBOLS[word] ?? '');
  }

  #readByte(hex: string): void {
    if (this.#skip > 0) this.#skip -= 1;
    else this.#write(this.#decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
  }

  #readSymbol(symbol: string): void {
    if (symbol === '*') this.#group.silent = true;
    else if (symbol === '~') this.#write(' ');
    else if ('\\{}'.includes(symbol)) this.#write(symbol);
  }
}

/** Extracts the text of an RTF file (Rich Text Format 1.9.1); bytes are in the code page that the file declares. */
export function readRtf(bytes: Uint8Array, out: PageWriter): ReadResult {
  const source = latin1(bytes);
  const text = new RtfText(out, codePage(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1024))?.[1]));
  const token = /\\([a-zA-Z]+)(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;
  for (let match = token.exec(source); match !== null && !out.full; match = token.exec(source)) {
    const [, word, number, hex, symbol, brace, plain] = match;
    // The bytes of `\bin` follow it unchanged.
    if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
    else text.read({ word, number, hex, symbol, brace, plain });
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
