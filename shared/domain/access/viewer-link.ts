import * as z from 'zod';
import { type Caller, hasRole } from './caller.ts';
import type { PersonRecord } from './person.ts';
import { type Scope, VIEWER_PERMISSIONS } from './scopes.ts';

/** The contents of a sealed viewer link: one record, shown on the rights of the user who created the link. */
export const ViewerLink = z.object({
  organization_id: z.string(),
  project_id: z.string(),
  record: z.object({ type: z.enum(['document', 'drawing_comparison', 'project']), id: z.string() }),
  permission: z.enum(VIEWER_PERMISSIONS),
  /** The subject of the link's creator, whose access is checked with each request. */
  creator: z.string(),
  /** The name under which reviews made through the link are recorded. */
  label: z.string().nullable(),
  /** Origins of the pages that may embed the viewer. */
  frame_ancestors: z.array(z.string()),
  /** Epoch milliseconds. */
  until: z.number(),
});
export type ViewerLink = z.infer<typeof ViewerLink>;

/** Precedes a viewer link that is sent as a bearer token, to distinguish it from a token of the identity provider. */
const PREFIX = 'view_';

/** Returns the sealed link of a bearer token; undefined for any other token. */
export const sealedIn = (token: string): string | undefined =>
  token.startsWith(PREFIX) ? token.slice(PREFIX.length) : undefined;

/**
 * Returns the caller for a viewer link: its creator, limited to reading documents and, if the link permits comments and
 * the creator still has the role for them, to writing.
 * @param person the claims of the creator's newest token; undefined if none has been seen
 * @param id identifies the link: each has its own rate limit
 */
export const callerOfLink = (link: ViewerLink, person: PersonRecord | undefined, id: string): Caller => {
  const writes = link.permission !== 'view' && !!person?.role && hasRole({ roles: [person.role] }, 'member');
  const scopes: Scope[] = writes ? ['documents:read', 'documents:write'] : ['documents:read'];
  return {
    issuer: `viewer-link:${id}`,
    subject: link.creator,
    organizationId: link.organization_id,
    roles: [writes ? 'member' : 'viewer'],
    scopes,
    isLimitedByScope: true,
    name: link.label,
    email: null,
    company: null,
    viewerLink: { permission: link.permission, seesEveryProject: person?.sees_every_project === true },
  };
};
