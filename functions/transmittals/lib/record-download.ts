import { actAs } from '../../../shared/acting.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import { receiptOf } from '../../../shared/domain/transmittals/receipt.ts';
import type { Ports } from '../../../shared/ports.ts';
import type { Opened } from './open-link.ts';

/**
 * Records that the recipient downloads a document, or the archive (`null`): once a day.
 * @throws NotFound or Conflict if the project is deleted
 */
export const recordDownload = async (
  { record, recipient, withdrawn }: Opened,
  document_id: string | null,
  { now, writeId }: { now: Date; writeId: string },
  ports: Pick<Ports, 'receipts.write' | 'receipts.read'>,
): Promise<void> => {
  const receipt = receiptOf(
    {
      ...{ organization_id: record.organization_id, project_id: record.project_id },
      ...{ transmittal_id: record.id, recipient_id: recipient.id, document_id },
      withdrawn: document_id === null ? [...withdrawn] : [],
    },
    now,
    writeId,
  );
  const { user_id, email, name } = recipient;
  try {
    await actAs({ type: 'user', id: user_id ?? `mailto:${email.toLowerCase()}`, name }, () =>
      ports['receipts.write'].create(receipt),
    );
  } catch (error) {
    const isRecorded =
      error instanceof Conflict && (await ports['receipts.read'].get(record.organization_id, receipt.id));
    if (!isRecorded) throw error;
  }
};
