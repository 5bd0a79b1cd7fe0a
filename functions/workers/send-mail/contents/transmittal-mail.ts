import type { Notification, Recipient } from '../../../../shared/domain/notifications/notification.ts';
import type { SentDocument, SentSheet, TransmittalRecord } from '../../../../shared/domain/transmittals/transmittal.ts';
import { transmittalUrl } from '../../../../shared/http/transmittal-link.ts';
import { type ContentOf, longDate } from './mail-content.ts';

/** Maximum lines of a mail; the page behind its link lists everything. */
const SHOWN = 50;

const recipientIn = ({ recipients }: TransmittalRecord, { id, email }: Recipient) =>
  recipients.find((each) => (id === null ? each.email === email : each.user_id === id));

const sheetLine = ({ sheet_number, revision, title }: SentSheet): string =>
  [sheet_number, revision && `rev ${revision}`, title].filter(Boolean).join('  ');
const documentLine = ({ filename, revision }: SentDocument): string =>
  [filename, revision && `rev ${revision}`].filter(Boolean).join('  ');

/** Returns the sheets, then the documents without sheets, one per line. */
const linesOf = ({ sheets, documents }: TransmittalRecord): string[] => {
  const withSheets = new Set(sheets.map(({ document_id }) => document_id));
  const others = documents.filter(({ document_id }) => !withSheets.has(document_id));
  const lines = [...sheets.map(sheetLine), ...others.map(documentLine)];
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
};

export const transmittalContent: ContentOf<Notification> = async (
  { organization_id, entity_id },
  recipient,
  ports,
  now,
) => {
  const record = await ports['transmittals.read'].get(organization_id, entity_id);
  const to = record && recipientIn(record, recipient);
  if (!to || Date.parse(record.expires_at) <= now.getTime()) return undefined;
  const link = { organization_id, transmittal_id: record.id, recipient_id: to.id };
  const { name, email, company } = record.created_by;
  return {
    values: {
      transmittal_id: record.id,
      transmittal_number: record.number,
      transmittal_subject: record.subject,
      transmittal_purpose: `for ${record.purpose.replaceAll('_', ' ')}`,
      transmittal_note: record.note ?? '',
      transmittal_due_date: longDate(record.due_date),
      sender_name: name ?? email ?? 'Somebody',
      sender_company: company ?? '',
      document_count: String(record.documents.length),
      sheet_count: String(record.sheets.length),
      sheets: linesOf(record).join('\n'),
      expiry_date: longDate(record.expires_at),
      download_url: transmittalUrl(await ports['transmittal-links.seal'].seal(link)),
    },
  };
};
