import { basename } from 'node:path';
import process from 'node:process';
import { type Api, ok, processed } from '../client.ts';
import { uploadFile } from '../node.ts';
import { PROJECT, requiredProject } from './choose-project.ts';
import { type Command, type Context, UsageError } from './command.ts';
import { EXIT, exitCodeOf, messageOf } from './failure.ts';

interface Outcome {
  file: string;
  id: string | null;
  processing_status: string | null;
  document_reference: string | null;
  revision: string | null;
  title: string | null;
  error: string | null;
}

const NOTHING = { processing_status: null, document_reference: null, revision: null, title: null };

/** Runs a task for each value, `limit` at a time; the promises are in the order of the values. */
const inParallel = <T, R>(values: readonly T[], limit: number, run: (value: T) => Promise<R>): Promise<R>[] => {
  let free = limit;
  const waiting: (() => void)[] = [];
  return values.map(async (value) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run(value);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  });
};

const parallelOf = (text = '4'): number => {
  const parallel = Number(text);
  if (Number.isInteger(parallel) && parallel >= 1 && parallel <= 32) return parallel;
  throw new UsageError(`--parallel is ${text}: it must be a whole number from 1 to 32`);
};

/**
 * Uploads one file and, if requested, waits until it has been processed. Never rejects: the outcome contains the error.
 */
const uploadOne = async (
  api: Api,
  file: string,
  projectId: string,
  { values, output }: Context,
  onBytes: (file: string, sent: number, total: number) => void,
): Promise<Outcome> => {
  const revision_of = values.text('revision-of');
  let id: string | null = null;
  try {
    id = await uploadFile(api, file, {
      projectId,
      onProgress: (sent, total) => onBytes(file, sent, total),
      ...(revision_of && { fields: { revision_of } }),
    });
    output.step(`${file}: uploaded`);
    const params = { path: { document_id: id } };
    const document = values.flag('wait')
      ? await processed(api, id, { onProgress: (status) => output.step(`${file}: ${status}`) })
      : await ok(api.GET('/api/v1/documents/{document_id}', { params }));
    const { processing_status, document_reference, revision, title, error } = document;
    return { file, id, processing_status, document_reference, revision, title, error };
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    return { ...NOTHING, file, id, error: messageOf(error) };
  }
};

export const uploadCommand: Command = {
  arguments: 'FILE…',
  summary: 'upload files; prints ID, status, reference, revision, title and error of each',
  takesFiles: true,
  options: {
    project: PROJECT,
    'revision-of': { type: 'string', value: 'DOCUMENT', help: 'ID of the document that the file revises' },
    wait: { type: 'boolean', short: 'w', help: 'wait until the files have been read' },
    parallel: { type: 'string', value: 'N', help: 'files sent at the same time, 1 to 32 (4)' },
  },
  run: async (files, context) => {
    const { values, output } = context;
    if (files.length === 0) throw new UsageError('Name a file');
    if (files.length > 1 && values.text('revision-of')) throw new UsageError('--revision-of takes one file');
    const parallel = parallelOf(values.text('parallel'));
    const api = context.connect();
    const project = await requiredProject(api, context);
    let finished = 0;
    const onBytes = (file: string, sent: number, total: number) => {
      const share = Math.round((100 * sent) / (total || 1));
      output.progress(`${finished} of ${files.length} files · ${basename(file)} ${share} %`);
    };
    const outcomes: Outcome[] = [];
    for (const each of inParallel(files, parallel, async (file) => {
      const outcome = await uploadOne(api, file, project, context, onBytes);
      finished++;
      return outcome;
    })) {
      const outcome = await each;
      outcomes.push(outcome);
      const { file, id, processing_status, document_reference, revision, title, error } = outcome;
      if (id !== null) output.line(id, processing_status, document_reference, revision, title, error);
      if (processing_status === null) output.error(`${file}: ${error}`);
      if (processing_status === 'FAILED') process.exitCode = EXIT.failed;
    }
    output.json(outcomes);
  },
};
