import { gapBetween, grown, holdsCentre } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { DrawnSymbol } from './drawn-symbol.ts';
import { type Bounds, type Linework, pathAt, pathCount } from './linework.ts';
import { repeatsOf } from './repeats.ts';
import type { TextLine } from './text-lines.ts';
import {
  legendColumnPoints,
  maximumBlockPoints,
  maximumLegendGapHeights,
  maximumTagCharacters,
  minimumBlockPoints,
  minimumRepeats,
  minimumTaggedShare,
} from './thresholds/symbols.ts';

/** Equal linework at several places, before it is named and counted. */
type Block = Pick<DrawnSymbol, 'layer' | 'places' | 'confidence'>;

/** Finds forms that the page uses, with the bounding boxes of their content. */
const formsOf = (linework: Linework): Block[] => {
  const { instances, points, styles, layers } = linework;
  const boxes = new Map<number, { box: Bounds; layer: number | null }>();
  for (let i = 0; i < pathCount(linework); i++) {
    const range = pathAt(linework, i);
    if (range.instance < 0) continue;
    const own = boundsOf(points, 2 * range.firstPoint, 2 * range.endPoint);
    const { layer } = styles[range.style]!;
    for (let at: number | null = range.instance; at !== null; at = instances[at]!.parent) {
      const known = boxes.get(at);
      if (!known) boxes.set(at, { box: { ...own }, layer });
      else {
        known.box.left = Math.min(known.box.left, own.left);
        known.box.top = Math.min(known.box.top, own.top);
        known.box.right = Math.max(known.box.right, own.right);
        known.box.bottom = Math.max(known.box.bottom, own.bottom);
      }
    }
  }
  const groups = new Map<number, Block>();
  for (const [index, { form }] of instances.entries()) {
    const drawn = boxes.get(index);
    if (!drawn) continue;
    const size = Math.max(drawn.box.right - drawn.box.left, drawn.box.bottom - drawn.box.top);
    if (size < minimumBlockPoints || size > maximumBlockPoints) continue;
    const known = groups.get(form) ?? {
      layer: drawn.layer === null ? null : (layers[drawn.layer] ?? null),
      places: [],
      confidence: 0.95,
    };
    known.places.push(drawn.box);
    groups.set(form, known);
  }
  return [...groups.values()];
};

/** A place of a block to the left of a text, as in a legend. */
interface Sample {
  block: Block;
  place: Bounds;
  text: TextLine;
}

/** Returns the samples of a legend: one beside the other's explanation, which start at the same margin. */
const legendOf = (blocks: readonly Block[], texts: readonly TextLine[]): Sample[] => {
  const explanations = texts.filter(({ text, angle }) => angle === 0 && /\p{L}{3}/u.test(text));
  const samples = blocks.flatMap((block) =>
    block.places.flatMap((place): Sample[] => {
      const middle = (place.top + place.bottom) / 2;
      const [text] = explanations
        .filter(
          ({ box, size }) =>
            box.left > place.right &&
            box.left - place.right < maximumLegendGapHeights * size &&
            Math.abs((box.top + box.bottom) / 2 - middle) < size / 2,
        )
        .sort((a, b) => a.box.left - b.box.left);
      return text ? [{ block, place, text }] : [];
    }),
  );
  return samples.filter(({ block, text }) =>
    samples.some(
      (other) =>
        other.block !== block &&
        other.text !== text &&
        other.text.text !== text.text &&
        Math.abs(other.text.box.left - text.box.left) < legendColumnPoints,
    ),
  );
};

/** Returns the short text that most places of a block contain or have beside them; undefined if there is none. */
const tagOf = ({ places }: Block, texts: readonly TextLine[]): string | undefined => {
  const counts = new Map<string, number>();
  const short = texts.filter(({ text }) => text.length <= maximumTagCharacters && /[\p{L}\p{N}]/u.test(text));
  for (const place of places) {
    const size = Math.max(place.right - place.left, place.bottom - place.top);
    const own = short.filter(({ box }) => holdsCentre(grown(place, size), box) && gapBetween(place, box) < size / 2);
    for (const text of new Set(own.map((each) => each.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return best && best[1] >= minimumTaggedShare * places.length ? best[0] : undefined;
};

/**
 * Finds linework that a page uses several times: forms of the file, and connected lines that it repeats. The name is the
 * text of the legend, whose own sample is not counted, or a tag at most places, or a number.
 * @param outside boxes of tables, dimensions' ends and of symbols that are known already
 */
export const blocksOf = (
  linework: Linework,
  coverage: Coverage,
  texts: readonly TextLine[],
  words: readonly Bounds[],
  outside: readonly Bounds[],
): DrawnSymbol[] => {
  const forms = formsOf(linework);
  const known = forms.flatMap(({ places }) => (places.length > 1 ? places : []));
  const repeats = repeatsOf(coverage, words, [...outside, ...known]).map(({ places, pen }): Block => {
    const { layer } = coverage.pens[pen]!;
    return { layer: layer === null ? null : (linework.layers[layer] ?? null), places, confidence: 0.7 };
  });
  const legend = legendOf([...forms, ...repeats], texts);
  let number = 0;
  return [...forms, ...repeats].flatMap((block): DrawnSymbol[] => {
    const samples = legend.filter((sample) => sample.block === block);
    // A place with a text beside it is a sample of the legend if no other place of the block is.
    const sample = samples.length === 1 ? samples[0] : undefined;
    const places = block.places.filter((place) => place !== sample?.place);
    const least = sample ? 1 : forms.includes(block) ? 2 : minimumRepeats;
    if (places.length < least) return [];
    const name = sample?.text.text ?? tagOf(block, texts) ?? String(++number);
    return [{ ...block, kind: 'block', name, count: places.length, places }];
  });
};
