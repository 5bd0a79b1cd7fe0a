import { beforeEach, expect, test, vi } from 'vitest';

/** Loads the module anew each time: it caches the document, and the environment is read once. */
beforeEach(() => vi.resetModules());

const flow = {
  authorizationUrl: '/oauth/authorize',
  tokenUrl: '/oauth/token',
  refreshUrl: '/oauth/token',
  scopes: { 'documents:read': 'Reads' },
};
/** The flow as served for sign-in at that address. */
const served = async (authUrl: string | undefined) => {
  vi.stubEnv('AUTH_URL', authUrl);
  const { provideOpenApi } = await import('../../../shared/http/openapi-document.ts');
  const { handle } = await import('../../../functions/public/openapi.ts');
  provideOpenApi(() => ({ url: '/api', tokenUrl: { is: 'no address' }, flow }));
  const { body, headers } = await handle({} as never, {} as never);
  return { body, tag: (headers as Record<string, string>).ETag };
};

test.each(['https://id.example.com', 'https://id.example.com/'])(
  'each address of the identity provider is absolute if its base is %s',
  async (authUrl) => {
    const { body } = await served(authUrl);
    expect(body).toEqual({
      ...{ url: '/api', tokenUrl: { is: 'no address' } },
      flow: {
        authorizationUrl: 'https://id.example.com/oauth/authorize',
        tokenUrl: 'https://id.example.com/oauth/token',
        refreshUrl: 'https://id.example.com/oauth/token',
        scopes: flow.scopes,
      },
    });
  },
);

test('the addresses are unchanged if the base is unknown, and the ETag differs', async () => {
  const { body, tag } = await served(undefined);
  expect(body.flow).toEqual(flow);
  vi.resetModules();
  expect((await served('https://id.example.com')).tag).not.toBe(tag);
});
