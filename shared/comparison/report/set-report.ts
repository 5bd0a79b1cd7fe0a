import type { ComparedSetSheet, SheetCounts } from '../../domain/comparisons/set-comparison.ts';
import { escapeHtml, htmlPage } from '../../html.ts';
import type { JudgedItem } from '../exports/judge.ts';
import { headOf, reportStyle } from './page.ts';
import { counted } from './report-words.ts';
import { changeFacts, percent, picture, positionStyle } from './sheet-figures.ts';

/** Costs by currency. */
type Costs = readonly { amount: number; currency: string }[];

/** A place that refers to a changed sheet. */
interface ReportedReference {
  /** The page: the sheet, or the document and its section. */
  on: string;
  /** The page number in the file, from 1. */
  page: number;
  /** The referenced detail; null for the sheet. */
  detail: string | null;
  /** Fractions of the page; empty if they are not known. */
  boxes: readonly { x: number; y: number }[];
}

/** A sheet of the two sets, with its changes. */
export interface ReportedSheet extends Pick<ComparedSetSheet, 'change' | 'discipline' | 'older' | 'newer'> {
  items: readonly JudgedItem[];
  costs: Costs;
  /** The revision that has replaced the newer page since, in words; null if none has. */
  superseded: string | null;
  /** Why the pages could not be compared; null if they were. */
  failure: string | null;
  /** A small picture of the newer page as PNG. */
  thumbnail: Uint8Array | null;
  references: readonly ReportedReference[];
}

interface Totals {
  counts: SheetCounts;
  item_count: number;
  costs: Costs;
}

/** A comparison of two sets to be reported. */
export interface ReportedSet extends Totals {
  project: string;
  /** What the sets were taken from, in words. */
  older: string;
  newer: string;
  /** ISO 8601. */
  created_at: string;
  requested_by: string;
  disciplines: readonly (Totals & { discipline: ComparedSetSheet['discipline'] })[];
  sheets: readonly ReportedSheet[];
  /** Whether there are more references than the report lists. */
  truncated: boolean;
}

const style = `${reportStyle}
main{padding:0 24px 24px}main h2{margin:20px 0 4px}main section{padding:12px 0}td.number,th.number{text-align:right}
.sets td,.sets th{padding-right:20px}.plan img{width:100%;border:1px solid var(--line);background:#fff}.page{position:relative;max-width:400px}
.page i{position:absolute;border:2px solid var(--rated);min-width:4px;min-height:4px}.rejected{text-decoration:line-through}
@media print{main{padding:0}main section{break-before:auto;break-inside:avoid}}
`;

const CHANGES = ['added', 'removed', 'renamed', 'changed', 'unchanged'] as const;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const nameOf = (discipline: ComparedSetSheet['discipline']): string => capital(discipline ?? 'no discipline');
const money = (costs: Costs): string =>
  costs.map(({ amount, currency }) => `${amount.toFixed(2)} ${currency}`).join(', ') || '–';

const cells = (values: readonly (string | number)[], tag: 'td' | 'th' = 'td'): string =>
  values
    .map((value, i) => {
      const kind = i === 0 ? '' : typeof value === 'number' || tag === 'th' ? ' class="number"' : '';
      return `<${i === 0 ? `th scope="${tag === 'th' ? 'col' : 'row'}"` : `${tag}${kind}`}>${escapeHtml(`${value}`)}</${i === 0 ? 'th' : tag}>`;
    })
    .join('');

const totalsOf = (name: string, { counts, item_count, costs }: Totals): string =>
  `<tr>${cells([name, ...CHANGES.map((change) => counts[change]), item_count, money(costs)])}</tr>`;

const summary = (set: ReportedSet): string => `<table class="sets"><caption>By discipline</caption>
<thead><tr>${cells(['Discipline', ...CHANGES.map(capital), 'Changes', 'Cost estimate'], 'th')}</tr></thead>
<tbody>${set.disciplines.map((each) => totalsOf(nameOf(each.discipline), each)).join('')}</tbody>
<tfoot>${totalsOf('All', set)}</tfoot></table>`;

const titleOf = ({ older, newer }: ReportedSheet): string => newer?.title ?? older?.title ?? '';
const numberOf = ({ older, newer }: ReportedSheet): string => {
  const [before, after] = [older?.sheet_number, newer?.sheet_number];
  return before && after && before !== after ? `${before} → ${after}` : (after ?? before ?? '');
};
const revisionOf = ({ older, newer }: ReportedSheet): string => {
  const [before, after] = [older?.revision ?? '–', newer?.revision ?? '–'];
  if (!older) return after;
  return !newer || before === after ? before : `${before} → ${after}`;
};

