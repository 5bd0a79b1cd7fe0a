import * as z from 'zod';
import { ActivityRecord } from '../../shared/domain/mail/activity.ts';

const time = z.string().meta({ format: 'date-time' });

/** A logged mail as it appears in responses. */
export const EmailActivity = ActivityRecord.omit({
  id: true,
  handing_since: true,
  message_id: true,
  record_version: true,
  write_id: true,
})
  .extend({
    _id: z.string(),
    sent_at: time.nullable().meta({ description: 'When the mail was sent; null until then' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'EmailActivity' });

export const toEmailActivity = ({
  id,
  handing_since,
  message_id,
  record_version,
  write_id,
  ...shown
}: ActivityRecord): z.input<typeof EmailActivity> => ({ _id: id, ...shown });
