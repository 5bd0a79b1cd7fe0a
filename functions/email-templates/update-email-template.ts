import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ownOrganization } from '../../shared/http/own-organization.ts';
import { guardOf } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { checkTemplate } from '../../shared/mail/check-template.ts';
import { findOwnTemplate, TemplateParams } from './lib/find-template.ts';
import { TEXTS, TemplateBody } from './lib/template-body.ts';
import { EmailTemplate, toEmailTemplate } from './view.ts';

export const operation = defineOperation({
  id: 'update-email-template',
  method: 'PUT',
  path: '/api/v1/email-templates/{template_id}',
  tag: 'Email templates',
  summary: 'Update an email template',
  description:
    `Replaces the complete template with the body: omitted fields get their defaults. ${TEXTS}The ` +
    'organization and the creator do not change. 409 for a built-in one, and if `If-Match` is not the current version.',
  auth: { scope: 'templates:write', role: 'org_admin', projects: false },
  params: TemplateParams,
  body: TemplateBody,
  responses: { 200: versioned('The template', EmailTemplate) },
  errors: [404, 409],
  uses: ['templates.read', 'templates.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body } = request;
  ownOrganization(request.caller, body.organization_id, 'body');
  const before = await findOwnTemplate(request, ports['templates.read']);
  const variables = checkTemplate(body, body.variables);
  const { name, description, template_type, notification_type, subject, html_body, is_active } = body;
  const fields = { name, description, template_type, notification_type, subject, body: body.body, html_body };
  const record = await ports['templates.write'].change(
    before.organization_id,
    before.id,
    { ...fields, is_active, variables },
    guardOf(request, before),
  );
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toEmailTemplate(record) };
};

export const handler = lambda(operation, handle);
