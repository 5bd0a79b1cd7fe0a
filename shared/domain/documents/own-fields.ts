import { cutText } from '../cut-text.ts';
import { proposeFields } from '../sheets/index.ts';
import type { Sheet } from '../sheets/sheet.ts';
import type { DocumentRecord } from './document.ts';
import { MAXIMUM_REFERENCE, MAXIMUM_REVISION, MAXIMUM_TITLE, ProposedField } from './values.ts';

const LONGEST: Readonly<Record<ProposedField, number>> = {
  title: MAXIMUM_TITLE,
  document_reference: MAXIMUM_REFERENCE,
  revision: MAXIMUM_REVISION,
};

/** Returns what sheets propose for the fields of their document, cut to the maximum length of a caller's own values. */
export const proposedBy = (sheets: readonly Sheet[]): Record<ProposedField, string | null> => {
  const proposed = proposeFields(sheets);
  const cut = (field: ProposedField) => proposed[field] && cutText(proposed[field], LONGEST[field]);
  return { title: cut('title'), document_reference: cut('document_reference'), revision: cut('revision') };
};

/**
 * Returns the fields that have a caller's own value, which no reading replaces: it differs from what the sheets proposed, or
 * did when they were read first, since a sheet may print the same.
 */
export const ownFieldsOf = (record: DocumentRecord): ProposedField[] => {
  const proposed = proposedBy(record.sheets);
  const isOwn = (field: ProposedField) => record.own_fields.includes(field) || record[field] !== proposed[field];
  return ProposedField.options.filter((field) => record[field] !== null && isOwn(field));
};
