import { parseArgs } from 'node:util';
import * as z from 'zod';
import { readInstance, requireOwn } from '../local/data-directory.ts';
import { issueToken } from '../local/identity/access-token.ts';
import { personSchema } from '../local/identity/accounts.ts';
import { requireSameInstance } from '../local/identity/require-same-instance.ts';
import { SANDBOX } from '../local/identity/sandbox.ts';
import { type LocalSettings, parseLocalSettings } from '../local/local-settings.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `Prints an access token of the instance of this PORT and DATA_DIR, running or not.

  npm run -s token -- [--user USER] [--organization ORGANIZATION] [--role ROLE[,ROLE]] [--scope "SCOPE SCOPE"]
                      [--expires-in SECONDS]

By default it is for ${SANDBOX.user}, ${SANDBOX.roles.join(', ')} of ${SANDBOX.organization}, like the sign-in page
and the demonstration.`;

const argumentsSchema = personSchema.extend({
  scope: z.string().min(1, 'must not be empty').optional(),
  expiresInSeconds: z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number of seconds')
    .transform(Number)
    .optional(),
});

async function main(args: string[]): Promise<void> {
  const wanted = parseArguments(args);
  const settings = parseLocalSettings(process.env);
  requireOwn(settings.DATA_DIR);
  const issuer = issuerOf(settings);
  if (!settings.JWT_ISSUER) await requireSameInstance(issuer, settings.DATA_DIR);
  const token = await issueToken(settings.DATA_DIR, { ...wanted, issuer });
  process.stdout.write(`${token}\n`);
}

function parseArguments(args: string[]): z.output<typeof argumentsSchema> {
  const { user, organization, role, scope, 'expires-in': expiresInSeconds } = parseFlags(args);
  const roles = (role ?? SANDBOX.roles.join(','))
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const result = argumentsSchema.safeParse({
    user: user ?? SANDBOX.user,
    organization: organization ?? SANDBOX.organization,
    roles,
    scope,
    expiresInSeconds,
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const flags: Record<string, string> = { roles: 'role', expiresInSeconds: 'expires-in' };
  const name = String(issue?.path[0] ?? '');
  throw new CommandUsageError(`--${flags[name] ?? name}: ${issue?.message ?? 'is wrong'}.`);
}

function parseFlags(args: string[]) {
  try {
    // A negative number after a space would be parsed as a flag.
    const joined = args.flatMap((arg, index) => {
      if (arg === '--expires-in') return [`--expires-in=${args[index + 1] ?? ''}`];
      return args[index - 1] === '--expires-in' ? [] : [arg];
    });
    const flag = { type: 'string' } as const;
    const options = { user: flag, organization: flag, role: flag, scope: flag, 'expires-in': flag };
    return parseArgs({ args: joined, options, allowPositionals: false }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error);
    throw new CommandUsageError(`${reason}.`);
  }
}

/** Returns the issuer of the running instance of the data directory, unless PORT or JWT_ISSUER are set. */
function issuerOf(settings: LocalSettings): string {
  if (settings.JWT_ISSUER) return settings.JWT_ISSUER;
  if (process.env.PORT) return `http://localhost:${settings.PORT}`;
  return readInstance(settings.DATA_DIR)?.baseUrl ?? `http://localhost:${settings.PORT}`;
}

await runCommand(usage, main);
