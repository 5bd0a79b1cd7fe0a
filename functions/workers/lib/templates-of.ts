import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { MOST_TEMPLATES, type SheetTemplateRecord } from '../../../shared/domain/sheets/index.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Returns the title block templates that the document's organization has learned from corrections. */
export const templatesOf = async (
  { organization_id }: DocumentRecord,
  templates: Ports['sheet-templates.read'],
): Promise<SheetTemplateRecord[]> =>
  (await templates.list(organization_id, { list: 'inOrganization', limit: MOST_TEMPLATES })).records;
