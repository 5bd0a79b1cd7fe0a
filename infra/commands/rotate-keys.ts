import { requireOwn } from '../local/data-directory.ts';
import { rotateKeys } from '../local/identity/signing-keys.ts';
import { parseSettings } from '../local/settings.ts';
import { runCommand, UsageError } from './command.ts';

const usage = `Signs new tokens with a new key; the earlier ones verify until they expire.

  npm run rotate-keys`;

await runCommand(usage, async (args) => {
  if (args.length > 0) throw new UsageError('It takes no arguments.');
  const { DATA_DIR } = parseSettings(process.env);
  requireOwn(DATA_DIR);
  const { kid } = rotateKeys(DATA_DIR);
  process.stdout.write(`Tokens are signed with key ${kid} from here on.\n`);
});
