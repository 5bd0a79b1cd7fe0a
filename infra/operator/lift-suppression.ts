import { addressHash } from '../../shared/aws/mail/address-hash.ts';
import { deleteRecord } from '../../shared/aws/records/delete-record.ts';
import { getRecord } from '../../shared/aws/records/read-records.ts';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import type { SuppressionRecord } from '../../shared/domain/mail/suppression.ts';
import { SUPPRESSIONS } from '../../shared/table/kinds/suppressions.ts';
import type { Target } from './target.ts';

/**
 * Removes an address from the suppression list and returns why it was on it.
 * @throws NotFound if the address is not suppressed
 */
export const liftSuppression = async (
  { table }: Target,
  address: string,
  isDry: boolean,
): Promise<Pick<SuppressionRecord, 'reason' | 'detail'> & { since: string }> => {
  const record = await getRecord(table, SUPPRESSIONS, NO_ORGANIZATION, addressHash(address));
  if (!record) throw new NotFound('The address is not suppressed');
  if (!isDry) await deleteRecord(table, SUPPRESSIONS, record);
  const { reason, detail, created_at } = record;
  return { reason, detail, since: created_at };
};
