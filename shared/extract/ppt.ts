import { view } from '../domain/files/bytes.ts';
import { openCompound } from './compound.ts';
import { damaged, encrypted } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';

const HEADER_BYTES = 8;
const CONTAINER_VERSION = 0xf;
const MAX_DEPTH = 32;

/** Record types of [MS-PPT] 2.13.24. */
const SLIDE_LIST = 0x0ff0;
const SLIDE_PERSIST = 0x03f3;
const TEXT_UTF16 = 0x0fa0;
const TEXT_BYTES = 0x0fa8;
const SLIDE = 0x03ee;
const NOTES = 0x03f0;

interface PptRecord {
  type: number;
  instance: number;
  container: boolean;
  start: number;
  end: number;
}

function* recordsIn(data: DataView, start: number, end: number): Generator<PptRecord> {
  let at = start;
  while (at + HEADER_BYTES <= end) {
    const head = data.getUint16(at, true);
    const next = at + HEADER_BYTES + data.getUint32(at + 4, true);
    if (next > end) return;
    yield {
      type: data.getUint16(at + 2, true),
      instance: head >> 4,
      container: (head & 0xf) === CONTAINER_VERSION,
      start: at + HEADER_BYTES,
      end: next,
    };
    at = next;
  }
}

type Place = 'outline' | 'shapes';

/** The start of a slide of the outline, or a text. */
type Part = 'slide' | { place: Place; text: string };

/**
 * Extracts the text of a PowerPoint 97 to 2003 presentation: one page per slide of the outline, which contains titles
 * and bodies. Text that occurs only in shapes of slides and notes follows on the last page.
 */
export function readPpt(bytes: Uint8Array, out: PageWriter): void {
  const streams = openCompound(bytes, 'ppt');
  const stream = streams.get('PowerPoint Document');
  if (stream === undefined) throw damaged('ppt', 'no PowerPoint Document stream');
  if (streams.has('EncryptedSummary')) throw encrypted('ppt');
  const seen = new Set<string>();
  const shapes = new Set<string>();
  let slides = 0;
  for (const part of partsIn(stream, { start: 0, end: stream.length }, null)) {
    if (part === 'slide') {
      if (slides > 0) out.breakPage();
      slides += 1;
    } else if (part.place === 'outline') {
      seen.add(part.text);
      out.write(`${part.text}\n`);
    } else shapes.add(part.text);
    if (out.full) break;
  }
  for (const text of shapes) if (!seen.has(text)) out.write(`${text}\n`);
}

/** Yields slides and texts of a container in the order of the file; texts outside of every place are skipped. */
function* partsIn(
  stream: Uint8Array,
  { start, end }: { start: number; end: number },
  place: Place | null,
  depth = 0,
): Generator<Part> {
  if (depth > MAX_DEPTH) throw damaged('ppt', 'nested too deeply');
  for (const record of recordsIn(view(stream), start, end)) {
    if (record.type === SLIDE_PERSIST && place === 'outline') yield 'slide';
    else if ((record.type === TEXT_UTF16 || record.type === TEXT_BYTES) && place !== null) {
      const encoding = record.type === TEXT_UTF16 ? 'utf-16le' : 'latin1';
      yield { place, text: new TextDecoder(encoding).decode(stream.subarray(record.start, record.end)) };
    } else if (record.container) yield* partsIn(stream, record, placeOf(record) ?? place, depth + 1);
  }
}

/** The lists of masters and of notes repeat text of the slides; instance 0 is the list of slides. */
function placeOf(record: PptRecord): Place | null {
  if (record.type === SLIDE_LIST) return record.instance === 0 ? 'outline' : null;
  return record.type === SLIDE || record.type === NOTES ? 'shapes' : null;
}
