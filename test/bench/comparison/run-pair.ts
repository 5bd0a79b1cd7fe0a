import { compareFiles } from '../../../shared/comparison/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

// One measured comparison in a process of its own: `run-pair.ts OLD NEW THREADS` prints one line of JSON.

const [older, newer, threads] = process.argv.slice(2) as [string, string, string];

/** Both first pages rendered at once, each in its thread: what no comparison of pictures can do without. */
const render = async (): Promise<number> => {
  await using one = await openPdf(older);
  await using other = await openPdf(newer);
  const started = performance.now();
  await Promise.all([one.render(1, { dpi: 150, grey: true }), other.render(1, { dpi: 150, grey: true })]);
  return performance.now() - started;
};

const renderMs = threads === 'render' ? await render() : null;
const started = performance.now();
const compared = threads === 'render' ? null : await compareFiles(older, newer, { threads: threads === '1' ? 1 : 2 });
const ms = performance.now() - started;
// Linux answers maxRSS in kilobytes on every platform that Node runs on.
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, renderMs, peakMegabytes, result: compared?.result ?? null }));
