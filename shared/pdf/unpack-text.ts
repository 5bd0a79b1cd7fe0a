import type { PageText, Word } from '../domain/page-text.ts';
import type { PackedText } from './protocol.ts';

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Reconstructs the text layer of a page from its numbers. */
export const unpackText = ({
  page,
  width,
  height,
  rotation,
  numbers,
  words,
  text,
  annotations,
}: PackedText): PageText => {
  const list: Word[] = [];
  const spellings = words === '' ? [] : words.split('\n');
  for (let i = 0; i < spellings.length; i++) {
    const at = i * 7;
    const slant = numbers[at + 6]!;
    list.push({
      text: spellings[i]!,
      x: hundredths(numbers[at]!),
      y: hundredths(numbers[at + 1]!),
      width: hundredths(numbers[at + 2]!),
      height: hundredths(numbers[at + 3]!),
      size: hundredths(numbers[at + 4]!),
      angle: numbers[at + 5]!,
      ...(Number.isNaN(slant) ? {} : { slant: hundredths(slant) }),
    });
  }
  return { page, width, height, rotation, words: list, text, ...(annotations.length > 0 ? { annotations } : {}) };
};
