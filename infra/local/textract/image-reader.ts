import type { GreyImage } from '../../../shared/ocr/grey.ts';
import type { Layout } from '../../../shared/ocr/ocr-types.ts';
import { cutPgm } from '../../../shared/ocr/tiles.ts';
import { mergeReadings } from './merge-readings.ts';
import { NetworkThread } from './network-thread.ts';
import { TesseractThread, type TesseractWord } from './tesseract-thread.ts';

export interface ImageReading {
  dpi: number;
  layout: Layout;
  language: string | null | undefined;
  alone: boolean;
}

/** Minimum confidence (0..100) of words that are not read again. */
const CERTAIN = 80;

/**
 * Reads images one at a time, in threads that are started when they are first needed: by Tesseract, and then lines of Latin
 * letters that it did not read with certainty by networks, which read small, faint, handwritten and upward lettering better,
 * but take several times as long and know no accents.
 */
export class ImageReader {
  #network: NetworkThread | undefined;
  #tesseract: Promise<TesseractThread> | undefined;

  /** Recognises the words of an image, grouped by lines; boxes are in its pixels. */
  async recognise(image: GreyImage, how: ImageReading): Promise<TesseractWord[][]> {
    this.#tesseract ??= TesseractThread.start();
    const thread = await this.#tesseract;
    return thread.recognise(cutPgm(image, { left: 0, top: 0, right: image.width, bottom: image.height }), how);
  }

  /** Reads the lines in Latin letters of which the given ones have no certain words, and returns all lines. */
  async readAgain(image: GreyImage, dpi: number, lines: readonly TesseractWord[][]): Promise<TesseractWord[][]> {
    const certain = lines.flat().filter(({ confidence }) => confidence >= CERTAIN);
    this.#network ??= new NetworkThread();
    return mergeReadings(lines, await this.#network.recognise({ image, dpi, read: certain.map(({ bbox }) => bbox) }));
  }

  /** Terminates the threads immediately; running jobs fail. */
  async stop(): Promise<void> {
    const tesseract = await this.#tesseract?.catch(() => undefined);
    await Promise.all([this.#network?.stop(), tesseract?.stop()]);
  }
}
