import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoError } from '../demo/demo-client.ts';
import { runSmoke } from '../demo/smoke-test.ts';
import { issueToken } from '../local/identity/access-token.ts';
import { parseLocalSettings } from '../local/local-settings.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `Checks that the service at a URL performs its main functions.

  npm run smoke -- URL    SMOKE_TOKEN: an access token; not needed for the service on this machine`;

/** Returns the token in SMOKE_TOKEN or, for the service on this machine, a generated one. */
const tokenOf = async (url: URL): Promise<string> => {
  const { SMOKE_TOKEN } = process.env;
  if (SMOKE_TOKEN) return SMOKE_TOKEN;
  if (url.hostname !== 'localhost') throw new CommandUsageError('SMOKE_TOKEN is not set.');
  const { DATA_DIR } = parseLocalSettings(process.env);
  const who = { user: 'smoke', organization: 'smoke', roles: ['org_admin' as const] };
  return issueToken(DATA_DIR, { ...who, issuer: url.origin });
};

const main = async ([given, ...others]: string[]): Promise<void> => {
  if (given === undefined || others.length > 0 || !URL.canParse(given)) throw new CommandUsageError('Specify one URL.');
  const url = new URL(given);
  const { threeSheets } = await import('../demo/drawings/index.ts');
  // A unique seed, so that no file duplicates one of an earlier run.
  const [sheet] = threeSheets(`smoke-${Date.now()}`);
  if (!sheet) throw new DemoError('There is no sheet to upload');
  const folder = await mkdtemp(join(tmpdir(), 'smoke-'));
  try {
    const files = [{ name: sheet.name, bytes: new Uint8Array(sheet.bytes) }];
    await runSmoke(given.replace(/\/$/, ''), await tokenOf(url), files, folder, (line) => console.log(line));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

await runCommand(usage, main, [DemoError]);
