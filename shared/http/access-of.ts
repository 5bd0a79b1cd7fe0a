import type { Exchange } from './exchange.ts';
import { noProjectAccess, projectAccess } from './project-access.ts';
import { portsFor } from './provide.ts';
import { RememberedAccess } from './remembered-access.ts';

/** Returns the access of this request's caller, created on first use. */
export const accessOf = (exchange: Exchange): RememberedAccess => {
  const { operation, caller } = exchange;
  exchange.access ??= new RememberedAccess(
    operation.auth !== 'public' && operation.auth.projects !== false && caller
      ? projectAccess(caller, portsFor(['memberships.read'])['memberships.read'])
      : noProjectAccess(operation.id),
  );
  return exchange.access;
};
