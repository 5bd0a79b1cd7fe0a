import { derivedPath } from '../uploads/store-path.ts';
import type { ReportRecord } from './report.ts';

/** Where a report's file lies: always the same for one report, so that making it twice leaves one file. */
export const reportPath = ({ organization_id, id, format }: ReportRecord): string =>
  derivedPath(organization_id, `report-${id}`, `report.${format}`);
