import { SANDBOX } from './identity/sandbox.ts';
import { createSandboxOrganization } from './identity/sandbox-organization.ts';
import { LocalError } from './local-error.ts';
import { type LocalService, startLocal } from './start-local.ts';

/** `npm start`: runs the service on this machine until SIGINT or SIGTERM. */
export async function main(): Promise<void> {
  let service: LocalService | undefined;
  let ending = false;
  const end = async (code: number, reason?: string) => {
    if (ending) return;
    ending = true;
    if (reason) console.error(reason);
    await service?.stop().catch((error: unknown) => console.error(error));
    process.exit(code);
  };
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted = true;
      // A start in progress is completed first, because only then everything that runs is known.
      if (service) void end(0);
    });
  }
  onParentGone(() => process.kill(process.pid, 'SIGTERM'));
  process.on('unhandledRejection', (error) => console.error('unhandled rejection:', error));

  try {
    const started = performance.now();
    const signsItsOwnTokens = !process.env.JWT_ISSUER;
    console.log('starting the service on this machine …');
    const onProgress = (text: string) => console.log(`  ${text} (${Math.round(performance.now() - started)} ms)`);
    service = await startLocal({ threads: true, onProgress, onFatal: (reason) => void end(1, reason) });
    if (signsItsOwnTokens) await createSandboxOrganization(service.baseUrl, service.dataDirectory);
  } catch (error) {
    console.error(error instanceof LocalError ? error.message : error);
    process.exit(1);
  }
  if (interrupted) return end(0);
  console.log(`ready ${service.baseUrl}`);
  console.log(overview(service));
}

/**
 * npm sends SIGTERM to the shell between it and this process, and the shell ends without forwarding it. Under npm, the
 * end of the parent therefore counts as the signal.
 */
function onParentGone(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}

/** Returns the URLs and commands to start with. */
function overview({ baseUrl, dataDirectory, filesDirectory, mailsUrl, operations }: LocalService): string {
  const variables = ['PORT', 'DATA_DIR'].filter((name) => process.env[name]);
  const prefix = variables.map((name) => `${name}=${process.env[name]} `).join('');
  const token = `${prefix}npm run -s token`;
  const hasPath = (path: string) => operations.some(({ operation }) => operation.path === path);
  const first = '/api/v1/projects';
  const lines: [string, string | false | undefined][] = [
    ['API', `${baseUrl}/api/v1`],
    ['reference', hasPath('/api/public/docs') && `${baseUrl}/ (Swagger UI, Redoc)`],
    ['description', hasPath('/api/public/openapi.json') && `${baseUrl}/api/public/openapi.json`],
    ['sign-in', `${baseUrl}/.well-known/openid-configuration (client demo, secret demo-secret)`],
    ['mails', mailsUrl],
    ['files', filesDirectory],
    ['state', dataDirectory],
    [
      'token',
      `${token}   (${SANDBOX.user} of ${SANDBOX.organization}, ${SANDBOX.roles.join(', ')}; --help for others)`,
    ],
    ['first request', `curl -H "Authorization: Bearer $(${token})" ${baseUrl}${first}`],
  ];
  return lines
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name.padEnd(14)}${value}`)
    .join('\n');
}
