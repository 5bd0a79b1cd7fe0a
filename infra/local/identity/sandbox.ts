import type { Person } from './accounts.ts';

/** The default identity on one machine, shared by start, token, demonstration and pages. */
export const SANDBOX: Readonly<Person> = { user: 'ann.lee@example.com', organization: 'demo', roles: ['manager'] };
