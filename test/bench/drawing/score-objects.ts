import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Bounds, type DrawingModel, modelOf, type SymbolKind } from '../../../shared/drawing/index.ts';
import { type Native, startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { readText } from '../../../shared/pdf/text-layer.ts';
import { unpackText } from '../../../shared/pdf/unpack-text.ts';
import { openDocument } from './render-check.ts';

/*
 * Compares the drawing model with hand-made truth: node test/bench/drawing/score-objects.ts TRUTH ROOT... TRUTH is a
 * folder of JSON files; their `file` is relative to one of the ROOTs. With DETAIL=1 it lists each miss and false object.
 */

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export const Truth = z.object({
  file: z.string(),
  page: z.int().min(1),
  office: z.string().optional(),
  tables: z
    .array(
      z.object({
        box: Box,
        rows: z.int().nullish(),
        columns: z.int().nullish(),
        title: z.string().nullish(),
        in_title_block: z.boolean().optional(),
      }),
    )
    .default([]),
  views: z
    .array(
      z.object({ title: z.string().nullable(), number: z.string().nullish(), scale: z.string().nullish(), box: Box }),
    )
    .default([]),
  dimensions: z
    .object({
      region: Box,
      complete: z.boolean(),
      list: z.array(
        z.object({ text: z.string(), box: Box, alt: z.union([z.string(), z.array(z.string())]).optional() }),
      ),
    })
    .optional(),
  symbols: z
    .array(
      z.object({
        kind: z.enum(['door', 'window', 'tag', 'grid', 'section_mark', 'detail_mark', 'other']),
        name: z.string().nullish(),
        count: z.int(),
        region: Box.optional(),
        tolerance: z.int().optional(),
        accept: z.array(z.int()).optional(),
        at: z.array(z.tuple([z.number(), z.number()])).optional(),
      }),
    )
    .default([]),
});
export type Truth = z.infer<typeof Truth>;

/** Objects that are in the truth and found, found but not in the truth, and in the truth but not found. */
interface Score {
  right: number;
  wrong: number;
  missed: number;
}
const kinds = ['tables', 'table structure', 'views', 'view titles', 'dimensions', 'symbols', 'other symbols'] as const;
type Kind = (typeof kinds)[number];

const inPoints = ({ x, y, width, height }: z.infer<typeof Box>, page: DrawingModel): Bounds => ({
  left: x * page.width,
  top: y * page.height,
  right: (x + width) * page.width,
  bottom: (y + height) * page.height,
});
const sizeOf = ({ left, top, right, bottom }: Bounds) => Math.max(0, right - left) * Math.max(0, bottom - top);
const shared = (a: Bounds, b: Bounds): number => {
  const both = sizeOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  return both / (sizeOf(a) + sizeOf(b) - both || 1);
};
const holdsCentre = (outer: Bounds, { left, top, right, bottom }: Bounds, play = 0): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= outer.left - play && x <= outer.right + play && y >= outer.top - play && y <= outer.bottom + play;
};
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,:;"'’″′-]/gu, '');

/** Pairs boxes one to one, the best overlap first. @returns for each of `truth` the index in `found`; -1 for none */
const pairs = (truth: readonly Bounds[], found: readonly Bounds[], least = 0.5): number[] => {
  const all = truth
    .flatMap((a, i) => found.map((b, j) => ({ i, j, share: shared(a, b) })))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share);
  const partner = truth.map(() => -1);
  for (const { i, j } of all) if (partner[i] === -1 && !partner.includes(j)) partner[i] = j;
  return partner;
};

type Scores = Record<Kind, Score>;
type Say = (line: string) => void;
const noScores = (): Scores =>
  Object.fromEntries(kinds.map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }])) as Scores;
const place = (box: Bounds) => [box.left, box.top, box.right, box.bottom].map((value) => Math.round(value)).join(' ');

const scoreTables = (truth: Truth, model: DrawingModel, scores: Scores, say: Say): void => {
  const tables = truth.tables.map((table) => ({ ...table, box: inPoints(table.box, model) }));
  const found = model.tables.filter(({ kind }) => kind !== 'title_block');
  const tablePairs = pairs(
    tables.map(({ box }) => box),
    found.map(({ box }) => box),
  );
  for (const [i, table] of tables.entries()) {
    if (table.in_title_block) continue;
    const partner = found[tablePairs[i]!];
    if (!partner) {
      scores.tables.missed++;
      say(`table missed: ${table.title} ${table.rows}×${table.columns} at ${place(table.box)}`);
      continue;
    }
    scores.tables.right++;
    const isEqual =
      (table.rows ?? partner.rows) === partner.rows && (table.columns ?? partner.columns) === partner.columns;
    scores['table structure'][isEqual ? 'right' : 'missed']++;
    if (!isEqual) say(`table ${table.title}: ${partner.rows}×${partner.columns} for ${table.rows}×${table.columns}`);
  }
  for (const [j, { box, kind, title }] of found.entries()) {
    // Tables of revisions in a title block count neither way, whether the truth lists them or not.
    const isKnown =
      tablePairs.includes(j) ||
      kind === 'revisions' ||
      tables.some((table) => table.in_title_block && shared(table.box, box) > 0.2);
    if (isKnown) continue;
    scores.tables.wrong++;
    say(`table false: ${kind} ${title} at ${place(box)}`);
  }
};

