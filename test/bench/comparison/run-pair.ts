import { drawnPage } from '../../../infra/commands/pdf-pages.ts';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { factsOf } from '../../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

// One measured comparison in a process of its own, which prints one line of JSON:
// `run-pair.ts OLD NEW THREADS [PAGE PAGE]`, with 1 or 2 threads, or `render`.

const [older, newer, threads, ...pages] = process.argv.slice(2) as [string, string, string, ...string[]];
const [oldPage, newPage] = [Number(pages[0] ?? 1), Number(pages[1] ?? 1)];

/** Renders the page of both files, each in its thread: the minimum work of any comparison of images. */
const render = async (): Promise<number> => {
  const started = performance.now();
  const [one, other] = await Promise.all([openPdf(older), openPdf(newer)]);
  await Promise.all([one.render(oldPage, { dpi: 150, grey: true }), other.render(newPage, { dpi: 150, grey: true })]);
  const ms = performance.now() - started;
  await Promise.all([one.close(), other.close()]);
  return ms;
};

const ocr = createLocalOcr({ threads: 1 });

/** Reads the title block and the objects of a page, as is done when its document is stored. */
const stored = async (path: string, page: number) => {
  const pdf = await openPdf(path);
  const texts = await pdf.pageTexts();
  const { model } = await drawnPage(pdf, texts[page - 1]!, ocr);
  await pdf.close();
  return { page, facts: readSheets(texts).map(factsOf)[page - 1] ?? null, model };
};

const chosen =
  pages.length === 0 || threads === 'render'
    ? undefined
    : { older: await stored(older, oldPage), newer: await stored(newer, newPage) };
await ocr.close();
const processorBefore = process.cpuUsage();
const renderMs = threads === 'render' ? await render() : null;
const started = performance.now();
const compared =
  threads === 'render'
    ? null
    : await compareFiles(older, newer, {
        threads: threads === '1' ? 1 : 2,
        ...(chosen && {
          pages: chosen,
          models: { older: async () => chosen.older.model, newer: async () => chosen.newer.model },
        }),
      });
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(processorBefore);
// Linux answers maxRSS in kilobytes on every platform that Node runs on.
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({
    ms,
    renderMs,
    processorMs: (user + system) / 1000,
    peakMegabytes,
    result: compared?.result ?? null,
  }),
);
