import { rotateKeys } from '../local/identity/signing-keys.ts';
import { LocalError } from '../local/local-error.ts';
import { parseSettings } from '../local/settings.ts';

/** `npm run rotate-keys`: new tokens are signed with a new key; the earlier ones verify until they expire. */
try {
  const { kid } = rotateKeys(parseSettings(process.env).DATA_DIR);
  process.stdout.write(`Tokens are signed with key ${kid} from here on.\n`);
} catch (error) {
  if (!(error instanceof LocalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
