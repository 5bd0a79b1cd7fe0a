import type { Environment } from '../../environment.ts';
import type { ReviewsRead } from '../../ports.ts';
import { REVIEWS } from '../../table/kinds/reviews.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): ReviewsRead => recordsRead(tableOf(environment), REVIEWS);
