import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';
import { line, prose } from '../fields.ts';
import { NotificationType, TemplateType } from './mail-values.ts';
import { VARIABLE_NAME } from './placeholders.ts';

/** Maximum templates of an organization, so that a list can return all of them. */
export const MAXIMUM_TEMPLATES = 200;

/** The template fields of a body. The limits keep the texts below the 400 KB of an item. */
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
    .meta({ description: 'The names of all placeholders; by default those in the texts.' }),
  is_active: z.boolean(),
};

/** A stored template. */
export const TemplateRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION` if it belongs to none. */
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
  /** The subject of the user who created it. */
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  record_version: z.int(),
  write_id: z.string(),
});
export type TemplateRecord = z.infer<typeof TemplateRecord>;

/** The fields by which a list of templates can be filtered. */
export const TEMPLATE_LISTED_FIELDS = [
  'template_type',
  'notification_type',
  'is_active',
] as const satisfies readonly (keyof TemplateRecord)[];
