#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ApiError, compare, createApi, ok, processed } from './client.ts';
import { upload } from './upload.ts';

const usage = `cds upload FILE… --project P [--wait]    uploads files, and waits until they have been read
cds compare A B [--open]                 compares two documents, and opens the report
cds search WORDS [--project P]           finds documents, sheets, tasks and projects

CDS_URL is the address of the service (http://localhost:3000), CDS_TOKEN an access token.`;

class UsageError extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { project: text, wait: flag, open: flag, help: { ...flag, short: 'h' } } as const;
type Values = ReturnType<typeof parse>['values'];
const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });

const connect = () => {
  const { CDS_URL: baseUrl = 'http://localhost:3000', CDS_TOKEN: token } = process.env;
  if (!token) throw new UsageError('CDS_TOKEN is not set');
  return createApi({ baseUrl, token });
};

/** Progress goes where it does not mix with results. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Opens an address in the browser of this machine, where it has one. */
const show = (url: string): void => {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ];
  spawn(command as string, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => say('There is no browser to open it in'))
    .unref();
};

const commands: Readonly<Record<string, (args: string[], values: Values) => Promise<void>>> = {
  upload: async (files, { project, wait }) => {
    if (files.length === 0) throw new UsageError('Name a file');
    if (!project) throw new UsageError('--project is missing');
    const api = connect();
    for (const file of files) {
      const onProgress = (sent: number, total: number) => say(`${file}: ${Math.round((100 * sent) / (total || 1))} %`);
      const id = await upload(api, file, { projectId: project, onProgress });
      if (!wait) {
        console.log(id);
        continue;
      }
      const document = await processed(api, id, { onProgress: (status) => say(`${file}: ${status}`) });
      const { document_reference, revision, title, processing_status, error } = document;
      console.log(
        [id, processing_status, document_reference, revision, title, error].map((each) => each ?? '').join('\t'),
      );
      if (processing_status === 'FAILED') process.exitCode = 1;
    }
  },

  compare: async ([older, newer, ...others], { open }) => {
    if (!older || !newer || others.length > 0) throw new UsageError('Name two documents, the older one first');
    const api = connect();
    const comparison = await compare(api, older, newer, { onProgress: (status) => say(status) });
    console.log(comparison.summary ?? '');
    for (const { number, difference_rating, cost_effect, description } of comparison.items) {
      console.log([number, difference_rating, cost_effect, description].join('\t'));
    }
    const path = { drawing_comparison_id: comparison.id, name: 'report.html' as const };
    const route = '/api/v1/drawing-comparisons/{drawing_comparison_id}/exports/{name}';
    const { download_url } = await ok(api.GET(route, { params: { path } }));
    console.log(download_url);
    if (open) show(download_url);
  },

  search: async (words, { project }) => {
    if (words.length === 0) throw new UsageError('Name what to search for');
    const query = { query: words.join(' '), ...(project && { project_id: project }) };
    const { items, total } = await ok(connect().GET('/api/v1/search', { params: { query } }));
    for (const { type, id, reference, title } of items) console.log([type, id, reference ?? '', title].join('\t'));
    say(`${total} found`);
  },
};

try {
  const { values, positionals } = parse(process.argv.slice(2));
  const [name = '', ...args] = positionals;
  const command = commands[name];
  if (values.help) console.log(usage);
  else if (!command) throw new UsageError(name === '' ? 'Name a command' : `There is no command ${name}`);
  else await command(args, values);
} catch (error) {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  process.exitCode = isUsage ? 2 : 1;
  const request = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : '';
  say(isUsage ? `${message} (--help says more)` : `${message}${request}`);
}
