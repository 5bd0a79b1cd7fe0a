import * as z from 'zod';
import { updatedBy } from '../../shared/domain/events/event.ts';
import { OrganizationRecord } from '../../shared/domain/projects/organization.ts';

const time = z.string().meta({ format: 'date-time' });

/** An organization as it appears in responses. */
export const Organization = OrganizationRecord.omit({ organization_id: true, record_version: true, write_id: true })
  .extend({ id: z.string(), _id: z.string(), created_at: time, updated_at: time, updated_by: updatedBy })
  .meta({ id: 'Organization' });

export const toOrganization = (record: OrganizationRecord): z.input<typeof Organization> => ({
  id: record.organization_id,
  _id: record.organization_id,
  name: record.name,
  description: record.description,
  price_list: record.price_list,
  created_by: record.created_by,
  created_at: record.created_at,
  updated_at: record.updated_at,
  updated_by: record.updated_by ?? null,
});
