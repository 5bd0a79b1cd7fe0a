import { issueToken } from './access-token.ts';
import { SANDBOX } from './sandbox.ts';

/**
 * Creates the organization of the sandbox user, unless it exists or has been deleted.
 * @throws Error for any other response
 */
export const createSandboxOrganization = async (baseUrl: string, dataDirectory: string): Promise<void> => {
  const token = await issueToken(dataDirectory, { ...SANDBOX, roles: ['platform_admin'], issuer: baseUrl });
  const answer = await fetch(`${baseUrl}/api/v1/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: SANDBOX.organization, name: 'Demo' }),
  });
  const text = await answer.text();
  if (![201, 409].includes(answer.status)) throw new Error(`POST /organizations answered ${answer.status}: ${text}`);
};
