import { latin1 } from '../domain/files/bytes.ts';
import { decodeText } from '../domain/files/text-encoding.ts';
import type { ReadResult } from './extracted-text.ts';
import { walkMarkup } from './walk-markup.ts';

const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'object', 'iframe']);
const CELLS = new Set(['td', 'th']);
const BLOCKS = new Set(
  (
    'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hr li main nav ol option p pre section summary table tr ul'
  ).split(' '),
);

/** The destination of a page's text. */
export interface TextSink {
  write(text: string): void;
  readonly full: boolean;
}

/** Extracts the text of an HTML file in the encoding that it declares. */
export function readHtml(bytes: Uint8Array, out: TextSink): ReadResult {
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(latin1(bytes.subarray(0, 4096)))?.[1];
  return readHtmlText(decodeText(bytes, declared).text, out);
}

/** Extracts the visible text of HTML: no scripts and styles, one line per block, white space collapsed. */
export function readHtmlText(html: string, out: TextSink): ReadResult {
  let hidden = 0;
  let preformatted = 0;
  let title: string | undefined;
  let inTitle = false;
  walkMarkup(
    html,
    'html',
    {
      enough: () => out.full,
      open: (name) => {
        inTitle = name === 'title' && title === undefined;
        if (inTitle) title = '';
        if (HIDDEN.has(name)) hidden += 1;
        if (name === 'pre') preformatted += 1;
        if (name === 'br' || BLOCKS.has(name)) out.write('\n');
      },
      close: (name) => {
        inTitle = false;
        if (HIDDEN.has(name)) hidden -= 1;
        if (name === 'pre') preformatted -= 1;
        if (CELLS.has(name)) out.write('\t');
        if (BLOCKS.has(name)) out.write('\n');
      },
      text: (text) => {
        if (inTitle) title += text;
        else if (hidden === 0) out.write(preformatted > 0 ? text : text.replace(/[ \t\r\n]+/g, ' '));
      },
    },
    false,
  );
  return { title };
}
