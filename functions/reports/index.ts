import * as createReport from './create-report.ts';
import * as deleteReport from './delete-report.ts';
import * as downloadReport from './download-report.ts';
import * as getReport from './get-report.ts';
import * as listReports from './list-reports.ts';

/** In the order of the reference pages. */
export const operations = [listReports, createReport, getReport, deleteReport, downloadReport];
