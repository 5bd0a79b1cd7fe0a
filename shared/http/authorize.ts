import { hasRole, hasScope } from '../domain/access/caller.ts';
import { Forbidden } from '../domain/errors.ts';
import { callerOf, type Middleware } from './exchange.ts';

/** Role and scope of the declaration; membership in a project is the handle's to ask, since it reads as 404. */
export const authorize = (): Middleware => ({
  before: (request) => {
    const { exchange } = request.event;
    const { auth } = exchange.operation;
    if (auth === 'public') return;
    const caller = callerOf(exchange);
    if (!hasRole(caller, auth.role)) throw new Forbidden(`This needs the role ${auth.role}`, 'insufficient_role');
    if (!hasScope(caller, auth.scope)) {
      throw new Forbidden(`The token's scope does not cover ${auth.scope}`, 'insufficient_scope');
    }
  },
});
