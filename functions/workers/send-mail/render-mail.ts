import type { TemplateRecord } from '../../../shared/domain/mail/mail-template.ts';
import { withoutAbsentLinks } from '../../../shared/mail/absent-links.ts';
import { withoutEmptyBlocks } from '../../../shared/mail/built-in/built-in-templates.ts';
import { renderTemplate, type Texts, type Values } from '../../../shared/mail/render.ts';

/** Renders the texts of a mail that is sent, without the blocks and links that its values leave empty. */
export const renderMail = (template: TemplateRecord, values: Values): Texts =>
  renderTemplate(withoutAbsentLinks(withoutEmptyBlocks(template, values), values), values);
