import { requireOwn } from '../local/data-directory.ts';
import { rotateKeys } from '../local/identity/signing-keys.ts';
import { parseLocalSettings } from '../local/local-settings.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `Creates a new signing key for tokens; tokens signed with earlier keys stay valid until they expire.

  npm run rotate-keys`;

await runCommand(usage, async (args) => {
  if (args.length > 0) throw new CommandUsageError('This command takes no arguments.');
  const { DATA_DIR } = parseLocalSettings(process.env);
  requireOwn(DATA_DIR);
  const { kid } = rotateKeys(DATA_DIR);
  process.stdout.write(`New tokens are signed with key ${kid}.\n`);
});
