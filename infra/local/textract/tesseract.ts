import { availableParallelism } from 'node:os';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { type GreyImage, greyImage } from '../../../shared/ocr/grey.ts';
import { arrange } from '../../../shared/ocr/layout.ts';
import type { Layout, OcrEngine, OcrImage, OcrOptions, OcrResult, OcrWord } from '../../../shared/ocr/ocr-types.ts';
import { cutPgm, isBlank, type Tile, tilesOf } from '../../../shared/ocr/tiles.ts';
import { joinIdeographs } from './join-ideographs.ts';
import { ocrAssets } from './ocr-assets.ts';
import { TesseractThread, type TesseractWord } from './tesseract-thread.ts';

export interface TesseractOptions {
  /** Number of threads; by default that of the machine's processors, at most 4. */
  threads?: number;
  /** Milliseconds without work after which the threads, with 0.1 GB each, are released; 15,000 by default. */
  idle_ms?: number;
}

/** Maximum density: recognition gains nothing beyond it, and time grows with the number of pixels. */
const WORKING_DPI = 300;
const MAX_WORKING_PIXELS = 64_000_000;
const DEFAULT_DPI = 150;
const DEADLINE_MS = 180_000;

/** Side of a tile in pixels; limits the memory of a thread and lets threads share a sheet. */
const TILE_SIDE = 2000;
/** Margin of a tile in inches: a word of up to twice this length is read as a whole wherever the tile ends. */
const TILE_MARGIN_INCHES = 1;

/** Linework is also recognised as letters, with low confidence and usually one to three characters. */
const LEAST_CONFIDENCE = 30;
const LEAST_CONFIDENCE_SHORT = 60;
const SHORT = 3;
const SIGN = /^[-–&@]$/;
const READABLE = /[\p{L}\p{N}]/u;

/** A text recogniser whose threads are kept until it is idle or closed. */
export interface TesseractOcr extends OcrEngine {
  close(): Promise<void>;
}

/**
 * Text recognition on this machine: tesseract.js with the language data of installed packages or of a folder, without a
 * network.
 */
export function createTesseractOcr(options: TesseractOptions = {}): TesseractOcr {
  const threads = options.threads ?? Math.min(4, availableParallelism());
  const idleMs = options.idle_ms ?? 15_000;
  const idle = new Set<TesseractThread>();
  let turn: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const release = async () => {
    clearTimeout(timer);
    const held = [...idle];
    idle.clear();
    await Promise.all(held.map((thread) => thread.stop()));
  };

  const recognise = async (
    image: OcrImage,
    { dpi = DEFAULT_DPI, deadline_ms = DEADLINE_MS, layout = 'scattered', language, alone = false }: OcrOptions = {},
  ) => {
    clearTimeout(timer);
    try {
      return await readImage(
        image,
        { dpi, deadline: Date.now() + deadline_ms, layout, language, alone },
        threads,
        idle,
      );
    } finally {
      clearTimeout(timer);
      timer = setTimeout(release, idleMs).unref();
    }
  };

  const { languages, missing } = ocrAssets();
  return {
    languages: { available: languages.map(({ language }) => language), missing },
    /** One image at a time uses all threads; two at once would only double the memory. */
    recognise(image, given) {
      const result = turn.then(() => recognise(image, given));
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      await turn;
      await release();
    },
  };
}

interface Pass {
  dpi: number;
  /** Epoch milliseconds. */
  deadline: number;
  layout: Layout;
  language: string | null | undefined;
  alone: boolean;
}

async function readImage(
  image: OcrImage,
  { dpi, ...pass }: Pass,
  threads: number,
  idle: Set<TesseractThread>,
): Promise<OcrResult> {
  const { grey, width, height } = await greyImage(image, (wide, high) =>
    Math.min(1, WORKING_DPI / dpi, Math.sqrt(MAX_WORKING_PIXELS / (wide * high))),
  );
  const workingDpi = (dpi * grey.width) / width;
  const margin = Math.round(workingDpi * TILE_MARGIN_INCHES);
  const tiles = tilesOf(grey.width, grey.height, TILE_SIDE, margin).filter((tile) => !isBlank(grey, tile.outer));
  const scale = { x: width / grey.width, y: height / grey.height };

  const words: OcrWord[] = [];
  const waiting = [...tiles];
  let read = 0;
  const work = async () => {
    while (waiting.length > 0 && Date.now() < pass.deadline) {
      const thread = idle.values().next().value ?? (await TesseractThread.start());
      idle.delete(thread);
      const tile = waiting.shift();
      const found = tile && (await readTile(thread, grey, tile, { dpi: workingDpi, ...pass }));
      if (found !== null) idle.add(thread);
      if (!found) continue;
      read += 1;
      for (const word of found) words.push(scaled(word, scale));
    }
  };
  const done = await Promise.allSettled(Array.from({ length: Math.min(threads, tiles.length) }, work));
  const failure = done.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  if (tiles.length > 0 && read === 0) {
    throw new FileError('timeout', 'Recognising the text of the page took too long.');
  }
  return arrange(words, read === tiles.length);
}

/**
 * Returns the words whose centre is in the tile's core, in pixels of the grey image; null if the deadline terminated
 * the thread.
 */
async function readTile(
  thread: TesseractThread,
  grey: GreyImage,
  { core, outer }: Tile,
  { dpi, deadline, ...how }: Pass,
): Promise<OcrWord[] | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), Math.max(0, deadline - Date.now()));
  const reading = thread.recognise(cutPgm(grey, outer), { dpi, ...how });
  reading.catch(() => undefined);
  try {
    const found = await Promise.race([reading, late.promise]);
    if (found === null) {
      await thread.stop();
      return null;
    }
    return found
      .flatMap((line) => credible(joinIdeographs(line)))
      .map((word) => placed(word, outer.left, outer.top))
      .filter((word) => {
        const x = word.x + word.width / 2;
        const y = word.y + word.height / 2;
        return x >= core.left && x < core.right && y >= core.top && y < core.bottom;
      });
  } catch (error) {
    await thread.stop();
    throw new Unavailable('Text recognition failed.', 1, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Filters the words of a line. Signs and numbers of lower confidence are kept only beside credible words, since
 * linework that was mistaken for text stands alone.
 */
const credible = (line: TesseractWord[]): TesseractWord[] =>
  line.filter((word, i) => {
    if (isCredible(word)) return true;
    const beside = [line[i - 1], line[i + 1]].some((other) => other !== undefined && isCredible(other));
    return beside && word.confidence >= LEAST_CONFIDENCE && (READABLE.test(word.text) || SIGN.test(word.text));
  });

function isCredible({ text, confidence }: TesseractWord): boolean {
  return READABLE.test(text) && confidence >= (text.length <= SHORT ? LEAST_CONFIDENCE_SHORT : LEAST_CONFIDENCE);
}

function placed({ text, confidence, bbox }: TesseractWord, left: number, top: number): OcrWord {
  return {
    text,
    x: bbox.x0 + left,
    y: bbox.y0 + top,
    width: bbox.x1 - bbox.x0,
    height: bbox.y1 - bbox.y0,
    confidence,
  };
}

function scaled(word: OcrWord, scale: { x: number; y: number }): OcrWord {
  return {
    ...word,
    x: word.x * scale.x,
    y: word.y * scale.y,
    width: word.width * scale.x,
    height: word.height * scale.y,
  };
}
