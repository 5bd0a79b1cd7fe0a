import { availableParallelism } from 'node:os';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { greyImage } from '../../../shared/ocr/grey.ts';
import { arrange } from '../../../shared/ocr/layout.ts';
import type { OcrEngine, OcrImage, OcrOptions, OcrResult, OcrWord } from '../../../shared/ocr/ocr-types.ts';
import { isBlank, type Tile, tilesOf } from '../../../shared/ocr/tiles.ts';
import { cut } from '../../../shared/ocr/turn-image.ts';
import { ImageReader, type ImageReading } from './image-reader.ts';
import { joinIdeographs } from './join-ideographs.ts';
import { dataToRead, isLatin, ocrAssets } from './ocr-assets.ts';
import type { ReadWord } from './read-word.ts';

export interface LocalOcrOptions {
  /** Number of threads; by default that of the machine's processors, at most 4. */
  threads?: number;
  /** Milliseconds without work after which the threads, with up to 0.5 GB each, are released; 15,000 by default. */
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
export interface LocalOcr extends OcrEngine {
  close(): Promise<void>;
}

/**
 * Text recognition on this machine, without access to the internet: tesseract.js with the language data of installed packages
 * or of a folder, and PP-OCR for what it does not read with certainty in Latin letters.
 */
export function createLocalOcr(options: LocalOcrOptions = {}): LocalOcr {
  const threads = options.threads ?? Math.min(4, availableParallelism());
  const idleMs = options.idle_ms ?? 15_000;
  const idle = new Set<ImageReader>();
  const assets = ocrAssets();
  const { languages, missing } = assets;
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
        // A reading with the data of one language alone, which serves to distinguish scripts, is not repeated.
        !alone && isLatin(dataToRead(assets, language)[0].language),
        threads,
        idle,
      );
    } finally {
      clearTimeout(timer);
      timer = setTimeout(release, idleMs).unref();
    }
  };

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

interface Pass extends ImageReading {
  /** Epoch milliseconds. */
  deadline: number;
}

async function readImage(
  image: OcrImage,
  { dpi, ...pass }: Pass,
  readsAgain: boolean,
  threads: number,
  idle: Set<ImageReader>,
): Promise<OcrResult> {
  const { grey, width, height } = await greyImage(image, (wide, high) =>
    Math.min(1, WORKING_DPI / dpi, Math.sqrt(MAX_WORKING_PIXELS / (wide * high))),
  );
  const workingDpi = (dpi * grey.width) / width;
  const margin = Math.round(workingDpi * TILE_MARGIN_INCHES);
  const tiles = tilesOf(grey.width, grey.height, TILE_SIDE, margin).filter((tile) => !isBlank(grey, tile.outer));
  const scale = { x: width / grey.width, y: height / grey.height };

  const { deadline, ...how } = { dpi: workingDpi, ...pass };
  const pool = { threads, idle, deadline };
  const lines = new Map<Tile, ReadWord[][]>();
  const keep = (tile: Tile, found: ReadWord[][]): void => void lines.set(tile, found);
  await inThreads(tiles, (reader, { outer }) => reader.recognise(cut(grey, outer), how), keep, pool);
  if (tiles.length > 0 && lines.size === 0) {
    throw new FileError('timeout', 'Recognising the text of the page took too long.');
  }
  const { size } = lines;
  // The second reading takes longer, so it waits until the first has read the whole image.
  if (readsAgain) {
    const again = (reader: ImageReader, tile: Tile) =>
      reader.readAgain(cut(grey, tile.outer), workingDpi, lines.get(tile)!);
    // What follows, such as another direction or language, needs time as well.
    const half = Date.now() + (deadline - Date.now()) / 2;
    await inThreads([...lines.keys()], again, keep, { ...pool, deadline: half });
  }
  const words = [...lines].flatMap(([tile, found]) => wordsOf(tile, found)).map((word) => scaled(word, scale));
  return arrange(words, size === tiles.length);
}

/**
 * Reads tiles in threads, and keeps the lines of each that is read until the deadline, which terminates the threads.
 * @throws Unavailable if a thread fails
 */
async function inThreads(
  tiles: readonly Tile[],
  read: (reader: ImageReader, tile: Tile) => Promise<ReadWord[][]>,
  keep: (tile: Tile, lines: ReadWord[][]) => void,
  { threads, idle, deadline }: { threads: number; idle: Set<ImageReader>; deadline: number },
): Promise<void> {
  const waiting = [...tiles];
  const work = async () => {
    while (waiting.length > 0 && Date.now() < deadline) {
      const reader = idle.values().next().value ?? new ImageReader();
      idle.delete(reader);
      const tile = waiting.shift()!;
      const found = await untilDeadline(reader, read(reader, tile), deadline);
      if (found === null) continue;
      idle.add(reader);
      keep(tile, found);
    }
  };
  const done = await Promise.allSettled(Array.from({ length: Math.min(threads, tiles.length) }, work));
  const failure = done.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Returns what a reader reads; null if the deadline terminated its threads. */
async function untilDeadline(
  reader: ImageReader,
  reading: Promise<ReadWord[][]>,
  deadline: number,
): Promise<ReadWord[][] | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), Math.max(0, deadline - Date.now()));
  reading.catch(() => undefined);
  try {
    const found = await Promise.race([reading, late.promise]);
    if (found === null) await reader.stop();
    return found;
  } catch (error) {
    await reader.stop();
    throw new Unavailable('Text recognition failed.', 1, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the credible words whose centre is in the tile's core, in pixels of the whole image. */
const wordsOf = ({ core, outer }: Tile, lines: readonly ReadWord[][]): OcrWord[] =>
  lines
    .flatMap((line) => credible(joinIdeographs(line)))
    .map((word) => placed(word, outer.left, outer.top))
    .filter((word) => {
      const x = word.x + word.width / 2;
      const y = word.y + word.height / 2;
      return x >= core.left && x < core.right && y >= core.top && y < core.bottom;
    });

/**
 * Filters the words of a line. Signs and numbers of lower confidence are kept only beside credible words, since
 * linework that was mistaken for text stands alone.
 */
const credible = (line: ReadWord[]): ReadWord[] =>
  line.filter((word, i) => {
    if (isCredible(word)) return true;
    const beside = [line[i - 1], line[i + 1]].some((other) => other !== undefined && isCredible(other));
    return beside && word.confidence >= LEAST_CONFIDENCE && (READABLE.test(word.text) || SIGN.test(word.text));
  });

function isCredible({ text, confidence }: ReadWord): boolean {
  return READABLE.test(text) && confidence >= (text.length <= SHORT ? LEAST_CONFIDENCE_SHORT : LEAST_CONFIDENCE);
}

function placed({ text, confidence, bbox, angle }: ReadWord, left: number, top: number): OcrWord {
  return {
    text,
    x: bbox.x0 + left,
    y: bbox.y0 + top,
    width: bbox.x1 - bbox.x0,
    height: bbox.y1 - bbox.y0,
    confidence,
    ...(angle !== undefined && { angle }),
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
