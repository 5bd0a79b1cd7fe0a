import { foldWidth } from './fold-width.ts';
import { namesSheet, precedesCount } from './labels.ts';
import { lettersAndDigits } from './letters-and-digits.ts';

/** `Sheet 1 of 3`, `1 / 1`, `1 di 3`, `Blatt 1`, `02`, `第 1 张 共 3 张`. */
const COUNT =
  /^(?:(\p{L}{1,12}\.?) ?)?0*(\d{1,2})(?: ?(?:OF|VON|VAN|DE|DI|SUR|AV|AF|Z|IZ|ИЗ|OUT OF|[/|]) ?0*(\d{1,3}))?$/iu;
const EAST_ASIAN_COUNT =
  /^(?:共 ?\d{1,3} ?[张張頁页枚] ?)?第? ?\d{1,2} ?[张張頁页枚](?: ?共 ?\d{1,3} ?[张張頁页枚])?$/u;

/**
 * Whether a sheet number only counts the sheets of its set, as in `1/1`, `Sheet 1 of 3` or `02`: sheets of other sets
 * have the same.
 */
export const isRunningNumber = (number: string): boolean => {
  const text = foldWidth(number.normalize('NFKC')).replace(/\s+/g, ' ').trim();
  if (EAST_ASIAN_COUNT.test(text)) return true;
  const [, word, at, total] = COUNT.exec(text) ?? [];
  if (at === undefined || (word !== undefined && !namesSheet(word) && !precedesCount(word))) return false;
  return total === undefined || Number(at) <= Number(total);
};

/** Whether two sheets have a title, and the same one. */
export const haveSameTitle = (a: { title: string | null }, b: { title: string | null }): boolean =>
  lettersAndDigits(a.title ?? '') !== '' && lettersAndDigits(a.title ?? '') === lettersAndDigits(b.title ?? '');
