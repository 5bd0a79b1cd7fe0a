import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { hasRole } from '../../../shared/domain/access/caller.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Forbidden } from '../../../shared/domain/errors.ts';
import { templateFields } from '../../../shared/domain/mail/template.ts';
import { OrganizationId, ownOrganization } from '../../../shared/http/own-organization.ts';
import { serverOwned } from '../../../shared/http/server-owned.ts';

/** A template as create and update take it: whole. */
export const TemplateBody = z.strictObject({
  ...templateFields,
  notification_type: templateFields.notification_type.default(null),
  variables: templateFields.variables.optional(),
  is_active: templateFields.is_active.default(true),
  organization_id: OrganizationId.nullable().optional(),
  ...serverOwned('_id', 'created_at', 'updated_at', 'created_by'),
});

export const TEXTS =
  '`subject`, `body` and `html_body` hold `{{variable_name}}` and no other braces. `variables` lists exactly their ' +
  'names; without it, the service makes the list. The HTML holds the elements and attributes that mail clients show: ' +
  'scripts, event handlers, forms, frames, addresses other than http, https, mailto, tel and cid, and placeholders ' +
  'outside of text and quoted attributes are refused, each with line and column (422). A whole address may be a ' +
  'variable whose name ends with `url`. ';

/**
 * The tenancy that the body names: the caller's own where it names none, `NO_ORGANIZATION` for null.
 * @throws Forbidden for another organization's, and for null unless the caller runs the service
 */
export const tenancyOf = (caller: Caller, organizationId: string | null | undefined): string => {
  if (organizationId !== null) {
    ownOrganization(caller, organizationId);
    return caller.organizationId;
  }
  if (!hasRole(caller, 'platform_admin')) {
    throw new Forbidden('Templates of no organization are changed by platform administrators alone');
  }
  return NO_ORGANIZATION;
};
