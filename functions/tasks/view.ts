import * as z from 'zod';
import { shownFields } from '../../shared/domain/record-fields.ts';
import { sheetIdOf } from '../../shared/domain/sheets/sheet-id.ts';
import { TaskRecord } from '../../shared/domain/tasks/task.ts';
import { TaskLocation } from '../../shared/domain/tasks/task-location.ts';
import type { Locate } from './lib/locate-task.ts';

const time = z.string().meta({ format: 'date-time' });

const Location = TaskLocation.omit({ sheet_key: true })
  .extend({
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    sheet_id: z.string().nullable().meta({ description: 'The sheet on the page; null without a sheet number' }),
    sheet_number: z
      .string()
      .nullable()
      .meta({ description: 'The number of the sheet, as it is printed', example: 'A-101' }),
    current: z
      .object({
        document_id: z.string(),
        page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
        revision: z.string().nullable().meta({ description: 'The revision in the title block', example: 'C' }),
      })
      .meta({
        id: 'CurrentTaskLocation',
        description: 'Where to show the task: on the current revision of the sheet, else on the page it was pinned to',
      }),
  })
  .meta({ id: 'TaskLocation', description: 'The page that the task was pinned to, and where it is to be shown' });

/** A task as it appears in responses. */
export const Task = TaskRecord.omit({ record_version: true, write_id: true })
  .extend({
    ...shownFields,
    _id: z.string(),
    due_date: time.nullable(),
    location: Location.nullable(),
    became_due_at: time.nullable().meta({ description: 'When the service detected that the due date had passed' }),
  })
  .meta({ id: 'Task' });

const toLocation = ({ project_id, location }: TaskRecord, locate: Locate): z.input<typeof Location> | null => {
  if (!location) return null;
  const { sheet_key, ...pinned } = location;
  const { key, sheet, place } = locate(location);
  const { document_id, page } = place;
  return {
    ...pinned,
    sheet_id: key === null ? null : sheetIdOf({ project_id, key }),
    sheet_number: sheet?.sheet_number ?? null,
    current: { document_id, page, revision: sheet?.current.revision ?? null },
  };
};

/** @param locate as `locatorOf` returns it for the task's project */
export const toTask = (record: TaskRecord, locate: Locate): z.input<typeof Task> => {
  const { record_version, write_id, ...task } = record;
  return { ...task, updated_by: task.updated_by ?? null, _id: task.id, location: toLocation(record, locate) };
};
