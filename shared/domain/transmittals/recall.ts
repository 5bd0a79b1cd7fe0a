import type { RegisteredSheet } from '../sheets/sheet-register.ts';
import type { SentSheet, TransmittalRecipient, TransmittalRecord } from './transmittal.ts';

type Sending = Pick<SentSheet, 'sheet_key' | 'document_id' | 'page' | 'revision'> & { transmittal_id: string };

/** What a recipient is to be notified of: sheets that were sent to them and have been superseded. */
export interface Recall {
  recipient: TransmittalRecipient;
  /** The subject of the user who sent the last of them. */
  caused_by: string;
  /** One line per sheet, by number. */
  lines: string[];
}

const named = (revision: string | null): string => (revision === null ? 'an earlier revision' : `revision ${revision}`);

/**
 * Returns a recall for each recipient who received an earlier revision of some of the sheets and not the current one.
 * @param sheets the sheets whose current revision a document has brought
 * @param sendings where they have been sent, oldest first
 */
export const recallsOf = (
  sheets: readonly RegisteredSheet[],
  sendings: readonly Sending[],
  transmittals: ReadonlyMap<string, TransmittalRecord>,
): Recall[] => {
  const recalls = new Map<string, Recall>();
  for (const { key, merged, sheet_number, current, is_void } of sheets) {
    if (is_void) continue;
    const received = new Map<
      string,
      { recipient: TransmittalRecipient; by: string; last: Sending; isCurrent: boolean }
    >();
    for (const sending of sendings) {
      const record = transmittals.get(sending.transmittal_id);
      if (!record || !(sending.sheet_key === key || merged.includes(sending.sheet_key))) continue;
      const isCurrent = sending.document_id === current.document_id && sending.page === current.page;
      for (const recipient of record.recipients) {
        const address = recipient.email.toLowerCase();
        const hadCurrent = received.get(address)?.isCurrent ?? false;
        received.set(address, {
          ...{ recipient, by: record.created_by._id, last: sending },
          isCurrent: isCurrent || hadCurrent,
        });
      }
    }
    for (const [address, { recipient, by, last, isCurrent }] of received) {
      if (isCurrent) continue;
      const recall = recalls.get(address) ?? { recipient, caused_by: by, lines: [] };
      recall.lines.push(
        `${sheet_number}: ${named(last.revision)} is superseded${current.revision === null ? '' : ` by revision ${current.revision}`}`,
      );
      recalls.set(address, recall);
    }
  }
  return [...recalls.values()];
};
