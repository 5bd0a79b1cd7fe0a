import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Client, DemoError } from '../demo/client.ts';
import { leaveMails } from '../demo/mails.ts';
import { runDemo } from '../demo/run.ts';
import type { DemoFile } from '../demo/upload.ts';
import { issueToken } from '../local/identity/access-token.ts';
import { LocalError } from '../local/local-error.ts';
import { parseSettings } from '../local/settings.ts';
import { startLocal } from '../local/start-local.ts';

const ownFiles = async (): Promise<DemoFile[]> => {
  const { drawSpecification, threeSheets } = await import('../demo/drawings/index.ts');
  const sheets = threeSheets('demo').map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
  const specification = new Uint8Array(drawSpecification({ pages: 60, seed: 'demo' }));
  return [...sheets, { name: 'specification.pdf', bytes: specification }];
};

const givenFiles = (paths: readonly string[]): Promise<DemoFile[]> =>
  Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: new Uint8Array(await readFile(path)) })));

const answers = async (baseUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${baseUrl}/api/public/health`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};

/** `npm run demo [-- FILE …]`: the main job against the running instance, or against one of its own. */
const main = async (): Promise<void> => {
  const settings = parseSettings(process.env);
  const paths = process.argv.slice(2);
  const files = await (paths.length > 0 ? givenFiles(paths) : ownFiles());
  const address = `http://localhost:${settings.PORT}`;
  const running = await answers(address);
  const environment = { LOG_LEVEL: 'silent' };
  const onProgress = (part: string) => console.log(`  ${part}`);
  const service = running ? undefined : await startLocal({ environment, onProgress });
  try {
    const baseUrl = service?.baseUrl ?? address;
    console.log(`${running ? 'using the service at' : 'started a service at'} ${baseUrl}`);
    const token = await issueToken(settings.DATA_DIR, {
      issuer: baseUrl,
      user: `demo-${process.pid}@example.com`,
      organization: 'demo',
      roles: ['manager'],
    });
    const folder = join(settings.DATA_DIR, 'demo');
    const client = new Client(baseUrl, token);
    const print = (line: string) => console.log(line);
    let project = '';
    await runDemo(client, files, folder, print, (id) => {
      project = id;
    });
    await leaveMails(client, project, print);
    console.log(
      `\nlook at ${baseUrl}/api/public/openapi.json, at the mails in ${baseUrl}/mail and at the images in ${folder}`,
    );
  } finally {
    await service?.stop();
  }
};

try {
  await main();
} catch (error) {
  const expected = error instanceof DemoError || error instanceof LocalError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
