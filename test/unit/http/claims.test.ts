import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/registry.ts';
import { hasRole, scopesOf } from '../../../shared/domain/access/caller.ts';
import { toCaller } from '../../../shared/domain/access/claims.ts';
import { ROLES, SCOPES } from '../../../shared/domain/access/scopes.ts';

const claims = { iss: 'https://id.example', sub: 'user-1', org_id: 'org-1' };

describe('the caller', () => {
  test("is identified by the claims, with the organization's name as company", () => {
    const person = { name: 'Ada', email: 'ada@example.com', org_name: 'Acme', company: 'Other' };
    expect(toCaller({ ...claims, ...person, roles: ['viewer'], scope: 'documents:read' })).toEqual({
      issuer: 'https://id.example',
      subject: 'user-1',
      organizationId: 'org-1',
      roles: ['viewer'],
      scopes: ['documents:read'],
      isLimitedByScope: true,
      name: 'Ada',
      email: 'ada@example.com',
      company: 'Acme',
    });
  });

  test('has the company named by the token, if the token does not name the organization', () => {
    expect(toCaller({ ...claims, company: 'Other' })?.company).toBe('Other');
  });

  test('may have nothing but an identity', () => {
    expect(toCaller({ ...claims, name: 5, email: '', roles: { a: 1 } })).toMatchObject({
      roles: [],
      scopes: [],
      name: null,
      email: null,
      company: null,
    });
  });

  test.each([undefined, '', 5, 'o'.repeat(129), '.', '..', '漢'.repeat(67), `${'漢'.repeat(22)}aaa`, '\ud800'])(
    'needs an organization, which %j is not',
    (org_id) => {
      expect(toCaller({ ...claims, org_id })).toBeUndefined();
    },
  );

  test.each(['o'.repeat(128), 'auth0|7', 'Büro Süd & Co', '...', `${'漢'.repeat(22)}aa`])(
    'may name the organization %s',
    (org_id) => {
      expect(toCaller({ ...claims, org_id })?.organizationId).toBe(org_id);
    },
  );

  test.each<[unknown, string[]]>([
    [
      ['member', 'owner', 'org_admin', 7],
      ['member', 'org_admin'],
    ],
    ['viewer,manager', ['viewer', 'manager']],
    ['root', []],
  ])('with roles %j has %j', (roles, expected) => {
    expect(toCaller({ ...claims, roles })?.roles).toEqual(expected);
  });

  test.each<[unknown, string[]]>([
    ['openid documents:read other:write', ['documents:read']],
    ['search:read  export:read', ['search:read', 'export:read']],
    ['documents', []],
    ['documents:admin', []],
    ['read:documents', []],
    ['calendar:read', []],
  ])('limited to the scope %j has %j, whatever the role', (scope, expected) => {
    expect(toCaller({ ...claims, roles: ['platform_admin'], scope })?.scopes).toEqual(expected);
  });

  const HIDDEN = ['systems:read', 'webhooks:read'];
  const READS = SCOPES.filter((scope) => scope.endsWith(':read') && !HIDDEN.includes(scope));
  /** Groups whose records members do not change. */
  const MANAGED = ['projects', 'reports', 'organizations', 'templates', 'systems', 'webhooks'];
  const WRITES = SCOPES.filter((scope) => scope.endsWith(':write') && !MANAGED.includes(scope.split(':')[0]!));
  test.each([
    [[], []],
    [['viewer'], [...READS, 'activities:write']],
    [['member'], [...READS, ...WRITES, 'systems:use']],
    [['platform_admin'], [...SCOPES]],
  ])('with roles %j and without scope has the scopes of its roles', (roles, expected) => {
    for (const scope of [undefined, '', 'openid email profile']) {
      expect(toCaller({ ...claims, roles, scope })?.scopes.toSorted()).toEqual(expected.toSorted());
    }
  });

  test('a role grants a scope exactly if an operation of that scope accepts the role', () => {
    const asked = operations.flatMap(({ operation: { auth } }) => (auth === 'public' ? [] : [auth]));
    for (const role of ROLES) {
      const reached = asked.filter((auth) => hasRole({ roles: [role] }, auth.role)).map(({ scope }) => scope);
      expect(scopesOf([role]).toSorted()).toEqual([...new Set(reached)].toSorted());
    }
  });
});
