import { cutText } from '../../../shared/domain/cut-text.ts';
import type { ReportRecord } from '../../../shared/domain/reports/report.ts';
import type { ReportHeading } from '../../../shared/domain/reports/report-table.ts';

const day = (time: string): string => time.slice(0, 10);

const periodOf = ({ type, from, to }: ReportRecord): string | null => {
  if (type !== 'drawing_changes') return null;
  if (from !== null && to !== null) return `Compared from ${day(from)} to ${day(to)}`;
  if (from !== null) return `Compared from ${day(from)} on`;
  return to === null ? 'All comparisons' : `Compared up to ${day(to)}`;
};

export const reportHeading = (record: ReportRecord, project: string, now: Date): ReportHeading => ({
  title: record.title,
  project,
  period: periodOf(record),
  madeAt: now.toISOString(),
});

/** Characters that are not allowed in file names on common systems. */
const UNSAFE = /[\\/:*?"<>|]/g;

/** Returns the name under which a report is downloaded: `Harbour Street - Drawing register - 2026-11-22.pdf`. */
export const filenameOf = ({ format }: ReportRecord, { project, title, madeAt }: ReportHeading): string => {
  const safe = (text: string) => cutText(text.replace(UNSAFE, '_').trim(), 100);
  return `${safe(project)} - ${safe(title)} - ${day(madeAt)}.${format}`;
};
