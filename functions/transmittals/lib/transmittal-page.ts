import type { SentDocument, SentSheet } from '../../../shared/domain/transmittals/transmittal.ts';
import { escapeHtml, plainPage } from '../../../shared/html.ts';
import { TRANSMITTAL_PATH } from '../../../shared/http/transmittal-link.ts';
import type { Opened } from './open-link.ts';

/** The state of the archive: ready with its size in bytes, being prepared, or not requested; null if there is none. */
export type ArchiveState = { size: number } | 'preparing' | 'absent' | null;

export interface PageContent extends Opened {
  token: string;
  projectName: string;
  archive: ArchiveState;
  /** Returns the revision that has superseded a sheet; null if it is current. */
  supersededBy: (sheet: SentSheet) => { revision: string | null } | null;
  /** How often the page has waited for the archive; it reloads itself while `MOST_WAITS` allows it. */
  waits: number;
}

/** Reloads while an archive is being prepared, which takes seconds, or a few minutes for gigabytes. */
export const MOST_WAITS = 60;
const WAIT_SECONDS = 5;

const STYLE = `main { max-width: 60rem; margin-top: 4vh; } h1 { margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .4rem .6rem .4rem 0; vertical-align: top; border-bottom: 1px solid #8884; }
.note { white-space: pre-wrap; } .old { color: #b3261e; font-weight: 600; } form { margin: 0; }
@media (prefers-color-scheme: dark) { .old { color: #ff8a80; } }`;

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const longDate = (at: string): string => LONG_DATE.format(new Date(at));

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;

const text = (value: string | null | undefined): string => escapeHtml(value ?? '');

const pathOf = (token: string): string => TRANSMITTAL_PATH.replace('{token}', token);

const button = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><button>${label}</button></form>`;

const archivePart = ({ archive, token }: PageContent): string => {
  if (archive === null) return '';
  const action = `${pathOf(token)}/archive`;
  if (archive === 'preparing') return '<p role="status">The ZIP file is being prepared.</p>';
  return button(action, archive === 'absent' ? 'Download all as ZIP' : `Download all as ZIP (${sizeOf(archive.size)})`);
};

const documentRow = ({ token, files }: PageContent, document: SentDocument): string => {
  const { document_id, filename, revision, file_size } = document;
  const action = `${pathOf(token)}/documents/${encodeURIComponent(document_id)}`;
  return `<tr><td>${text(filename)}</td><td>${text(revision)}</td><td>${file_size === null ? '' : sizeOf(file_size)}</td><td>${
    files.has(document_id) ? button(action, 'Download') : 'Withdrawn'
  }</td></tr>`;
};

const sheetRow = ({ supersededBy }: PageContent, sheet: SentSheet): string => {
  const newer = supersededBy(sheet);
  const revision = newer?.revision ? ` by revision ${text(newer.revision)}` : '';
  const state = newer ? `<span class="old">Superseded${revision}</span>` : 'Current';
  return `<tr><td>${text(sheet.sheet_number)}</td><td>${text(sheet.revision)}</td><td>${text(sheet.title)}</td><td>${state}</td></tr>`;
};

const table = (headings: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${headings.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;

/** Returns the page of a transmittal for one recipient, which works without a script. */
export const transmittalPage = (content: PageContent): string => {
  const { record, recipient, token, projectName, archive, waits } = content;
  const { created_by, due_date } = record;
  const from = [created_by.name ?? created_by.email, created_by.company].filter(Boolean).join(', ');
  const facts = [
    ['Project', projectName],
    ['Number', record.number],
    ['Purpose', `For ${record.purpose.replaceAll('_', ' ')}`],
    ['From', from],
    ['To', [recipient.name, recipient.company, recipient.email].filter(Boolean).join(', ')],
    ['Sent', longDate(record.created_at)],
    ...(due_date === null ? [] : [['Reply by', longDate(due_date)]]),
    ['Available until', longDate(record.expires_at)],
  ];
  const isWaiting = archive === 'preparing' && waits < MOST_WAITS;
  const reload = isWaiting
    ? `\n<meta http-equiv="refresh" content="${WAIT_SECONDS};url=${escapeHtml(pathOf(token))}?waits=${waits + 1}">`
    : '';
  return plainPage({
    title: `${record.number}: ${record.subject}`,
    heading: record.subject,
    style: STYLE,
    head: reload,
    content: `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${text(value)}</dd>`).join('')}</dl>
${record.note === null ? '' : `<p class="note">${text(record.note)}</p>`}
${archivePart(content)}
<h2>Documents</h2>
${table(
  ['File', 'Revision', 'Size', ''],
  record.documents.map((each) => documentRow(content, each)),
)}
${
  record.sheets.length === 0
    ? ''
    : `<h2>Sheets</h2>\n${table(
        ['Number', 'Revision', 'Title', ''],
        record.sheets.map((each) => sheetRow(content, each)),
      )}`
}
`,
  });
};

/**
 * Returns the headers of the page.
 * @param files the origin of the files: browsers apply `form-action` to redirects too
 */
export const pageHeaders = (files: string) => ({
  'Cache-Control': 'no-store',
  // The URL carries the access.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${files}; base-uri 'none'; frame-ancestors 'none'`,
});
