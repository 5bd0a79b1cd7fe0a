import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findOwnTemplate, TemplateParams } from './lib/find-template.ts';

export const operation = defineOperation({
  id: 'delete-email-template',
  method: 'DELETE',
  path: '/api/v1/email-templates/{template_id}',
  tag: 'Email templates',
  summary: 'Delete an email template',
  description:
    'For good; activities go on naming it, and its mails are written by the template that comes next. 409 for a ' +
    'built-in one, and where `If-Match` is not the current version.',
  auth: { scope: 'templates:write', role: 'org_admin', projects: false },
  params: TemplateParams,
  responses: { 204: { description: 'The template is gone' } },
  errors: [404, 409],
  uses: ['templates.read', 'templates.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findOwnTemplate(request, ports['templates.read']);
  await ports['templates.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
