import * as z from 'zod';
import { line, prose } from '../fields.ts';
import { VARIABLE_NAME } from './placeholders.ts';
import { NotificationType, TemplateType } from './values.ts';

/** Templates of one organization: a list answers all of them. */
export const MAXIMUM_TEMPLATES = 200;

/** What a body may say of a template. Together the texts stay below the 400 KB of an item. */
export const templateFields = {
  name: line(256).trim().min(1),
  description: prose(2048),
  template_type: TemplateType,
  notification_type: NotificationType.nullable(),
  subject: line(500).min(1),
  body: prose(16_000).min(1),
  html_body: prose(64_000).min(1),
  variables: z
    .array(z.string().regex(VARIABLE_NAME, 'must be letters, digits and "_", at most 64, no digit first'))
    .max(200)
    .meta({ description: 'The names of all placeholders; made from the texts where not given.' }),
  is_active: z.boolean(),
};

/** A stored template. */
export const TemplateRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION` where it belongs to none. */
  organization_id: z.string(),
  name: z.string(),
  description: z.string(),
  template_type: TemplateType,
  notification_type: NotificationType.nullable(),
  subject: z.string(),
  body: z.string(),
  html_body: z.string(),
  variables: z.array(z.string()),
  is_active: z.boolean(),
  /** The subject of who made it. */
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

/** What a list of templates is filtered by. */
export const TEMPLATE_LISTED_FIELDS = [
  'template_type',
  'notification_type',
  'is_active',
] as const satisfies readonly (keyof TemplateRecord)[];
