import { escapeHtml } from '../../html.ts';
import type { ComparedSheet, ComparisonItem, ComparisonResult } from '../engine/index.ts';
import { singleChanges } from '../engine/index.ts';
import { sheetName } from './sheet.ts';
import { counted, formatKind, signed } from './wording.ts';

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

/** Returns the group of a change in the table by trade: its trade, else the discipline of its sheet. */
const tradeName = (item: ComparisonItem, sheet: ComparedSheet | undefined): string => {
  if (item.trade !== undefined) return `${item.division} ${item.trade}`;
  if (item.kind === 'title_block') return 'Title block';
  if (!sheet?.discipline) return 'No trade named';
  return `${sheet.discipline.charAt(0).toUpperCase()}${sheet.discipline.slice(1)}, no trade named`;
};

const byTrade = ({ items, sheets }: ComparisonResult): string => {
  const trades = new Map<string, { changes: number; highest: number; cost: number }>();
  for (const item of items) {
    const singles = item.parts && (item.kind === 'group' || item.kind === 'title_block') ? item.parts : [item];
    for (const single of singles) {
      const name = tradeName(single, sheets[(item.sheet ?? 0) - 1]);
      const totals = trades.get(name) ?? { changes: 0, highest: 0, cost: 0 };
      totals.changes++;
      totals.highest = Math.max(totals.highest, single.difference_rating);
      totals.cost += single.cost_effect;
      trades.set(name, totals);
    }
  }
  if (trades.size === 0) return '';
  const rows = [...trades]
    .sort((a, b) => b[1].highest - a[1].highest || b[1].changes - a[1].changes || (a[0] < b[0] ? -1 : 1))
    .map(([name, { changes, highest, cost }]) => row([name, `${changes}`, `${highest}`, signed(cost)]));
  return `<table><caption>By trade</caption><thead><tr><th scope="col">Trade</th><th scope="col">Changes</th><th scope="col">Highest rating</th><th scope="col">Cost effect</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
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

/** Renders the first part of the report: the documents, the summary and the filters. */
export const reportCover = (result: ComparisonResult): string => `<header><h1>${escapeHtml(result.description)}</h1>
<p>${escapeHtml(result.summary)}</p><div class="tables">${documents(result)}${byTrade(result)}</div>${outsideClouds(result)}
<p class="key"><span><i style="background:#d62020"></i>only in the older sheet</span><span><i style="background:#1848d6"></i>only in the newer sheet</span><span><i style="background:#767676"></i>on both</span>${ratingsKey}</p>
<p class="counts">${counted(result.items.length, 'numbered change')}</p></header>${filters(result)}`;
