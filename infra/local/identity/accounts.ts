import * as z from 'zod';
import { ROLES } from '../../../shared/domain/access/scopes.ts';

/** The person who signs in. Any may be chosen, because this provider is only for development. */
export const personSchema = z.object({
  user: z.string('is missing').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  organization: z.string('is missing').trim().min(1, 'must not be empty').max(128, 'must have at most 128 characters'),
  roles: z.array(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)).min(1, `must be one of ${ROLES.join(', ')}`),
});
export type Person = z.infer<typeof personSchema>;

/** Returns the claims about a person in access tokens. */
export function accessTokenClaims(person: Person) {
  return { org_id: person.organization, roles: person.roles, ...profileClaims(person) };
}

/** Derives name and email from a user name: `ann.lee@example.com` and `ann.lee` are both "Ann Lee". */
export function profileClaims({ user }: Pick<Person, 'user'>): { name: string; email: string } {
  const [local = user] = user.split('@');
  const words = local.split(/[._\s-]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || user;
  const email = user.includes('@') ? user : `${words.join('.') || 'user'}@example.com`;
  return { name, email };
}

/**
 * Returns the provider's account identifier, which contains the whole choice, so that one user can sign in to two
 * organizations.
 */
export function accountIdOf(person: Person): string {
  return Buffer.from(JSON.stringify(person)).toString('base64url');
}

export function personOfAccount(accountId: string): Person | undefined {
  try {
    return personSchema.parse(JSON.parse(Buffer.from(accountId, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
