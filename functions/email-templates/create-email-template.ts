import { Conflict } from '../../shared/domain/errors.ts';
import { MAXIMUM_TEMPLATES } from '../../shared/domain/mail/mail-template.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { created } from '../../shared/http/versioned.ts';
import { checkTemplate } from '../../shared/mail/check-template.ts';
import { TEXTS, TemplateBody, tenancyOf } from './lib/template-body.ts';
import { EmailTemplate, toEmailTemplate } from './view.ts';

export const operation = defineOperation({
  id: 'create-email-template',
  method: 'POST',
  path: '/api/v1/email-templates',
  tag: 'Email templates',
  summary: 'Create an email template',
  description:
    `${TEXTS}\`organization_id\` null creates a template for all organizations, which only a platform_admin may do. ` +
    'A notification uses the newest active template of its `notification_type` in the organization, ' +
    'else one for all organizations, else the built-in one; a digest likewise one of `template_type` digest. An ' +
    `organization has at most ${MAXIMUM_TEMPLATES} templates (409). \`created_by\` is always the caller.`,
  auth: { scope: 'templates:write', role: 'org_admin', projects: false },
  body: TemplateBody,
  responses: { 201: created('The template', EmailTemplate, '/api/v1/email-templates/{_id}') },
  errors: [409],
  uses: ['templates.read', 'templates.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { organization_id, ...body } = request.body;
  const tenancy = tenancyOf(request.caller, organization_id);
  const id = request.newId();
  const variables = checkTemplate(body, body.variables);
  const known = await ports['templates.read'].ids(tenancy, { list: 'inOrganization' });
  if (known.length >= MAXIMUM_TEMPLATES && !known.includes(id)) {
    throw new Conflict(`There are ${MAXIMUM_TEMPLATES} templates already`);
  }
  const at = request.now.toISOString();
  const record = await ports['templates.write'].create({
    id,
    organization_id: tenancy,
    name: body.name,
    description: body.description,
    template_type: body.template_type,
    notification_type: body.notification_type,
    subject: body.subject,
    body: body.body,
    html_body: body.html_body,
    variables,
    is_active: body.is_active,
    created_by: request.caller.subject,
    created_at: at,
    updated_at: at,
    record_version: 1,
    write_id: id,
  });
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toEmailTemplate(record) };
};

export const handler = lambda(operation, handle);
