import { escapeHtml } from '../../html.ts';
import type { Box } from '../engine/geometry.ts';
import type { ComparedSheet, ComparisonItem } from '../engine/index.ts';
import { formatKind, formatQuantity, signed } from './report-words.ts';

/** Crops of both sheets at the position of a change, as PNG. */
interface CropPair {
  older: Uint8Array;
  newer: Uint8Array;
}

/** A change with its crops; null if it is not on a compared sheet. */
export interface ShownItem {
  item: ComparisonItem;
  crops: CropPair | null;
}

export const percent = (value: number) => `${(value * 100).toFixed(3)}%`;

/** Returns the position of a box as declarations of a style attribute. */
export const positionStyle = ({ x, y, width, height }: Box): string =>
  `left:${percent(x)};top:${percent(y)};width:${percent(width)};height:${percent(height)}`;

const area = ({ bounding_box: b }: ComparisonItem): number => b.width * b.height;

export const picture = (png: Uint8Array, text: string): string =>
  `<img alt="${text}" src="data:image/png;base64,${Buffer.from(png).toString('base64')}">`;

export const sheetName = (sheet: ComparedSheet): string =>
  [sheet.sheet_number, sheet.title].filter(Boolean).join(' ') || `Page ${sheet.page ?? sheet.original_page}`;

/** Returns the facts shown next to a change's description. */
export const changeFacts = (item: ComparisonItem): string[] => [
  `rating ${item.difference_rating} of 5`,
  `cost effect ${signed(item.cost_effect)}`,
  formatKind(item.kind),
  ...(item.trade === undefined ? [] : [`${item.trade} (${item.division})`]),
  ...(item.place === undefined || item.description.includes(item.place) ? [] : [item.place]),
  ...(item.layer === undefined ? [] : [`layer ${item.layer}`]),
  ...(item.quantity === undefined ? [] : [`about ${formatQuantity(item.quantity)}`]),
  ...(item.encloses === undefined ? [] : [`around ${item.encloses} change${item.encloses === 1 ? '' : 's'}`]),
  ...(item.clouded === undefined ? [] : [item.clouded ? 'clouded' : 'outside every cloud']),
];

const entry = ({ item, crops }: ShownItem): string => {
  const n = item.number!;
  const pair = crops
    ? `<div class="pair"><figure>${picture(crops.older, `Older, change ${n}`)}<figcaption>Older</figcaption></figure><figure>${picture(crops.newer, `Newer, change ${n}`)}<figcaption>Newer</figcaption></figure></div>`
    : '';
  const parts = item.parts
    ? `<details><summary>${item.parts.length} parts</summary><ul>${item.parts.map((part) => `<li>${escapeHtml(part.description)}</li>`).join('')}</ul></details>`
    : '';
  return `<li class="change" id="change-${n}" data-n="${n}" data-rating="${item.difference_rating}" data-kind="${escapeHtml(item.kind)}" data-trade="${escapeHtml(item.trade ?? '')}"><button type="button">
<b>${n}.</b> ${escapeHtml(item.description)}
<small>${escapeHtml(changeFacts(item).join(' · '))}</small><small class="later" hidden></small></button>${pair}${parts}</li>`;
};

/** Renders the changes of a sheet: view by view if they are in several views, those outside all views last. */
const entries = (items: readonly ShownItem[]): string => {
  const views = new Set(items.flatMap(({ item }) => item.view ?? []));
  const groups = views.size < 2 ? [null] : [...views, undefined];
  return groups
    .flatMap((view) => {
      const some = view === null ? items : items.filter(({ item }) => item.view === view);
      if (some.length === 0 && view !== null) return [];
      const heading = view === null ? '' : `<h3>${escapeHtml(view ?? 'Outside the views')}</h3>`;
      return [`${heading}<ol>${some.map(entry).join('')}</ol>`];
    })
    .join('');
};

/** Smaller boxes overlap larger ones, so that each can be clicked. */
const boxes = (items: readonly ComparisonItem[]): string => {
  const bySize = items.toSorted((a, b) => area(b) - area(a));
  return items
    .map((item) => {
      const n = item.number!;
      // A repeated change or a group is shown at each of its parts: a single box might cover the whole sheet.
      const [places, inner] =
        item.kind === 'repeated' || item.kind === 'group' ? [item.parts ?? [], []] : [[item], item.parts ?? []];
      const parts = inner.map(
        (part) => `<i class="part" data-n="${n}" style="${positionStyle(part.bounding_box)}"></i>`,
      );
      const buttons = places.map(
        (one) =>
          `<button type="button" class="box" data-n="${n}" data-rating="${item.difference_rating}" title="${n}. ${escapeHtml(item.description)}" aria-label="Change ${n}" style="${positionStyle(one.bounding_box)};z-index:${bySize.indexOf(item) + 1}"></button>`,
      );
      return [...buttons, ...parts].join('');
    })
    .join('');
};

const choice = (value: string, label: string, checked = ''): string =>
  `<label><input type="radio" name="show" value="${value}"${checked}>${label}</label>`;

const tools = `${choice('both', 'Both', ' checked')}${choice('older', 'Older')}${choice('newer', 'Newer')}
<label><input type="checkbox" name="boxes" checked>Boxes</label><label>Zoom <input type="range" min="100" max="600" value="100"></label>`;

/**
 * Renders one sheet of the report: its changes first, in keyboard order, then its overlay.
 * @param index 0-based index of the sheet in the result
 * @param overlay PNG of both sheets; null for a sheet that only one document contains
 */
export const reportSheet = (
  index: number,
  sheet: ComparedSheet,
  items: readonly ShownItem[],
  overlay: Uint8Array | null,
): string => {
  const held = sheet.suppressed
    ? ` ${sheet.suppressed} larger ${sheet.suppressed === 1 ? 'difference of ink was' : 'differences of ink were'} suppressed as rendering artefacts.`
    : '';
  const view = overlay
    ? `<form class="tools">${tools}</form><div class="view"><div class="sheet" style="--ratio:${((sheet.width ?? 1) / (sheet.height ?? 1)).toFixed(4)}">${picture(overlay, 'Overlay of both sheets')}${boxes(items.map(({ item }) => item))}</div></div>`
    : '';
  return `<section id="sheet-${index + 1}" data-sheet="${index + 1}"><h2>${escapeHtml(sheetName(sheet))}</h2>
<div class="list"><p>${escapeHtml(sheet.message + held)}</p><div class="entries">${entries(items)}</div></div><div class="plan">${view}</div></section>`;
};
