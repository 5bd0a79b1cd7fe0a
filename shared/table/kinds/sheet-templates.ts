import { SheetTemplateRecord } from '../../domain/sheets/learn/record.ts';
import { organizationKind } from '../lifecycle-kinds.ts';

export const SHEET_TEMPLATES = organizationKind('sheet_template', SheetTemplateRecord, { values: ['office'] });