const scoreViews = (truth: Truth, model: DrawingModel, scores: Scores, say: Say): void => {
  const views = truth.views.map((view) => ({ ...view, box: inPoints(view.box, model) }));
  const viewPairs = pairs(
    views.map(({ box }) => box),
    model.views.map(({ region, box }) => region ?? box),
  );
  for (const [i, view] of views.entries()) {
    const partner = model.views[viewPairs[i]!];
    scores.views[partner ? 'right' : 'missed']++;
    if (!partner) say(`view missed: ${view.title} at ${place(view.box)}`);
    if (!partner || view.title === null) continue;
    const said = plain(partner.title ?? '');
    const isEqual = said !== '' && (said.includes(plain(view.title)) || plain(view.title).includes(said));
    scores['view titles'][isEqual ? 'right' : 'missed']++;
    if (!isEqual) say(`view title: ${partner.title} for ${view.title}`);
  }
  for (const [j, { title, region, box }] of model.views.entries()) {
    if (viewPairs.includes(j)) continue;
    scores.views.wrong++;
    say(`view false: ${title} at ${place(region ?? box)}`);
  }
};

const scoreDimensions = (truth: Truth, model: DrawingModel, scores: Scores, say: Say): void => {
  if (truth.dimensions) {
    const { region, complete, list } = truth.dimensions;
    const area = inPoints(region, model);
    const known = model.dimensions.filter(({ box }) => holdsCentre(area, box));
    const used = new Set<number>();
    for (const each of list) {
      const box = inPoints(each.box, model);
      const spellings = [each.text, ...[each.alt ?? []].flat()].map(plain);
      const at = known.findIndex(
        (dimension, j) =>
          !used.has(j) &&
          spellings.includes(plain(dimension.text)) &&
          (holdsCentre(box, dimension.box, 3) || holdsCentre(dimension.box, box, 3)),
      );
      if (at >= 0) {
        used.add(at);
        scores.dimensions.right++;
      } else {
        scores.dimensions.missed++;
        say(`dimension missed: ${each.text} at ${place(box)}`);
      }
    }
    if (complete)
      for (const [j, { text, box }] of known.entries()) {
        if (used.has(j)) continue;
        scores.dimensions.wrong++;
        say(`dimension false: ${text} at ${place(box)}`);
      }
  }
};

/** The kinds of symbols that the truth calls `other`, by their names there. */
const otherKinds: readonly (readonly [RegExp, SymbolKind])[] = [
  [/level mark/i, 'level_mark'],
  [/elevation mark/i, 'elevation_mark'],
  [/north arrow|compass/i, 'north_arrow'],
];

/** Returns the places of each symbol of a kind; a grid line has one at each end. */
const placesOf = (
  model: DrawingModel,
  { kind, name }: Pick<Truth['symbols'][number], 'kind' | 'name'>,
  said: (text: string) => boolean,
): Bounds[][] => {
  const wanted = kind === 'other' ? otherKinds.find(([text]) => text.test(name ?? ''))?.[1] : kind;
  const point = (x: number, y: number): Bounds => ({ left: x, top: y, right: x, bottom: y });
  if (kind === 'grid')
    return model.grid.filter((line) => said(line.name)).map(({ x0, y0, x1, y1 }) => [point(x0, y0), point(x1, y1)]);
  if (kind === 'section_mark' || kind === 'detail_mark')
    return model.marks.filter((mark) => said(`${mark.view}/${mark.sheet}`) || said(mark.view)).map(({ box }) => [box]);
  return model.symbols
    .filter((symbol) => symbol.kind === wanted && (kind !== 'tag' || said(symbol.name)))
    .flatMap((symbol) => symbol.places.map((box) => [box]));
};

/** Maximum distance in points of a tag's box from its place in the truth. */
const tagReachPoints = 12;

/**
 * Scores a class of tags that the truth describes and places, such as the keynotes: which names are of the class is known by
 * the places alone, so a false one has the name of a right one.
 */
const scoreTagClass = (
  { name, at = [], count, tolerance = 0 }: Truth['symbols'][number],
  model: DrawingModel,
  score: Score,
  say: Say,
): void => {
  const tags = model.symbols.flatMap((symbol) =>
    symbol.kind === 'tag' ? symbol.places.map((box) => ({ name: symbol.name, box })) : [],
  );
  const used = new Set<(typeof tags)[number]>();
  for (const [u, v] of at) {
    const [x, y] = [u * model.width, v * model.height];
    const away = ({ left, top, right, bottom }: Bounds) =>
      Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
    const [nearest] = tags
      .filter((tag) => !used.has(tag) && away(tag.box) <= tagReachPoints)
      .sort((a, b) => away(a.box) - away(b.box));
    if (nearest) used.add(nearest);
    else say(`tag ${name ?? ''} missed at ${Math.round(x)} ${Math.round(y)}`);
  }
  const names = new Set([...used].map((tag) => tag.name));
  const others = tags.filter((tag) => names.has(tag.name) && !used.has(tag));
  for (const tag of others) say(`tag false: ${tag.name} at ${place(tag.box)}`);
  score.right += used.size;
  score.missed += Math.max(0, count - used.size);
  score.wrong += Math.max(0, others.length - tolerance);
};

