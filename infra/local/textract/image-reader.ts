import type { GreyImage } from '../../../shared/ocr/grey.ts';
import type { Layout } from '../../../shared/ocr/ocr-types.ts';
import { cutPgm } from '../../../shared/ocr/tiles.ts';
import { CERTAIN, mergeReadings } from './merge-readings.ts';
import { NetworkThread } from './network-thread.ts';
import type { ReadWord } from './read-word.ts';
import { TesseractThread } from './tesseract-thread.ts';

export interface ImageReading {
  dpi: number;
  layout: Layout;
  language: string | null | undefined;
  alone: boolean;
}

/**
 * Reads images one at a time, in threads that are started when they are first needed: by Tesseract, and then lines of Latin
 * letters that it did not read with certainty by networks, which read small, faint, handwritten and upward lettering better,
 * but take several times as long and know no accents.
 */
export class ImageReader {
  #network: NetworkThread | undefined;
  #tesseract: Promise<TesseractThread> | undefined;

  /** Recognises the words of an image, grouped by lines; boxes are in its pixels. */
  async recognise(image: GreyImage, how: ImageReading): Promise<ReadWord[][]> {
    this.#tesseract ??= TesseractThread.start();
    const thread = await this.#tesseract;
    return thread.recognise(cutPgm(image, { left: 0, top: 0, right: image.width, bottom: image.height }), how);
  }

  /**
   * Reads the lines in Latin letters of which the given ones have no certain words, and returns all lines; the given ones if the
   * networks fail.
   */
  async readAgain(image: GreyImage, dpi: number, lines: ReadWord[][]): Promise<ReadWord[][]> {
    const certain = lines.flat().filter(({ confidence }) => confidence >= CERTAIN);
    this.#network ??= new NetworkThread();
    try {
      return mergeReadings(lines, await this.#network.recognise({ image, dpi, read: certain.map(({ bbox }) => bbox) }));
    } catch (error) {
      const ended = this.#network;
      this.#network = undefined;
      // Without it, it was stopped at the deadline.
      if (ended) console.warn('Lines are not read again:', error);
      await ended?.stop();
      return lines;
    }
  }

  /** Terminates the threads immediately; running jobs fail. */
  async stop(): Promise<void> {
    const network = this.#network;
    this.#network = undefined;
    const tesseract = await this.#tesseract?.catch(() => undefined);
    await Promise.all([network?.stop(), tesseract?.stop()]);
  }
}
