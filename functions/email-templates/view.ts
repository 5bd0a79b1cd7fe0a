import * as z from 'zod';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { updatedBy } from '../../shared/domain/events/event.ts';
import { TemplateRecord } from '../../shared/domain/mail/mail-template.ts';

const time = z.string().meta({ format: 'date-time' });

/** An email template as it appears in responses. */
export const EmailTemplate = TemplateRecord.omit({ id: true, record_version: true, write_id: true })
  .extend({
    _id: z.string(),
    organization_id: z.string().nullable().meta({ description: 'null if it is for all organizations' }),
    created_at: time,
    updated_at: time,
    updated_by: updatedBy,
  })
  .meta({ id: 'EmailTemplate' });

export const toEmailTemplate = ({
  id,
  record_version,
  write_id,
  organization_id,
  ...shown
}: TemplateRecord): z.input<typeof EmailTemplate> => ({
  _id: id,
  ...shown,
  updated_by: shown.updated_by ?? null,
  organization_id: organization_id === NO_ORGANIZATION ? null : organization_id,
});
