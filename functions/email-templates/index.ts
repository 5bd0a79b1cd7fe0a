import * as createEmailTemplate from './create-email-template.ts';
import * as deleteEmailTemplate from './delete-email-template.ts';
import * as getEmailTemplate from './get-email-template.ts';
import * as listEmailTemplates from './list-email-templates.ts';
import * as previewEmailTemplate from './preview-email-template.ts';
import * as updateEmailTemplate from './update-email-template.ts';

/** In the order of the reference pages. */
export const operations = [
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  updateEmailTemplate,
  deleteEmailTemplate,
  previewEmailTemplate,
];
