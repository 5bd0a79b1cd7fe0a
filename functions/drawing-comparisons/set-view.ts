import * as z from 'zod';
import { ComparisonStatus } from '../../shared/domain/comparisons/comparison.ts';
import {
  ComparedSetSheet,
  type SetComparisonRecord,
  SetSource,
  SheetCounts,
} from '../../shared/domain/comparisons/set-comparison.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import { SupersededBy } from '../../shared/domain/sheets/superseded.ts';
import { User } from '../../shared/domain/user.ts';

const time = z.string().meta({ format: 'date-time' });

/** A comparison of two sets in a list. */
export const SetComparisonListItem = z
  .object({
    id: z.string(),
    project_id: z.string(),
    older: SetSource,
    newer: SetSource,
    counts: SheetCounts,
    requested_by: User,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'SetComparisonListItem' });

const Sheet = ComparedSetSheet.extend({
  status: ComparisonStatus.nullable().meta({
    description: 'Of its drawing comparison; null without one, or if it was deleted',
  }),
  item_count: z.int().nullable().meta({ description: 'Number of changes; null until they are known', example: 7 }),
  superseded_by: SupersededBy.nullable().meta({
    description: 'The revision that has replaced the newer page since; null if none has',
  }),
}).meta({ id: 'ComparedSetSheet' });

const Cost = z.object({ amount: z.number(), currency: z.string() });
const totals = {
  item_count: z.int().meta({ description: 'Number of changes in the compared sheets', example: 42 }),
  costs: z.array(Cost).meta({ description: 'The sum of the estimates of all changes that were not rejected' }),
};

/** A comparison of two sets with its sheets and totals. */
export const SetComparison = SetComparisonListItem.extend({
  status: z.enum(['running', 'ready', 'failed']).meta({
    description: '`running` until every sheet has been compared; `failed` if one of them could not be',
  }),
  ...totals,
  disciplines: z
    .array(z.object({ discipline: z.enum(DISCIPLINES).nullable(), counts: SheetCounts, ...totals }))
    .meta({ description: 'The same by discipline, in the order of the sheets' }),
  sheets: z.array(Sheet).meta({ description: 'In the order of the newer set, followed by removed sheets' }),
}).meta({ id: 'SetComparison' });

export const toSetListItem = (record: SetComparisonRecord): z.output<typeof SetComparisonListItem> =>
  SetComparisonListItem.parse(record);
