import { afterEach, describe, expect, test, vi } from 'vitest';
import { environment, parseEnvironment, required, useEnvironment } from '../../../shared/environment.ts';
import { defineOperation } from '../../../shared/http/operation.ts';
import { portNamesOf, portsFor, provide } from '../../../shared/http/provide.ts';
import type { FilesRead } from '../../../shared/ports.ts';

afterEach(() => useEnvironment(undefined));

describe('the environment', () => {
  test('has defaults, and counts empty variables as absent', () => {
    const parsed = parseEnvironment({ TABLE_NAME: '', RATE_LIMIT_PER_HOUR: '7', OTHER: 'x' });
    expect(parsed).toMatchObject({
      RATE_LIMIT_PER_MINUTE: 100,
      RATE_LIMIT_PER_HOUR: 7,
      RATE_LIMIT_CONCURRENT: 10,
    });
    expect(parsed).not.toHaveProperty('TABLE_NAME');
    expect(parsed).not.toHaveProperty('OTHER');
  });

  test('names every invalid or missing variable', () => {
    expect(() => parseEnvironment({ RATE_LIMIT_PER_MINUTE: '0', JWKS_URL: 'file:///etc/passwd' })).toThrow(
      /JWKS_URL: .*RATE_LIMIT_PER_MINUTE: /,
    );
    expect(() => parseEnvironment({ LEASE_SECONDS: 'soon', JWKS_URL: 'x' })).toThrow(/JWKS_URL.*LEASE_SECONDS/);
    expect(() => required(parseEnvironment({}), 'TABLE_NAME')).toThrow('TABLE_NAME is not set');
  });

  test('is read once', () => {
    vi.stubEnv('TABLE_NAME', 'first');
    expect(required(environment(), 'TABLE_NAME')).toBe('first');
    vi.stubEnv('TABLE_NAME', 'second');
    expect(required(environment(), 'TABLE_NAME')).toBe('first');
    vi.unstubAllEnvs();
  });
});

describe('ports', () => {
  const files = {} as FilesRead;

  test('are created once, from the adapter provided last', () => {
    const adapter = vi.fn(() => files);
    provide({ 'files.read': adapter });
    expect(portsFor(['files.read'])).toEqual({ 'files.read': files });
    expect(portsFor(['files.read'])['files.read']).toBe(files);
    expect(adapter).toHaveBeenCalledTimes(1);
    const replacement = {} as FilesRead;
    provide({ 'files.read': () => replacement });
    expect(portsFor(['files.read'])['files.read']).toBe(replacement);
  });

  test('without an adapter throw an error with their names', () => {
    expect(() => portsFor(['files.read', 'embedder'])).toThrow('embedder');
  });

  test('of an operation are its own and those required to serve it', () => {
    const operation = defineOperation({
      id: 'a',
      method: 'GET',
      path: '/a',
      tag: 'A',
      summary: 'A',
      description: 'A',
      auth: 'public',
      responses: { 204: { description: 'None' } },
      uses: ['files.read'],
    });
    const auth = { scope: 'documents:read', role: 'viewer' } as const;
    expect(portNamesOf(operation)).toEqual(['files.read']);
    expect(portNamesOf({ ...operation, auth: { ...auth, projects: false } })).toEqual([
      'files.read',
      'limits.write',
      'people.write',
    ]);
    expect(portNamesOf({ ...operation, method: 'POST', auth })).toEqual([
      'files.read',
      'idempotency.write',
      'limits.write',
      'memberships.read',
      'people.write',
    ]);
  });
});
