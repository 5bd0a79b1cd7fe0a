import type { LabelKind } from './label-words.ts';
import { labelKind, normalise, writtenLabels } from './labels.ts';
import { remembered } from './remembered.ts';
import { drawingWords } from './vocabulary.ts';

/** Letters from which a label is told by all but one of them, and by all but two. */
const LONG_ENOUGH = 6;
const LONG = 8;

/** Labels by their first letter. */
const BY_LETTER = new Map<string, [label: string, kind: LabelKind][]>();
for (const [label, kind] of writtenLabels()) {
  const first = label.charAt(0);
  BY_LETTER.set(first, [...(BY_LETTER.get(first) ?? []), [label, kind]]);
}

/** Letters that one text has to change, lose or gain to be the other; `most + 1` where it is more. */
const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > most) return most + 1;
    above = row;
  }
  return above[b.length] ?? most + 1;
};

const likeliest = remembered((text: string): LabelKind | null => {
  const plain = normalise(text);
  const most = plain.length >= LONG ? 2 : plain.length >= LONG_ENOUGH ? 1 : 0;
  if (most === 0 || /\d/.test(plain) || drawingWords(text) >= 1) return null;
  let nearest = most + 1;
  const kinds = new Set<LabelKind>();
  for (const [label, kind] of BY_LETTER.get(plain.charAt(0)) ?? []) {
    // A short label is another word sooner than a misread one.
    const found = label.length < LONG_ENOUGH ? most + 1 : distance(plain, label, most);
    if (found > most || found > nearest) continue;
    if (found < nearest) kinds.clear();
    nearest = found;
    kinds.add(kind);
  }
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind : null;
});

/** The kind of label that recognition read as this text, a letter or two of it wrong: `Mafistab`, `DRAWNBY:`. */
export const misreadLabel = (text: string): LabelKind | null =>
  labelKind(text) ?? (text.length <= 30 ? likeliest(text) : null);

/**
 * A text as it was printed where recognition takes a digit for the letter of its shape: `27.0CT.14`.
 */
export const repaired = (text: string): string =>
  text.replace(/(?<![\p{L}\d])0(?=[CK]T\b)/gu, 'O').replace(/(?<![\p{L}\d])N0V\b/gu, 'NOV');

/** A sheet number as it was printed where recognition takes a digit for the letter of its shape: `Al.1` for `A1.1`. */
export const repairedNumber = (text: string): string => {
  const [, prefix = '', rest] = /^(\p{Lu}{1,3}[-. ]?)([lI|O\d.-]{1,6}[A-Z]?)$/u.exec(text) ?? [];
  if (rest === undefined || !(/\d/.test(rest) || /^[lI|]\.[lI|]$/.test(rest))) return text;
  return prefix + rest.replace(/[lI|](?=[\d.lI|-]|$)/g, '1').replace(/O(?=[\d.]|$)/g, '0');
};
