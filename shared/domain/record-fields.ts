import * as z from 'zod';
import { ChangedBy, updatedBy } from './events/event.ts';
import { User } from './user.ts';

const time = z.string().meta({ format: 'date-time' });

/** What a response shows of every record of a project. */
export const shownFields = {
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  created_by: User,
  created_at: time,
  updated_at: time,
  updated_by: updatedBy,
};

/** Returns true if a change sets a field; `undefined` fields are not changed. */
export const hasFields = (change: object): boolean => Object.values(change).some((value) => value !== undefined);

/** What every record of a project stores. */
export const storedFields = { ...shownFields, updated_by: ChangedBy, record_version: z.int(), write_id: z.string() };
