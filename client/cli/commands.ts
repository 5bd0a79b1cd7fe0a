import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, compare, deleteDocuments, documentsOf, ok, reportUrl, viewerUrl } from '../client.ts';
import { chosenProject, PROJECT, projectsOf, requiredProject } from './choose-project.ts';
import { type Command, UsageError } from './command.ts';
import { completion } from './completion.ts';
import { EXIT } from './failure.ts';
import { openInBrowser } from './open.ts';
import { uploadCommand } from './upload-command.ts';

const one = (args: readonly string[], what: string): string => {
  const [value, ...others] = args;
  if (!value || others.length > 0) throw new UsageError(`Name one ${what}`);
  return value;
};

const projects: Command = {
  arguments: '',
  summary: 'list projects: ID, status, name',
  options: {},
  run: async (_, { output, connect }) => {
    const found = [];
    for await (const project of projectsOf(connect())) {
      found.push(project);
      output.line(project.id, project.status, project.name);
    }
    output.json(found);
  },
};

const createProject: Command = {
  arguments: 'NAME',
  summary: 'create a project; prints its ID',
  options: {},
  run: async (args, { output, connect }) => {
    const name = args.join(' ');
    if (!name) throw new UsageError('Name the project');
    const project = await ok(connect().POST('/api/v1/projects', { body: { name } }));
    output.line(project.id);
    output.json(project);
  },
};

const documents: Command = {
  arguments: '',
  summary: 'list the documents of a project: ID, status, reference, revision, title, file',
  options: { project: PROJECT },
  run: async (_, context) => {
    const { output } = context;
    const api = context.connect();
    const found = [];
    for await (const document of documentsOf(api, await requiredProject(api, context))) {
      found.push(document);
      const { id, processing_status, document_reference, revision, title, filename } = document;
      output.line(id, processing_status, document_reference, revision, title, filename);
    }
    output.json(found);
  },
};

const download: Command = {
  arguments: 'DOCUMENT',
  summary: 'download the file of a document; prints where it was saved',
  options: { out: { type: 'string', short: 'o', value: 'FILE', help: 'where to save it (its own name)' } },
  run: async (args, { values, output, connect }) => {
    const document_id = one(args, 'document');
    const route = '/api/v1/documents/{document_id}/download';
    const { filename, download_url } = await ok(connect().GET(route, { params: { path: { document_id } } }));
    // A name that contains a path would be written elsewhere.
    const target = values.text('out') ?? basename(filename);
    const answer = await fetch(download_url);
    if (!answer.ok || !answer.body)
      throw new ApiError(answer.status, { detail: `The file store answered ${answer.status}` });
    // An existing file is replaced only if it was named.
    const flags = values.text('out') === undefined ? 'wx' : 'w';
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(target, { flags })).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new Error(`${target} exists: name another file with --out`) : error;
      },
    );
    output.line(target);
    output.json({ document_id, filename, path: target });
  },
};

const deleteCommand: Command = {
  arguments: 'DOCUMENT…',
  summary: 'delete documents, which can be restored; prints the ID of each that is deleted',
  options: {},
  run: async (ids, { output, connect }) => {
    if (ids.length === 0) throw new UsageError('Name at least one document');
    const results = await deleteDocuments(connect(), [...new Set(ids)]);
    for (const { document_id, error } of results) {
      if (error) output.error(`${document_id}: ${error.detail}`);
      else output.line(document_id);
    }
    output.json(results);
    if (results.some(({ error }) => error)) process.exitCode = EXIT.failed;
  },
};

const compareDocuments: Command = {
  arguments: 'OLDER NEWER',
  summary: 'compare two documents; prints a summary, each change with its rating and cost effect, and a link',
  options: { open: { type: 'boolean', help: 'show the result in the browser' } },
  run: async ([older, newer, ...others], { values, output, connect }) => {
    if (!older || !newer || others.length > 0) throw new UsageError('Name two documents, the older one first');
    const api = connect();
    const comparison = await compare(api, older, newer, {
      onProgress: (status) => output.step(`comparison: ${status}`),
    });
    output.line(comparison.summary);
    for (const { number, difference_rating, cost_effect, description } of comparison.items) {
      output.line(number, difference_rating, cost_effect, description);
    }
    const [viewer_url, report_url] = await Promise.all([
      viewerUrl(api, { drawing_comparison_id: comparison.id }),
      reportUrl(api, comparison.id),
    ]);
    output.line(viewer_url);
    output.json({ ...comparison, viewer_url, report_url });
    if (values.flag('open')) openInBrowser(viewer_url, () => output.error('There is no browser to open it in'));
  },
};

const search: Command = {
  arguments: 'WORDS',
  summary: 'find documents, sheets, tasks and projects: type, ID, reference, title',
  options: { project: PROJECT },
  run: async (words, context) => {
    const { output } = context;
    if (words.length === 0) throw new UsageError('Name what to search for');
    const api = context.connect();
    const project_id = await chosenProject(api, context);
    const query = { query: words.join(' '), ...(project_id && { project_id }) };
    const found = await ok(api.GET('/api/v1/search', { params: { query } }));
    for (const { type, id, reference, title } of found.items) output.line(type, id, reference, title);
    output.step(`${found.total} found`);
    output.json(found);
  },
};

/** Every command by name; the help and the shell completions are derived from it. */
export const commands: Readonly<Record<string, Command>> = {
  projects,
  'create-project': createProject,
  upload: uploadCommand,
  documents,
  download,
  delete: deleteCommand,
  compare: compareDocuments,
  search,
  completion: completion(() => commands),
};
