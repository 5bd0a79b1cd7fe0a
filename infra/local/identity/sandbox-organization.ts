import { setTimeout as delay } from 'node:timers/promises';
import { issueToken } from './access-token.ts';
import { SANDBOX } from './sandbox.ts';

/** How often a service is asked that answers 503: a busy machine may need a while for its first requests. */
const ATTEMPTS = 10;

/**
 * Creates the organization of the sandbox user, unless it exists or has been deleted.
 * @throws Error for any other response, and where the service stays unavailable
 */
export const createSandboxOrganization = async (baseUrl: string, dataDirectory: string): Promise<void> => {
  const token = await issueToken(dataDirectory, { ...SANDBOX, roles: ['platform_admin'], issuer: baseUrl });
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${baseUrl}/api/v1/organizations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: SANDBOX.organization, name: 'Demo' }),
    });
    const text = await answer.text();
    if ([201, 409].includes(answer.status)) return;
    if (answer.status !== 503 || attempt === ATTEMPTS)
      throw new Error(`POST /organizations answered ${answer.status}: ${text}`);
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
};
