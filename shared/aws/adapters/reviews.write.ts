import type { Environment } from '../../environment.ts';
import type { ReviewsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { comparisonKey } from '../../table/keys.ts';
import { REVIEWS } from '../../table/kinds/reviews.ts';
import { tableOf } from '../clients/table.ts';
import { checking } from '../dynamodb/transaction.ts';
import { createRecord } from '../records/create-record.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): ReviewsWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, REVIEWS),
    create: (record) => {
      const key = comparisonKey(record.organization_id, record.comparison_id);
      return createRecord(table, REVIEWS, record, {
        comparison: checking(table, key, new Expression().exists()),
      });
    },
  };
};
