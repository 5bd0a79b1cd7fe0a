import { derivedPath } from '../uploads/store-path.ts';
import type { ReportRecord } from './report.ts';

/** Returns the path of a report's file, which is constant, so that creating it twice leaves one file. */
export const reportPath = ({ organization_id, id, format }: ReportRecord): string =>
  derivedPath(organization_id, `report-${id}`, `report.${format}`);
