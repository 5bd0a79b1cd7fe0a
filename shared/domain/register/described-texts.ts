import { askedWords, describedWords } from '../search/described.ts';
import { TextSignatures } from './text-signatures.ts';

/** Bytes of an entry in addition to its characters, including its signature. */
const BYTES_PER_ENTRY = 100;

/** The words and stems of a register's texts, computed on the first search by words. */
export class DescribedTexts {
  readonly #words: string[] = [];
  readonly #signatures = new TextSignatures();
  readonly #stale = new Set<number>();
  #characters = 0;

  /** Estimated bytes in memory. */
  get bytes(): number {
    return this.#characters + this.#words.length * BYTES_PER_ENTRY;
  }

  /** Records that a document's text has changed. */
  touch(slot: number): void {
    if (slot < this.#words.length) this.#stale.add(slot);
  }

  /** Removes from `match` the documents that do not match every word of the query; all, if the query has no words. */
  narrow(match: Uint8Array, texts: readonly string[], question: string): void {
    const asked = askedWords(question);
    if (asked.length === 0) {
      match.fill(0);
      return;
    }
    this.#catchUp(texts);
    for (const { core } of asked) this.#signatures.narrow(match, this.#words, core);
    for (let slot = 0; slot < match.length; slot++) {
      if (match[slot] === 0) continue;
      const words = this.#words[slot]!;
      if (!asked.every(({ needles }) => needles.some((needle) => words.includes(needle)))) match[slot] = 0;
    }
  }

  #catchUp(texts: readonly string[]): void {
    for (const slot of this.#stale) {
      this.#set(slot, texts[slot]!);
      this.#signatures.touch(slot);
    }
    this.#stale.clear();
    for (let slot = this.#words.length; slot < texts.length; slot++) this.#set(slot, texts[slot]!);
  }

  #set(slot: number, text: string): void {
    const words = describedWords(text);
    this.#characters += words.length - (this.#words[slot]?.length ?? 0);
    this.#words[slot] = words;
  }
}
