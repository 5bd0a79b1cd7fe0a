import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { parseEnvironment, useEnvironment } from '../../../shared/environment.ts';
import { corsOf, timeoutSecondsOf } from '../../../shared/http/http-api.ts';
import { noProjectAccess } from '../../../shared/http/project-access.ts';
import { publicLink } from '../../../shared/http/public-link.ts';
import { viewerLinkUrl } from '../../../shared/http/viewer-link-access.ts';

afterEach(() => useEnvironment(undefined));

test('a function runs for ten seconds unless its operation declares another time', () => {
  expect([timeoutSecondsOf({}), timeoutSecondsOf({ timeoutSeconds: 29 })]).toEqual([10, 29]);
});

test('browsers may send the headers that the HTTP layer and the operations read', () => {
  const { headers } = corsOf([{ headers: z.object({ 'x-thing': z.string() }) }, {}]);
  expect(headers).toContain('x-thing');
  expect(headers).toContain('idempotency-key');
  expect(headers).toEqual([...new Set(headers)].sort());
});

test('sealed links are addresses of the service', () => {
  useEnvironment(parseEnvironment({ PUBLIC_BASE_URL: 'https://documents.example.com' }));
  expect(publicLink('sealed')).toBe('https://documents.example.com/api/public/files/sealed');
  expect(viewerLinkUrl('sealed')).toBe('https://documents.example.com/api/public/view/sealed');
});

test('an operation without declared project access cannot use it', async () => {
  const access = noProjectAccess('get-thing');
  const undeclared = 'get-thing uses project access without declaring auth.projects';
  await expect(access.allows('p1')).rejects.toThrow(undeclared);
  await expect(access.visibleProject('p1')).rejects.toThrow(undeclared);
  await expect(access.visible()).rejects.toThrow(undeclared);
});
