import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { hasRole } from '../../../shared/domain/access/caller.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Forbidden } from '../../../shared/domain/errors.ts';
import { templateFields } from '../../../shared/domain/mail/mail-template.ts';
import { OrganizationId, ownOrganization } from '../../../shared/http/own-organization.ts';
import { serverOwned } from '../../../shared/http/server-owned.ts';

/** A complete template, as create and update take it. */
export const TemplateBody = z.strictObject({
  ...templateFields,
  notification_type: templateFields.notification_type.default(null),
  variables: templateFields.variables.optional(),
  is_active: templateFields.is_active.default(true),
  organization_id: OrganizationId.nullable().optional(),
  ...serverOwned('_id', 'created_at', 'updated_at', 'updated_by', 'created_by'),
});

export const TEXTS =
  '`subject`, `body` and `html_body` contain `{{variable_name}}` and no other braces. `variables` lists exactly ' +
  'their names; without it, the service derives the list. The HTML may contain the elements and attributes that ' +
  'mail clients display. Scripts, event handlers, forms, frames, URLs other than http, https, mailto, tel and cid, ' +
  'and placeholders outside of text and quoted attributes are rejected with line and column (422). An entire URL ' +
  'may be a variable whose name ends with `url`.';

/**
 * Returns the tenant that the body names: the caller's own if it names none, `NO_ORGANIZATION` for null.
 * @throws Forbidden for another organization, and for null unless the caller is a platform administrator
 */
export const tenancyOf = (caller: Caller, organizationId: string | null | undefined): string => {
  if (organizationId !== null) {
    ownOrganization(caller, organizationId, 'body');
    return caller.organizationId;
  }
  if (!hasRole(caller, 'platform_admin')) {
    throw new Forbidden('Only platform administrators may change templates for all organizations', 'forbidden', [
      'body',
      'organization_id',
    ]);
  }
  return NO_ORGANIZATION;
};
