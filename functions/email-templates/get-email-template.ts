import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findTemplate, TemplateParams } from './lib/find-template.ts';
import { EmailTemplate, toEmailTemplate } from './view.ts';

export const operation = defineOperation({
  id: 'get-email-template',
  method: 'GET',
  path: '/api/v1/email-templates/{template_id}',
  tag: 'Email templates',
  summary: 'Get an email template',
  description:
    'A template of your organization, one for all organizations, or a built-in one (`built-in.task_assigned`).',
  auth: { scope: 'templates:read', role: 'viewer', projects: false },
  params: TemplateParams,
  responses: { 200: versioned('The template', EmailTemplate) },
  errors: [404],
  uses: ['templates.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findTemplate(request, ports['templates.read']);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toEmailTemplate(record) };
};

export const handler = lambda(operation, handle);