const sheetRow = (sheet: ReportedSheet, at: number): string => {
  const isShown = sheet.change === 'changed' || sheet.change === 'renamed' || sheet.references.length > 0;
  const number = escapeHtml(numberOf(sheet));
  return `<tr><th scope="row">${isShown ? `<a href="#sheet-${at}">${number}</a>` : number}</th>${[
    titleOf(sheet),
    revisionOf(sheet),
    `${sheet.change}${sheet.failure === null ? '' : ', not compared'}${sheet.superseded === null ? '' : ', superseded'}`,
    sheet.items.length || '',
    sheet.costs.length > 0 ? money(sheet.costs) : '',
    sheet.references.length || '',
  ]
    .map((value) => `<td>${escapeHtml(`${value}`)}</td>`)
    .join('')}</tr>`;
};

const sheetTable = (name: string, sheets: readonly (readonly [ReportedSheet, number])[]): string =>
  `<table class="sets"><caption>${escapeHtml(name)}</caption><thead><tr>${[
    'Sheet',
    'Title',
    'Revision',
    'Change',
    'Changes',
    'Cost estimate',
    'Referred to',
  ]
    .map((heading) => `<th scope="col">${heading}</th>`)
    .join('')}</tr></thead><tbody>${sheets.map(([sheet, at]) => sheetRow(sheet, at)).join('')}</tbody></table>`;

const changeOf = (item: JudgedItem): string => {
  const later = [
    ...(item.status === 'open' ? [] : [item.status]),
    ...(item.comment === null ? [] : [item.comment]),
    ...(item.cost_estimate === null ? [] : [item.cost_estimate.arithmetic]),
  ];
  return `<li class="change${item.status === 'rejected' ? ' rejected' : ''}" data-rating="${item.difference_rating}"><p><b>${item.number}.</b> ${escapeHtml(item.description)}</p>
<small>${escapeHtml([...changeFacts(item), ...later].join(' · '))}</small></li>`;
};

const referenceOf = ({ on, page, detail, boxes }: ReportedReference, number: string): string => {
  const printed = detail === null ? number : `${detail}/${number}`;
  const places = boxes.map(({ x, y }) => `${percent(x)} from the left, ${percent(y)} from the top`);
  return `<li>${escapeHtml(`${on}, page ${page}: ${printed}${places.length > 0 ? ` at ${places.join('; ')}` : ''}`)}</li>`;
};

const pageOf = ({ thumbnail, items, newer }: ReportedSheet): string => {
  if (!thumbnail) return '';
  const boxes = items.map(
    (item) => `<i data-rating="${item.difference_rating}" style="${positionStyle(item.bounding_box)}"></i>`,
  );
  return `<div class="plan"><div class="page">${picture(thumbnail, `${escapeHtml(newer?.sheet_number ?? '')}, newer`)}${boxes.join('')}</div></div>`;
};

const section = (sheet: ReportedSheet, at: number): string => {
  const { items, failure, references, older, newer, superseded } = sheet;
  const said = failure === null ? counted(items.length, 'change') : `Not compared: ${failure}`;
  const number = older?.sheet_number ?? newer?.sheet_number ?? '';
  const cited = references.map((each) => referenceOf(each, number)).join('');
  return `<section id="sheet-${at}"><h2>${escapeHtml(`${numberOf(sheet)} ${titleOf(sheet)}`)}</h2><div class="list">
<p>${escapeHtml(`${capital(sheet.change)}, revision ${revisionOf(sheet)}. ${older && newer ? `${said}.` : ''}${superseded === null ? '' : ` ${superseded}.`}`)}</p><ol>${items.map(changeOf).join('')}</ol>
${cited ? `<p>Referred to by:</p><ul>${cited}</ul>` : ''}</div>${pageOf(sheet)}</section>`;
};

/**
 * Renders a comparison of two sets as one self-contained page: totals and sheets by discipline, then each changed sheet
 * with its changes and the places that refer to it.
 */
export const setReport = (set: ReportedSet): string => {
  const numbered = set.sheets.map((sheet, i) => [sheet, i + 1] as const);
  const byDiscipline = Map.groupBy(numbered, ([{ discipline }]) => discipline);
  const shown = numbered.filter(
    ([{ change, references }]) => change === 'changed' || change === 'renamed' || references.length > 0,
  );
  const title = `${set.project}: comparison of sets`;
  const body = `<body><header><h1>${escapeHtml(title)}</h1>
<p>Older: ${escapeHtml(set.older)}<br>Newer: ${escapeHtml(set.newer)}<br>Requested by ${escapeHtml(set.requested_by)}, ${set.created_at.slice(0, 16).replace('T', ' ')} UTC</p>
<div class="tables">${summary(set)}</div></header><main><h2>Sheets</h2>${[...byDiscipline]
    .map(([discipline, some]) => sheetTable(nameOf(discipline), some))
    .join('')}${shown.map(([sheet, at]) => section(sheet, at)).join('')}${
    set.truncated ? '<p>Further references were not looked up.</p>' : ''
  }</main></body>`;
  return htmlPage({ title, head: headOf(style), body });
};
