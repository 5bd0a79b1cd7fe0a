import * as z from 'zod';
import { type Caller, hasRole } from '../../../shared/domain/access/caller.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Conflict, Forbidden, NotFound } from '../../../shared/domain/errors.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { TemplateRecord } from '../../../shared/domain/mail/template.ts';
import { builtInTemplates, isBuiltIn } from '../../../shared/mail/built-in/templates.ts';
import type { Ports } from '../../../shared/ports.ts';

export const TemplateParams = z.object({ template_id: RecordId });

interface Asked {
  caller: Caller;
  params: { template_id: string };
}

/** The template of the request's path: the organization's own, one of none, or a built-in one. @throws NotFound */
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

/** As `findTemplate`, for who changes it. @throws Forbidden, Conflict where the caller may read it only */
export const findOwnTemplate = async (
  request: Asked,
  templates: Pick<Ports['templates.read'], 'get'>,
): Promise<TemplateRecord> => {
  const record = await findTemplate(request, templates);
  if (isBuiltIn(record.id)) throw new Conflict('A built-in template is not changed: create one that takes its place');
  if (record.organization_id === NO_ORGANIZATION && !hasRole(request.caller, 'platform_admin')) {
    throw new Forbidden('Templates of no organization are changed by platform administrators alone');
  }
  return record;
};
