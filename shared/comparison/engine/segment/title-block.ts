import type { PageText, Word } from '../../../domain/page-text.ts';
import type { Box } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';

const label =
  /^(scale|date|drawn|checked|approved|designed|sheet|project|job|revisions?|rev|issued?|description|drawing|dwg|client|no|number|consultants?|architects?|engineers?|scala|data|tavola|progetto|oggetto|committente|formato|échelle|feuille|indice|dessin\w*|ma(ß|ss)stab|datum|projekt|bauherr\w*|architekt\w*|gezeichnet|geprüft|blatt|escala|fecha|plano|proyecto)(?![\p{L}\p{N}])[.:]?/iu;
/** The label below a view; a title block has a colon after the word, or the value next to it. */
const viewScale = /^\p{L}+ 1:\d/u;
const sheetNumber = /^[A-Z]{1,3}[-.]?\d{1,3}([.-]\d{1,3})?[A-Z]?$/;

/**
 * Finds the title block: a strip along the right or lower edge, or the lower right corner, recognised by its labels
 * and by a large sheet number in the corner. Returns null if there is none.
 */
export const findTitleBlock = ({ words, width, height }: PageText): Box | null => {
  if (words.length === 0) return null;
  const middle = (word: Word) => ({ x: word.x + word.width / 2, y: word.y + word.height / 2 });
  // A label is printed alone or before its value; the same words within a sentence of a note are not a label.
  const labels = findLines(words)
    .filter((line) => line.words.length <= 3 && label.test(line.text) && !viewScale.test(line.text))
    .map((line) => line.words[0]!);
  const right = labels.filter((word) => middle(word).x > width * 0.8);
  const below = labels.filter((word) => middle(word).y > height * 0.86);
  const sizes = words.map((word) => word.size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)]!;
  const corner = words.filter((word) => {
    const { x, y } = middle(word);
    return x > width * 0.75 && y > height * 0.8 && word.size > 1.5 * usual && sheetNumber.test(word.text);
  });
  const rightSpread = right.length ? Math.max(...right.map((w) => w.y)) - Math.min(...right.map((w) => w.y)) : 0;
  if (right.length >= 3 && rightSpread > height * 0.15) {
    const edge = Math.min(...[...right, ...corner].map((word) => word.x));
    // There may be notes or a key plan above the labels.
    const highest = Math.min(...right.map((word) => word.y));
    return strip(Math.max(width * 0.75, edge - width * 0.012), Math.max(0, highest - height * 0.02), width, height);
  }
  if (below.length >= 3 || (below.length >= 1 && corner.length > 0)) {
    const edge = Math.min(...[...below, ...corner].map((word) => word.y));
    const left = Math.min(...[...below, ...corner].map((word) => word.x));
    return strip(
      left > width / 2 ? left - width * 0.03 : 0,
      Math.max(height * 0.85, edge - height * 0.008),
      width,
      height,
    );
  }
  if (corner.length > 0) {
    const edge = Math.min(...corner.map((word) => word.y));
    return strip(width * 0.6, Math.max(height * 0.86, edge - height * 0.03), width, height);
  }
  return null;
};

const strip = (x: number, y: number, width: number, height: number): Box => ({
  x,
  y,
  width: width - x,
  height: height - y,
});
