import type { Person } from './person.ts';

/** Who signs in on one machine unless somebody else is named: one person for start, token, demonstration and pages. */
export const SANDBOX: Readonly<Person> = { user: 'ann.lee@example.com', organization: 'demo', roles: ['manager'] };
