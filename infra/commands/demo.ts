import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compareRevisions } from '../demo/compare-revisions.ts';
import { DemoClient, DemoError } from '../demo/demo-client.ts';
import { leaveMails } from '../demo/mails.ts';
import { runDemo } from '../demo/run-demo.ts';
import type { DemoFile } from '../demo/upload-demo-file.ts';
import { issueToken } from '../local/identity/access-token.ts';
import { requireSameInstance } from '../local/identity/require-same-instance.ts';
import { SANDBOX } from '../local/identity/sandbox.ts';
import { createSandboxOrganization } from '../local/identity/sandbox-organization.ts';
import { parseLocalSettings } from '../local/local-settings.ts';
import { startLocal } from '../local/start-local.ts';
import { CommandUsageError, requireFile, runCommand } from './run-command.ts';

const ownFiles = async (): Promise<DemoFile[]> => {
  const { drawSpecification, threeSheets } = await import('../demo/drawings/index.ts');
  const sheets = threeSheets('demo').map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
  const specification = new Uint8Array(drawSpecification({ pages: 60, seed: 'demo' }));
  return [...sheets, { name: 'specification.pdf', bytes: specification }];
};

const givenFiles = (paths: readonly string[]): Promise<DemoFile[]> =>
  Promise.all(
    paths.map(async (path) => ({ name: basename(path), bytes: new Uint8Array(await readFile(requireFile(path))) })),
  );

const answers = async (baseUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${baseUrl}/api/public/health`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};

const usage = `Demonstrates the main functions: a project, uploads, extracted data, search, download, and a comparison of two revisions.

  npm run demo -- [FILE …]    uploads sample drawings without arguments

It uses the service running on PORT, or starts one on DATA_DIR.`;

const main = async (paths: string[]): Promise<void> => {
  const unknown = paths.find((path) => path.startsWith('-'));
  if (unknown !== undefined) throw new CommandUsageError(`There is no option ${unknown}.`);
  const settings = parseLocalSettings(process.env);
  const files = await (paths.length > 0 ? givenFiles(paths) : ownFiles());
  const address = `http://localhost:${settings.PORT}`;
  const running = await answers(address);
  const environment = { LOG_LEVEL: 'silent' };
  const onProgress = (part: string) => console.log(`  ${part}`);
  const service = running ? undefined : await startLocal({ threads: true, environment, onProgress });
  try {
    const baseUrl = service?.baseUrl ?? address;
    console.log(`${running ? 'using the service at' : 'started a service at'} ${baseUrl}`);
    if (running) await requireSameInstance(baseUrl, settings.DATA_DIR);
    else if (!settings.JWT_ISSUER) await createSandboxOrganization(baseUrl, settings.DATA_DIR);
    const token = await issueToken(settings.DATA_DIR, { issuer: baseUrl, ...SANDBOX });
    const folder = join(settings.DATA_DIR, 'demo');
    const client = new DemoClient(baseUrl, token);
    const print = (line: string) => console.log(line);
    let project = '';
    const link = await runDemo(client, files, folder, print, (id) => {
      project = id;
    });
    if (link) print(`download link of ${link.filename}, until ${link.expiresAt}:\n  ${link.url}`);
    const comparison = await compareRevisions(client, project, print);
    await leaveMails(client, project, comparison, print);
    print(`\npage images    ${folder}`);
    print(`mailbox        ${baseUrl}/mail`);
    print(`API reference  ${baseUrl}/api/public/docs (Authorize as ${SANDBOX.user} of ${SANDBOX.organization})`);
    print('shell          export CDS_TOKEN=$(npm run -s token); npm run -s cds -- projects');
    if (!running) print('\nThe service has been stopped; npm start starts it again with the project');
  } finally {
    await service?.stop();
  }
};

await runCommand(usage, main, [DemoError]);
