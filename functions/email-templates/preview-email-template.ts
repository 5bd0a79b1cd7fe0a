import * as z from 'zod';
import { prose } from '../../shared/domain/fields.ts';
import type { TemplateRecord } from '../../shared/domain/mail/mail-template.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { mailKindOf } from '../../shared/mail/built-in/built-in-templates.ts';
import { SAMPLES } from '../../shared/mail/built-in/variables.ts';
import { renderTemplate, type Values } from '../../shared/mail/render.ts';
import { findTemplate, TemplateParams } from './lib/find-template.ts';

const TOO_LONG = 'at most 100,000 characters in all';

export const operation = defineOperation({
  id: 'preview-email-template',
  method: 'POST',
  path: '/api/v1/email-templates/{template_id}/preview',
  tag: 'Email templates',
  summary: 'Render a template with sample values',
  description:
    'The mail that the template produces with the given values; nothing is sent or stored. Variables without a ' +
    'value get a sample, and those that the service never fills show their name. Values are escaped as in mails: ' +
    'they cannot add markup or a header line, and are not expanded themselves.',
  auth: { scope: 'templates:read', role: 'viewer', projects: false },
  params: TemplateParams,
  body: z
    .strictObject({
      variables: z
        .record(z.string().max(64), prose(16_000))
        .refine((values) => Object.values(values).join('').length <= 100_000, TOO_LONG)
        .default({}),
    })
    .default({ variables: {} }),
  responses: {
    200: {
      description: 'The mail',
      schema: z.object({ subject: z.string(), body: z.string(), html_body: z.string() }),
    },
  },
  errors: [404],
  uses: ['templates.read'],
});

const samplesOf = (record: TemplateRecord): Values => {
  const { notification_type, variables } = record;
  const kind = mailKindOf(record) ?? notification_type;
  const filled: Values = kind ? SAMPLES[kind] : {};
  const sampleOf = (name: string) => (Object.hasOwn(filled, name) ? filled[name] : undefined) ?? `[${name}]`;
  return Object.fromEntries(variables.map((name) => [name, sampleOf(name)]));
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findTemplate(request, ports['templates.read']);
  const values = { ...samplesOf(record), ...request.body.variables };
  return { status: 200, body: renderTemplate(record, values) };
};

export const handler = lambda(operation, handle);
