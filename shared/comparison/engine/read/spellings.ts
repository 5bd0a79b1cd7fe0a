import type { Word } from '../../../domain/page-text.ts';
import { centre, type Point } from '../geometry.ts';

/** Words indexed by their spelling. */
export class Spellings {
  readonly #words = new Map<string, Word[]>();

  constructor(words: readonly Word[]) {
    for (const word of words) {
      const list = this.#words.get(word.text);
      if (list) list.push(word);
      else this.#words.set(word.text, [word]);
    }
  }

  texts(): Iterable<string> {
    return this.#words.keys();
  }

  of(text: string): readonly Word[] {
    return this.#words.get(text) ?? [];
  }

  /**
   * Returns a word of equal spelling at the word's position plus `shift`, with its centre within `tolerance` points
   * on each axis.
   */
  at(word: Word, shift: Point, tolerance: number): Word | null {
    const { x, y } = centre(word);
    for (const other of this.of(word.text)) {
      if (other.angle !== word.angle) continue;
      const [dx, dy] = [other.x + other.width / 2 - x - shift.x, other.y + other.height / 2 - y - shift.y];
      if (Math.abs(dx) <= tolerance && Math.abs(dy) <= tolerance) return other;
    }
    return null;
  }
}
