import { BusyComparison } from '../../domain/comparisons/comparison.ts';
import type { Environment } from '../../environment.ts';
import type { ComparisonsBusy } from '../../ports.ts';
import { BUSY_COMPARISONS, comparisonKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { busyRecords } from '../dynamodb/busy.ts';

export const adapter = (environment: Environment): ComparisonsBusy =>
  busyRecords(tableOf(environment), BusyComparison, [BUSY_COMPARISONS], ({ organization_id, id }) =>
    comparisonKey(organization_id, id),
  );
