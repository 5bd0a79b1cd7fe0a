import { compareFiles } from '../../../shared/comparison/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

// One measured comparison in a process of its own: `run-pair.ts OLD NEW THREADS` prints one line of JSON.

const [older, newer, threads] = process.argv.slice(2) as [string, string, string];

/** Renders both first pages from both files, each in its thread: the minimum work of any comparison of images. */
const render = async (): Promise<number> => {
  const started = performance.now();
  const [one, other] = await Promise.all([openPdf(older), openPdf(newer)]);
  await Promise.all([one.render(1, { dpi: 150, grey: true }), other.render(1, { dpi: 150, grey: true })]);
  const ms = performance.now() - started;
  await Promise.all([one.close(), other.close()]);
  return ms;
};

const renderMs = threads === 'render' ? await render() : null;
const started = performance.now();
const compared = threads === 'render' ? null : await compareFiles(older, newer, { threads: threads === '1' ? 1 : 2 });
const ms = performance.now() - started;
// Linux answers maxRSS in kilobytes on every platform that Node runs on.
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, renderMs, peakMegabytes, result: compared?.result ?? null }));
