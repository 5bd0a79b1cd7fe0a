import * as z from 'zod';
import { type Caller, hasRole } from '../../../shared/domain/access/caller.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Conflict, Forbidden, NotFound } from '../../../shared/domain/errors.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { TemplateRecord } from '../../../shared/domain/mail/mail-template.ts';
import { builtInTemplates, isBuiltIn } from '../../../shared/mail/built-in/built-in-templates.ts';
import type { Ports } from '../../../shared/ports.ts';

export const TemplateParams = z.object({ template_id: RecordId });

interface Asked {
  caller: Caller;
  params: { template_id: string };
}

/**
 * Returns the template named in the request's path: of the organization, for all organizations, or built in.
 * @throws NotFound if it does not exist
 */
export const findTemplate = async (
  { caller, params }: Asked,
  templates: Pick<Ports['templates.read'], 'get'>,
): Promise<TemplateRecord> => {
  const id = params.template_id;
  const record = isBuiltIn(id)
    ? builtInTemplates().find((template) => template.id === id)
    : ((await templates.get(caller.organizationId, id)) ?? (await templates.get(NO_ORGANIZATION, id)));
  if (!record) throw new NotFound();
  return record;
};

/**
 * Returns the template like `findTemplate`, for a caller that changes it.
 * @throws Forbidden or Conflict if the caller may only read it
 */
export const findOwnTemplate = async (
  request: Asked,
  templates: Pick<Ports['templates.read'], 'get'>,
): Promise<TemplateRecord> => {
  const record = await findTemplate(request, templates);
  if (isBuiltIn(record.id)) throw new Conflict('A built-in template cannot be changed: create one that replaces it');
  if (record.organization_id === NO_ORGANIZATION && !hasRole(request.caller, 'platform_admin')) {
    throw new Forbidden('Only platform administrators may change templates for all organizations');
  }
  return record;
};
