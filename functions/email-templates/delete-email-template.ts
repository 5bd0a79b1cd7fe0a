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
    'Cannot be undone. Activities keep its id, and its mails then use the next template in order of precedence. 409 ' +
    'for a built-in one, and if `If-Match` is not the current version.',
  auth: { scope: 'templates:write', role: 'org_admin', projects: false },
  params: TemplateParams,
  responses: { 204: { description: 'The template is deleted' } },
  errors: [404, 409],
  uses: ['templates.read', 'templates.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findOwnTemplate(request, ports['templates.read']);
  await ports['templates.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
