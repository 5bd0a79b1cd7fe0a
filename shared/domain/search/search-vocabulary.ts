import { isCode, stemOf } from './analyse.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words are similar to too many others. */
const SHORTEST_MISTYPED = 4;

/** Yields all words with one typing error: a missing, additional, wrong or transposed letter. */
function* mistyped(word: string): Generator<string> {
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail[1]! + tail[0]! + tail.slice(2);
    for (const letter of LETTERS) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}

/** The words of an index, with lookups of inflections, continuations and corrections. */
export class Vocabulary {
  readonly #terms = new Set<string>();
  /** Inflections by their stem, without the stem itself: most terms are numbers and codes, which have no others. */
  readonly #byStem = new Map<string, string[]>();
  #sorted: string[] = [];
  #isSorted = true;

  get size(): number {
    return this.#terms.size;
  }

  add(term: string): void {
    if (this.#terms.has(term)) return;
    this.#terms.add(term);
    const stem = stemOf(term);
    if (stem !== term) {
      const forms = this.#byStem.get(stem);
      if (forms) forms.push(term);
      else this.#byStem.set(stem, [term]);
    }
    this.#sorted.push(term);
    this.#isSorted = false;
  }

  has(term: string): boolean {
    return this.#terms.has(term);
  }

  /** Returns the inflections of a word, including itself if it is known. */
  forms(term: string): readonly string[] {
    const stem = stemOf(term);
    const inflected = this.#byStem.get(stem) ?? [];
    return this.#terms.has(stem) && stemOf(stem) === stem ? [stem, ...inflected] : inflected;
  }

  /** Returns words with that prefix, shortest first. */
  continuations(prefix: string, most: number): string[] {
    if (!this.#isSorted) this.#sorted.sort();
    this.#isSorted = true;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < prefix) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; at < this.#sorted.length && this.#sorted[at]!.startsWith(prefix); at++) {
      if (this.#sorted[at] !== prefix) found.push(this.#sorted[at]!);
      // Enough to choose the shortest from: a prefix of one letter matches a large part of all words.
      if (found.length === most * 20) break;
    }
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, most);
  }

  /**
   * Returns known words that differ from this one by one typing error, or else inflections of such words; none for a
   * code, in which every character matters.
   */
  near(word: string, most: number): string[] {
    if (word.length < SHORTEST_MISTYPED || isCode(word)) return [];
    const found = new Set<string>();
    const others = new Set<string>();
    for (const candidate of mistyped(word)) {
      if (candidate === word || candidate.length <= 2) continue;
      if (this.#terms.has(candidate)) found.add(candidate);
      else for (const form of this.forms(candidate)) others.add(form);
    }
    if (found.size === 0) for (const form of others) found.add(form);
    return [...found].sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])).slice(0, most);
  }
}
