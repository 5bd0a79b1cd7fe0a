import * as z from 'zod';
import { User } from '../user.ts';

const TRANSMITTAL_PURPOSES = ['information', 'review', 'approval', 'tender', 'construction', 'as_built'] as const;
export const TransmittalPurpose = z.enum(TRANSMITTAL_PURPOSES);
export type TransmittalPurpose = z.infer<typeof TransmittalPurpose>;

/** One message carries the mails to all recipients, within the time of its worker. */
export const MAXIMUM_RECIPIENTS = 50;
export const MAXIMUM_DOCUMENTS = 1000;
/** Bytes of all files together: a ZIP without 64-bit extensions holds less than 4 GiB. */
export const MAXIMUM_BYTES = 2 * 1024 ** 3;
/** Characters of documents and sheets as JSON: an item of the table holds at most 400 KB. */
export const MAXIMUM_LISTED = 300_000;

const text = z.string().nullable();

/** A document as it was sent. */
export const SentDocument = z.object({
  document_id: z.string(),
  filename: z.string(),
  title: text,
  revision: text,
  /** Bytes. */
  file_size: z.number().nullable(),
});
export type SentDocument = z.infer<typeof SentDocument>;

/** A sheet as it was sent: a page of one of the documents. */
export const SentSheet = z.object({
  document_id: z.string(),
  page: z.int().min(1),
  sheet_key: z
    .string()
    .meta({ description: 'The normalised number, which identifies the sheet in its project', example: 'A101' }),
  sheet_number: z.string(),
  revision: text,
  title: text,
});
export type SentSheet = z.infer<typeof SentSheet>;

export const TransmittalRecipient = z.object({
  /** Unique within the transmittal. */
  id: z.string(),
  /** The subject of a member of the project; null for an outside address. */
  user_id: text,
  name: text,
  email: z.string(),
  company: text.meta({ description: 'The company, as the sender stated it' }),
});
export type TransmittalRecipient = z.infer<typeof TransmittalRecipient>;

/** Documents sent to recipients. What was sent never changes. */
export const TransmittalRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  /** Unique within the project: `TR-0001`. */
  number: z.string(),
  subject: z.string(),
  purpose: TransmittalPurpose,
  note: text,
  /** Canonical ISO 8601. */
  due_date: text,
  documents: z.array(SentDocument),
  sheets: z.array(SentSheet),
  recipients: z.array(TransmittalRecipient),
  /** When the links of the recipients end, ISO 8601. */
  expires_at: z.string(),
  created_by: User,
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type TransmittalRecord = z.infer<typeof TransmittalRecord>;

/** Returns the number of the nth transmittal of a project. */
export const transmittalNumber = (n: number): string => `TR-${String(n).padStart(4, '0')}`;

/** Returns the subject on whose access a recipient's link depends: a member's own, otherwise the sender's. */
export const linkHolder = ({ created_by }: TransmittalRecord, { user_id }: TransmittalRecipient): string =>
  user_id ?? created_by._id;

/** What a recipient's sealed link states; everything else is in the record. */
export const TransmittalLink = z.object({
  organization_id: z.string(),
  transmittal_id: z.string(),
  recipient_id: z.string(),
});
export type TransmittalLink = z.infer<typeof TransmittalLink>;
