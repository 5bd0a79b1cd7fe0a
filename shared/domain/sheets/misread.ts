import type { LabelKind } from './label-words.ts';
import { labelKind, normalise, writtenLabels } from './labels.ts';
import { memoizeByText } from './remembered.ts';
import { minimumMisreadLetters, minimumTwiceMisreadLetters } from './thresholds.ts';
import { drawingWords } from './vocabulary.ts';

type WrittenLabel = readonly [label: string, kind: LabelKind];
let byLetter: ReadonlyMap<string, readonly WrittenLabel[]> | undefined;
/** Returns the labels with this first letter. */
const labelsWith = (letter: string): readonly WrittenLabel[] => {
  byLetter ??= Map.groupBy(writtenLabels(), ([label]) => label.charAt(0));
  return byLetter.get(letter) ?? [];
};

/** Returns the edit distance of two texts, or `most + 1` if it is larger. */
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

const nearestKind = memoizeByText((text: string): LabelKind | null => {
  const plain = normalise(text);
  const most = plain.length >= minimumTwiceMisreadLetters ? 2 : plain.length >= minimumMisreadLetters ? 1 : 0;
  if (most === 0 || /\d/.test(plain) || drawingWords(text) >= 1) return null;
  let nearest = most + 1;
  const kinds = new Set<LabelKind>();
  for (const [label, kind] of labelsWith(plain.charAt(0))) {
    // A short text is more likely another word than a misread label.
    const found = label.length < minimumMisreadLetters ? most + 1 : distance(plain, label, most);
    if (found > most || found > nearest) continue;
    if (found < nearest) kinds.clear();
    nearest = found;
    kinds.add(kind);
  }
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind : null;
});

/** Returns the kind of a label with one or two misrecognised letters: `Mafistab`, `DRAWNBY:`. */
export const misreadLabel = (text: string): LabelKind | null =>
  labelKind(text) ?? (text.length <= 30 ? nearestKind(text) : null);

/** Corrects digits that recognition confuses with letters of the same shape: `27.0CT.14`, `1.0bergeschoss`. */
export const repairLetters = (text: string): string =>
  text
    .replace(/(?<![\p{L}\d])0(?=\p{Ll}{3})/gu, 'O')
    .replace(/(?<![\p{L}\d])0(?=[CK]T\b)/gu, 'O')
    .replace(/(?<![\p{L}\d])N0V\b/gu, 'NOV');

/** Corrects letters in a sheet number that recognition confuses with digits: `Al.1` for `A1.1`. */
export const repairNumber = (text: string): string => {
  const [, prefix = '', rest] = /^(\p{Lu}{1,3}[-. ]?)([lI|O\d.-]{1,6}[A-Z]?)$/u.exec(text) ?? [];
  if (rest === undefined || !(/\d/.test(rest) || /^[lI|]\.[lI|]$/.test(rest))) return text;
  return prefix + rest.replace(/[lI|](?=[\d.lI|-]|$)/g, '1').replace(/O(?=[\d.]|$)/g, '0');
};
