import { hasRole, hasScope } from '../domain/access/caller.ts';
import { Forbidden } from '../domain/errors.ts';
import { callerOf, type Middleware } from './exchange.ts';

/**
 * Checks the role and the scope of the declaration. Membership in a project is left to `handle`, since a project
 * without access is a 404.
 */
export const authorize = (): Middleware => ({
  before: (request) => {
    const { exchange } = request.event;
    const { auth } = exchange.operation;
    if (auth === 'public') return;
    const caller = callerOf(exchange);
    if (!hasRole(caller, auth.role)) throw new Forbidden(`This requires the role ${auth.role}`, 'insufficient_role');
    if (!hasScope(caller, auth.scope)) {
      throw new Forbidden(`The token's scope does not include ${auth.scope}`, 'insufficient_scope');
    }
  },
});
