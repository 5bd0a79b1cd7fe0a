import * as z from 'zod';
import { changesOf } from './await-changes.ts';
import { type DemoClient, DemoError } from './demo-client.ts';
import { waitForAll } from './progress.ts';
import { sampleRevisions } from './sample-revisions.ts';
import { uploadDemoFile } from './upload-demo-file.ts';

const Created = z.object({ drawing_comparison_id: z.string() });
const Comparison = z.object({
  drawing_comparison: z.object({
    status: z.string(),
    error: z.string().nullable(),
    summary: z.string().nullable(),
    items: z.array(
      z.object({
        number: z.int(),
        description: z.string(),
        difference_rating: z.int(),
        cost_effect: z.int(),
      }),
    ),
  }),
});
const Link = z.object({ download_url: z.string() });
const ViewerLink = z.object({ url: z.string() });

const LIMIT_MS = 3 * 60_000;
/** Maximum changes printed; the report contains all. */
const SHOWN = 12;

const finished = async (client: DemoClient, projectId: string, id: string) => {
  const nextChange = await changesOf(client, projectId);
  for (const started = Date.now(); ; ) {
    const { drawing_comparison: found } = await client.call('GET', `/api/v1/drawing-comparisons/${id}`, Comparison);
    if (found.status === 'ready') return found;
    if (found.status === 'failed') throw new DemoError(`The comparison failed: ${found.error}`);
    if (Date.now() - started > LIMIT_MS) throw new DemoError('The comparison was not ready within three minutes');
    await nextChange();
  }
};

/**
 * Uploads two revisions of a plan, compares them, and prints the result with links.
 * @returns the comparison's id
 * @throws DemoError if the comparison fails or is not ready within three minutes
 */
export const compareRevisions = async (
  client: DemoClient,
  projectId: string,
  print: (line: string) => void,
): Promise<string> => {
  const { older, newer } = sampleRevisions('demo');
  const ids = [
    await uploadDemoFile(client, projectId, { name: 'A-101.pdf', bytes: older }),
    await uploadDemoFile(client, projectId, { name: 'A-101-B.pdf', bytes: newer }),
  ];
  await waitForAll(client, projectId, ids, print);
  const [original_document_id, comparison_document_id] = ids;
  const asked = { original_document_id, comparison_document_id };
  const { drawing_comparison_id: id } = await client.call('POST', '/api/v1/drawing-comparisons', Created, asked);
  const { summary, items } = await finished(client, projectId, id);
  print(`\ncomparison ${id}: ${summary}`);
  print('     rating  cost');
  for (const { number, difference_rating, cost_effect, description } of items.slice(0, SHOWN)) {
    const cost = cost_effect > 0 ? `+${cost_effect}` : String(cost_effect);
    print(`${String(number).padStart(4)}  ${difference_rating}/5    ${cost.padStart(4)}  ${description}`);
  }
  if (items.length > SHOWN) print(`      and ${items.length - SHOWN} more`);
  for (const [title, name] of [
    ['report', 'report.html'],
    ['clouded drawing', 'clouded.pdf'],
    ['list of changes', 'changes.xlsx'],
  ] as const) {
    const link = await client.call('GET', `/api/v1/drawing-comparisons/${id}/exports/${name}`, Link);
    print(`${title}:\n  ${link.download_url}`);
  }
  const review = { drawing_comparison_id: id, permission: 'review' };
  const viewer = await client.call('POST', '/api/v1/viewer-links', ViewerLink, review);
  print(`viewer, to look at both sheets and review the changes:\n  ${viewer.url}`);
  return id;
};
