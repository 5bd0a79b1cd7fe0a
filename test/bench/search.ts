import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { embedder as hashing } from '../../infra/local/bedrock.ts';
import { addEntries, memoryBlobs, viewOf } from '../support/made-segments.ts';
import { entriesOf, readCorpus } from './search/corpus.ts';
import { type Finder, miniSearchFinder, scanFinder, serviceFinder } from './search/finders.ts';
import { type Judged, judge, mean } from './search/quality.ts';
import { FILES, KINDS, QUESTIONS } from './search/questions.ts';

/**
 * Quality and latency of search for questions with known answers over specifications and drawings: by words, by
 * vectors, by both, compared to MiniSearch and a plain scan. `node test/bench/search.ts`, `SAMPLES` names the folder of
 * the files; `--misses` prints what fused search did not find among the first five.
 */
const samples = process.env.SAMPLES ?? join(import.meta.dirname, '../../../shared/samples');
const missing = Object.values(FILES).filter((file) => !existsSync(join(samples, file)));
if (missing.length > 0) {
  console.log(`The files that the questions are about are not in ${samples}: ${missing.join(', ')}`);
  process.exit(0);
}

const embedder = hashing();
const corpus = await readCorpus(samples);
const entries = await entriesOf(corpus, embedder);
const place = memoryBlobs();
const segments = await addEntries(place, 'quality', [], entries, (await embedder.embed(['dimensions']))[0]!.length);
const view = await viewOf({ store: place.store, folder: 'quality', segments, model: embedder.model });

const finders: Record<string, Finder> = {
  words: serviceFinder(view, embedder, 'lexical'),
  [`vectors (${embedder.model})`]: serviceFinder(view, embedder, 'vectors'),
  'both, as the service answers': serviceFinder(view, embedder, 'fused'),
  MiniSearch: miniSearchFinder(corpus),
  'plain scan': scanFinder(corpus),
};

const share = (value: number) => value.toFixed(3);
const rows: string[] = [];
const kinds: string[] = [];
for (const [name, finder] of Object.entries(finders)) {
  for (const { question } of QUESTIONS.slice(0, 10)) await finder(question);
  const judged: (Judged & { kind: string })[] = [];
  const times: number[] = [];
  for (const asked of QUESTIONS) {
    const started = performance.now();
    const found = await finder(asked.question);
    times.push(performance.now() - started);
    const one = judge(asked, found);
    judged.push({ ...one, kind: asked.kind });
    if (process.argv.includes('--misses') && name.startsWith('both') && one.hit5 === 0) {
      console.log(`${asked.question}: ${found.slice(0, 5).join(', ')}`);
    }
  }
  const of = (part: keyof Judged) => share(mean(judged.map((one) => one[part])));
  const [median, p95] = [0.5, 0.95].map((at) => times.sort((a, b) => a - b)[Math.floor(times.length * at)]!.toFixed(1));
  rows.push(`| ${name} | ${of('hit1')} | ${of('hit5')} | ${of('ndcg')} | ${median} | ${p95} |`);
  const byKind = KINDS.map((kind) => mean(judged.filter((one) => one.kind === kind).map(({ hit1 }) => hit1)));
  kinds.push(`| ${name} | ${byKind.map(share).join(' | ')} |`);
}

const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
const report = `# Quality of search

${machine}. ${QUESTIONS.length} questions written by hand (\`test/bench/search/questions.ts\`) over ${corpus.length} pages of ${Object.keys(FILES).length} specifications and drawings, each page a document of its own. An answer is right where it is one of the pages that were read to answer the question. The embedder of one machine hashes words and knows no meaning.

| | hit@1 | hit@5 | nDCG@10 | median ms | p95 ms |
|---|---|---|---|---|---|
${rows.join('\n')}

hit@1 by kind of question:

| | ${KINDS.map((kind) => `${kind} (${QUESTIONS.filter((one) => one.kind === kind).length})`).join(' | ')} |
|---|${KINDS.map(() => '---').join('|')}|
${kinds.join('\n')}
`;
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/search.md', report);
console.log(`\n${report}`);
process.exit(0);
