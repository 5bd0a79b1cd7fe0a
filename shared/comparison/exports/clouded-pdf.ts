import { stat } from 'node:fs/promises';
import { tooLarge } from '../../extract/file-errors.ts';
import { type FileJob, inProcess, type ProcessCode } from '../../extract/in-process.ts';
import type { CloudToDraw } from './cloud-annotations.ts';
import type { JudgedItem } from './judge.ts';

const WRITER: ProcessCode = {
  bundled: new URL('./clouds-process.mjs', import.meta.url),
  source: new URL('./clouds-process.ts', import.meta.url),
};

/** Maximum size of the drawing in bytes, because the whole file is held in memory. */
const MAXIMUM_BYTES = 256 * 2 ** 20;
const DEADLINE_SECONDS = 24;
const MEMORY_MB = 1024;

/** The request to the process; both paths are local files. */
export interface CloudsJob extends FileJob<{ bytes: number }> {
  source: string;
  target: string;
  clouds: readonly CloudToDraw[];
}

const red = [0.84, 0.1, 0.1] as const;
const green = [0.05, 0.5, 0.2] as const;

const commentOf = (item: JudgedItem): string =>
  [
    `${item.number}. ${item.description}`,
    `Rating ${item.difference_rating} of 5, cost effect ${item.cost_effect > 0 ? '+' : ''}${item.cost_effect}`,
    ...(item.trade === undefined ? [] : [`${item.division} ${item.trade}`]),
    ...(item.quantity === undefined ? [] : [`About ${item.quantity.value} ${item.quantity.unit}`]),
    ...(item.cost_estimate === null ? [] : [`Estimate: ${item.cost_estimate.arithmetic}`]),
    ...(item.status === 'accepted' ? ['Accepted'] : []),
    ...(item.comment === null ? [] : [item.comment]),
    ...(item.parts ?? []).map((part) => `• ${part.description}`),
  ].join('\n');

/** Returns the boxes to cloud: those of the parts for a repeated change or a group, else that of the change. */
const boxesOf = ({ kind, bounding_box, parts = [] }: JudgedItem) =>
  (kind === 'repeated' || kind === 'group') && parts.length > 0
    ? parts.map((part) => part.bounding_box)
    : [bounding_box];

/** Returns a cloud for each change that is visible on the newer drawing and was not rejected. */
const cloudsOf = (items: readonly JudgedItem[]): CloudToDraw[] =>
  items
    .filter(({ kind, status }) => kind !== 'sheet_removed' && kind !== 'cloud_added' && status !== 'rejected')
    .flatMap((item) =>
      boxesOf(item).map((box) => ({
        page: item.page,
        box,
        label: `${item.number}`,
        comment: commentOf(item),
        colour: item.status === 'accepted' ? green : red,
        ...(item.kind === 'view_moved' && { isFrame: true }),
      })),
    );

/**
 * Writes a copy of the newer drawing with its changes clouded, in a child process with a time and memory limit.
 * @param source local path of the newer drawing
 * @throws FileError for a file that is too large, damaged or exceeds the limits
 */
export const writeCloudedPdf = async (source: string, items: readonly JudgedItem[], target: string): Promise<void> => {
  if ((await stat(source)).size > MAXIMUM_BYTES) throw tooLarge('pdf', 'clouds are drawn on files up to 256 MiB');
  const job: CloudsJob = { kind: 'pdf', source, target, clouds: cloudsOf(items) };
  await inProcess(WRITER, job, { deadline_ms: DEADLINE_SECONDS * 1000, memory_mb: MEMORY_MB });
};
