import { escapeHtml } from '../../html.ts';
import { type ComparisonResult, singleChanges } from '../engine/index.ts';
import { judge } from '../exports/judge.ts';
import { type Total, totalsOf } from '../totals.ts';
import { counted, formatKind, formatQuantities, signed, tradeName } from './report-words.ts';
import { sheetName } from './sheet-figures.ts';

const distinct = (values: readonly (string | null)[]): string =>
  [...new Set(values.filter((value): value is string => Boolean(value)))].join(', ') || '–';

const row = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell, i) => (i === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<${tag}>${escapeHtml(cell)}</${tag}>`)).join('')}</tr>`;

/** Renders the table that compares both documents. */
const documents = (result: ComparisonResult): string => {
  const { sheets } = result;
  const pages = (side: 'page' | 'original_page') => `${sheets.filter((sheet) => sheet[side] !== null).length}`;
  return `<table><caption>What was compared</caption><thead><tr><td></td><th scope="col">Older</th><th scope="col">Newer</th></tr></thead><tbody>${[
    ['File', result.original_file ?? '–', result.comparison_file ?? '–'],
    ['Drawing', result.original_drawing_number || '–', result.comparison_drawing_number || '–'],
    ['Revision', result.original_drawing_revision || '–', result.comparison_drawing_revision || '–'],
    [
      'Date',
      distinct(sheets.map(({ original_date }) => original_date)),
      distinct(sheets.map(({ comparison_date }) => comparison_date)),
    ],
    ['Sheets', pages('original_page'), pages('page')],
  ]
    .map((cells) => row(cells))
    .join('')}</tbody></table>`;
};

/** Who ordered a comparison. */
export interface Commission {
  project: string;
  author: string;
  /** ISO 8601. */
  at: string;
}

const commissioned = ({ project, author, at }: Commission): string =>
  `<p class="commission">${escapeHtml(`Project ${project} · compared for ${author}, ${at.slice(0, 16).replace('T', ' ')} UTC`)}</p>`;

/** Renders totals; their estimates, which follow the prices of the day, are added later. */
const totalsTable = (caption: string, rows: readonly (Total & { name: string })[]): string => {
  if (rows.length === 0) return '';
  const body = rows.map((total) => {
    const { name, changes, difference_rating, cost_effect } = total;
    const cells = [`${changes}`, `${difference_rating}`, signed(cost_effect), formatQuantities(total) || '–'];
    return `<tr data-total="${escapeHtml(`${caption}: ${name}`)}"><th scope="row">${escapeHtml(name)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}<td class="estimate" hidden></td></tr>`;
  });
  const headings = [caption.replace(/^By /, ''), 'Changes', 'Highest rating', 'Cost effect', 'Quantities'];
  return `<table><caption>${caption}</caption><thead><tr>${headings.map((heading) => `<th scope="col">${heading.charAt(0).toUpperCase()}${heading.slice(1)}</th>`).join('')}<th scope="col" class="estimate" hidden>Estimate</th></tr></thead><tbody>${body.join('')}</tbody></table>`;
};

const totalsTables = ({ items }: ComparisonResult): string => {
  const { trades, kinds } = totalsOf(judge(items, [], null), null);
  return (
    totalsTable(
      'By trade',
      trades.map((total) => ({ ...total, name: tradeName(total) })),
    ) +
    totalsTable(
      'By kind',
      kinds.map((total) => ({ ...total, name: formatKind(total.kind) })),
    )
  );
};

/** Lists changes outside every revision cloud; empty if the newer drawing added no clouds. */
const outsideClouds = ({ items }: ComparisonResult): string => {
  if (!items.some((item) => singleChanges(item).some(({ kind }) => kind === 'cloud_added'))) return '';
  const outside = items.filter((item) => item.clouded === false && item.kind !== 'title_block');
  const list = outside.map(
    (item) => `<li><a href="#change-${item.number}">${item.number}. ${escapeHtml(item.description)}</a></li>`,
  );
  return `<h2>Outside every cloud</h2>${list.length ? `<ul class="outside">${list.join('')}</ul>` : '<p>Every change lies within a revision cloud.</p>'}`;
};

const option = (value: string, label: string): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`;

const filters = ({ items, sheets }: ComparisonResult): string => {
  const kinds = [...new Set(items.map(({ kind }) => kind))].sort();
  const trades = [...new Set(items.flatMap(({ trade }) => trade ?? []))].sort();
  const select = (name: string, label: string, options: string) =>
    `<label>${label} <select name="${name}">${options}</select></label>`;
  return `<form id="filters" aria-label="Filter the changes">${[
    select(
      'rating',
      'Rating',
      option('1', 'all') + [2, 3, 4, 5].map((n) => option(`${n}`, n === 5 ? '5' : `${n} and more`)).join(''),
    ),
    select('kind', 'Kind', option('', 'all') + kinds.map((kind) => option(kind, formatKind(kind))).join('')),
    select('trade', 'Trade', option('', 'all') + trades.map((trade) => option(trade, trade)).join('')),
    select(
      'sheet',
      'Sheet',
      option('', 'all') + sheets.map((sheet, i) => option(`${i + 1}`, sheetName(sheet))).join(''),
    ),
  ].join('')}<output></output></form>`;
};

const ratingsKey = [5, 4, 3, 2, 1]
  .map((rating) => `<span data-rating="${rating}"><i style="background:var(--rated)"></i>rating ${rating}</span>`)
  .join('');

/** Renders the first part of the report: who ordered it, the documents, the summary, the totals and the filters. */
export const reportCover = (
  result: ComparisonResult,
  commission?: Commission,
): string => `<header><h1>${escapeHtml(result.description)}</h1>${commission ? commissioned(commission) : ''}
<p class="superseded" hidden></p><p>${escapeHtml(result.summary)}</p><div class="tables">${documents(result)}${totalsTables(result)}</div>${outsideClouds(result)}
<p class="key"><span><i style="background:#d62020"></i>only in the older sheet</span><span><i style="background:#1848d6"></i>only in the newer sheet</span><span><i style="background:#767676"></i>on both</span>${ratingsKey}</p>
<p class="counts">${counted(result.items.length, 'numbered change')}</p></header>${filters(result)}`;
