import { parseArgs } from 'node:util';
import * as z from 'zod';
import { readInstance } from '../local/data-directory.ts';
import { issueToken } from '../local/identity/access-token.ts';
import { personSchema } from '../local/identity/person.ts';
import { LocalError } from '../local/local-error.ts';
import { parseSettings, type Settings } from '../local/settings.ts';

const usage =
  'npm run -s token -- --user USER --organization ORGANIZATION --role ROLE[,ROLE] [--scope "SCOPE SCOPE"] [--expires-in SECONDS]';

const argumentsSchema = personSchema.extend({
  scope: z.string().min(1, 'must not be empty').optional(),
  expiresInSeconds: z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number of seconds')
    .transform(Number)
    .optional(),
});

/** `npm run -s token`: prints an access token for the instance of this PORT and DATA_DIR, running or not. */
async function main(): Promise<void> {
  try {
    const wanted = parseArguments(process.argv.slice(2));
    const settings = parseSettings(process.env);
    const token = await issueToken(settings.DATA_DIR, { ...wanted, issuer: issuerOf(settings) });
    process.stdout.write(`${token}\n`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

function parseArguments(args: string[]): z.output<typeof argumentsSchema> {
  const { user, organization, role, scope, 'expires-in': expiresInSeconds } = parseFlags(args);
  const roles = (role ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const result = argumentsSchema.safeParse({ user, organization, roles, scope, expiresInSeconds });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const flags: Record<string, string> = { roles: 'role', expiresInSeconds: 'expires-in' };
  const name = String(issue?.path[0] ?? '');
  throw new LocalError(`--${flags[name] ?? name}: ${issue?.message ?? 'is wrong'}. Usage: ${usage}`);
}

function parseFlags(args: string[]) {
  try {
    // A negative number after a space would read as a flag.
    const joined = args.flatMap((arg, index) => {
      if (arg === '--expires-in') return [`--expires-in=${args[index + 1] ?? ''}`];
      return args[index - 1] === '--expires-in' ? [] : [arg];
    });
    const flag = { type: 'string' } as const;
    const options = { user: flag, organization: flag, role: flag, scope: flag, 'expires-in': flag };
    return parseArgs({ args: joined, options, allowPositionals: false }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error);
    throw new LocalError(`${reason}. Usage: ${usage}`);
  }
}

/** The issuer that the running instance of the data directory has, unless PORT or JWT_ISSUER say otherwise. */
function issuerOf(settings: Settings): string {
  if (settings.JWT_ISSUER) return settings.JWT_ISSUER;
  if (process.env.PORT) return `http://localhost:${settings.PORT}`;
  return readInstance(settings.DATA_DIR)?.baseUrl ?? `http://localhost:${settings.PORT}`;
}

await main();
