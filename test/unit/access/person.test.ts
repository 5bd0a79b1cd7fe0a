import { expect, test } from 'vitest';
import { isAdministrator, isNews, type PersonRecord } from '../../../shared/domain/access/person.ts';

const known: PersonRecord = {
  organization_id: 'acme',
  issuer: 'https://id.example.com/',
  user_id: 'ann',
  email: 'ann@example.com',
  sees_every_project: false,
  role: 'member',
  token_issued_at: 1000,
};

test('a user without stored claims is news', () => {
  expect(isNews(known, undefined)).toBe(true);
});

test('the same claims of a later token are no news', () => {
  expect(isNews({ ...known, token_issued_at: 2000 }, known)).toBe(false);
});

test.each<Partial<PersonRecord>>([{ email: null }, { sees_every_project: true }, { role: 'manager' }, { role: null }])(
  'a change of %o is news, unless the token is older than the stored claims',
  (change) => {
    expect(isNews({ ...known, ...change }, known)).toBe(true);
    expect(isNews({ ...known, ...change, token_issued_at: 999 }, known)).toBe(false);
  },
);

test.each([
  ['org_admin', true],
  ['platform_admin', true],
  ['manager', false],
  [null, false],
  [undefined, false],
] as const)('the role %s makes an administrator: %s', (role, expected) => {
  expect(isAdministrator({ ...known, role })).toBe(expected);
});
