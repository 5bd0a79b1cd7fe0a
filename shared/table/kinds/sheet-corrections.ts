import { SheetCorrection } from '../../domain/sheets/sheet-correction.ts';
import { projectList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const SHEET_CORRECTIONS = {
  name: 'sheet correction',
  schema: SheetCorrection,
  belongsTo: ['project'],
  ports: ['read', 'write'],
  key: recordKey('SHEET-CORRECTION'),
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('SHEET-CORRECTIONS'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'SHEET#',
      sort: ({ key }) => key,
      // All that the register of sheets needs, so that it reads the list alone.
      carries: ['key', 'title', 'discipline', 'is_void', 'merged_into', 'current', 'decided'],
    },
  },
  events: {
    entity: 'sheet',
    typeOf: lifecycle('sheet'),
    ignores: [],
    values: ['title', 'discipline', 'is_void', 'merged_into', 'current'],
  },
} as const satisfies Kind<SheetCorrection>;