/**
 * Returns the symbols of a truth with the marks of sections and of details that have no name as one: the model does not tell
 * them apart.
 */
const withMarksTogether = (symbols: Truth['symbols']): Truth['symbols'] => {
  const isUnnamed = ({ kind, name, region }: Truth['symbols'][number]) => /_mark$/.test(kind) && !name && !region;
  const [first, ...more] = symbols.filter(isUnnamed);
  if (!first || more.length === 0) return symbols;
  const count = more.reduce((sum, each) => sum + each.count, first.count);
  return [...symbols.filter((each) => !isUnnamed(each)), { ...first, count }];
};

const scoreSymbols = (truth: Truth, model: DrawingModel, scores: Scores, say: Say): void => {
  for (const symbol of withMarksTogether(truth.symbols)) {
    const { kind, name, count, region, tolerance = 0, accept = [] } = symbol;
    if (kind === 'tag' && symbol.at && /^$|^\p{Ll}|\s/u.test(name ?? '')) {
      scoreTagClass(symbol, model, scores.symbols, say);
      continue;
    }
    const area = region ? inPoints(region, model) : undefined;
    const isIn = (box: Bounds) => !area || holdsCentre(area, box);
    // Names of grids and marks may describe several of them.
    const isList = kind !== 'tag' && /[ ,]|^\w+-\w+$/.test(name ?? '');
    const said = (text: string) => !name || isList || plain(text) === plain(name);
    const places = placesOf(model, { kind, name }, said);
    const number = places.filter((some) => some.some(isIn)).length;
    const isClose = Math.abs(number - count) <= tolerance || accept.includes(number);
    const right = isClose ? count : Math.min(number, count);
    const score = scores[kind === 'other' ? 'other symbols' : 'symbols'];
    score.right += right;
    score.missed += count - right;
    score.wrong += isClose ? 0 : Math.max(0, number - count);
    if (!isClose) say(`symbols ${kind} ${name ?? ''}: ${number} for ${count}`);
  }
};

/** Scores one sheet. `say` receives each miss and each false object in words. */
export const scoreSheet = (truth: Truth, model: DrawingModel, say: Say): Scores => {
  const scores = noScores();
  for (const score of [scoreTables, scoreViews, scoreDimensions, scoreSymbols]) score(truth, model, scores, say);
  return scores;
};

const readModel = (pdf: Native, file: string, page: number): DrawingModel => {
  const { document, close } = openDocument(pdf, readFileSync(file));
  const loaded = pdf.FPDF_LoadPage(document, page - 1);
  const linework = readLinework(pdf, loaded);
  const model = modelOf(linework, unpackText({ ...readText(pdf, loaded, page), annotations: [] }));
  pdf.FPDF_ClosePage(loaded);
  close();
  return model;
};

const share = (right: number, others: number): string =>
  right + others === 0 ? '–' : (right / (right + others)).toFixed(3);

const main = async (folder: string, roots: readonly string[]): Promise<void> => {
  const pdf = await startPdfium(pdfiumModule());
  const sums = noScores();
  const rows: string[] = [];
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.json'))
    .sort()) {
    const truth = Truth.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const root = roots.find((each) => readdirSync(each).includes(truth.file.split('/')[0]!));
    if (root === undefined) throw new Error(`${truth.file} is in no root`);
    const model = readModel(pdf, join(root, truth.file), truth.page);
    const lines: string[] = [];
    const scores = scoreSheet(truth, model, (line) => lines.push(line));
    if (process.env.DETAIL) console.log([`# ${truth.file} ${truth.page}`, ...lines].join('\n'));
    for (const kind of kinds)
      for (const part of ['right', 'wrong', 'missed'] as const) sums[kind][part] += scores[kind][part];
    const cells = (['tables', 'views', 'dimensions', 'symbols'] as const).map(
      (kind) => `${scores[kind].right} / ${scores[kind].wrong} / ${scores[kind].missed}`,
    );
    rows.push(`| ${rows.length + 1} | ${cells.join(' | ')} |`);
  }
  console.log('| sheet | tables | views | dimensions | symbols |\n| --- | --- | --- | --- | --- |');
  console.log(rows.join('\n'));
  console.log('\n| | right | false | missed | precision | recall |\n| --- | --- | --- | --- | --- | --- |');
  for (const kind of kinds) {
    const { right, wrong, missed } = sums[kind];
    console.log(`| ${kind} | ${right} | ${wrong} | ${missed} | ${share(right, wrong)} | ${share(right, missed)} |`);
  }
};

if (import.meta.main) {
  const [folder, ...roots] = process.argv.slice(2);
  if (folder === undefined || roots.length === 0) throw new Error('usage: score-objects.ts TRUTH ROOT...');
  await main(folder, roots);
}
