import type { Box } from './engine/geometry.ts';
import type { ComparedSheet, ComparisonItem, ComparisonResult } from './engine/index.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const percent = (value: number) => `${(value * 100).toFixed(3)}%`;

const style = `
:root{color-scheme:light;font:15px/1.45 system-ui,sans-serif;color:#1c2430;background:#f3f4f6}
body{margin:0}header{padding:12px 24px;background:#fff;border-bottom:1px solid #d7dbe0}
h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:0 auto 0 0}p{margin:4px 0;max-width:140ch}
.key span{display:inline-block;margin-right:16px}.key i{display:inline-block;width:12px;height:12px;margin-right:6px}
section{display:grid;grid-template-columns:minmax(0,1fr) 360px;gap:16px;padding:12px 24px;border-bottom:1px solid #d7dbe0}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;margin-bottom:6px;min-height:28px}
.tools label{display:inline-flex;align-items:center;gap:4px}.tools input{margin:0}
.view{overflow:auto;max-height:88vh;background:#fff;border:1px solid #d7dbe0}
.sheet{position:relative;width:100%}.sheet img{display:block;width:100%}
section:has([value=older]:checked) img{filter:url(#older)}section:has([value=newer]:checked) img{filter:url(#newer)}
section:has([name=boxes]:not(:checked)) .box{display:none}
.box{position:absolute;box-sizing:content-box;margin:-5px;padding:3px;border:2px solid #e08a00;background:#ffb3000d;cursor:pointer}
.box::before{content:attr(data-n);position:absolute;right:100%;bottom:100%;padding:0 2px;pointer-events:none;font:600 10px/12px system-ui,sans-serif;color:#7a4b00;text-shadow:0 0 2px #fff,0 0 2px #fff}
.box.on{border-color:#7a00d6;background:#7a00d60d;box-shadow:0 0 0 4px #7a00d655}
.box.on::before{color:#fff;text-shadow:none;background:#7a00d6}
.part{position:absolute;display:none;box-sizing:border-box;border:1px dashed #7a00d6;pointer-events:none}.part.on{display:block}
ol{margin:0;padding:0;list-style:none;max-height:88vh;overflow:auto}
li{background:#fff;border:1px solid #d7dbe0;margin-bottom:6px}li>button{all:unset;display:block;padding:8px 10px;cursor:pointer;width:100%;box-sizing:border-box}
li>button:focus-visible,.box:focus-visible{outline:3px solid #7a00d6;outline-offset:-3px}li.on{border-color:#7a00d6;background:#f3e8fd;box-shadow:inset 4px 0 #7a00d6}
small{color:#5b6675;display:block}details{padding:0 10px 8px}details ul{margin:4px 0 0;padding-left:18px}
@media(max-width:900px){section{grid-template-columns:minmax(0,1fr)}}
`;

/** Take one sheet's colour out of the overlay: white where only that sheet has ink, the other colours as they are. */
const filters = `<svg width="0" height="0" style="position:absolute" aria-hidden="true">
<filter id="older" color-interpolation-filters="sRGB"><feColorMatrix values="1 -1.624 1.624 0 0 0 -.287 1.287 0 0 0 -.289 1.289 0 0 0 0 0 1 0"/></filter>
<filter id="newer" color-interpolation-filters="sRGB"><feColorMatrix values="1.226 -.302 .076 0 0 1.226 -.639 .414 0 0 1.226 -1.639 1.414 0 0 0 0 0 1 0"/></filter></svg>`;

const script = `
document.querySelectorAll('section').forEach((section)=>{
 const view=section.querySelector('.view'),sheet=section.querySelector('.sheet');if(!sheet)return;
 const pick=(n,scroll)=>{section.querySelectorAll('.on').forEach((e)=>e.classList.remove('on'));
  section.querySelectorAll('[data-n="'+n+'"]').forEach((e)=>{e.classList.add('on');
   if(!scroll&&e.tagName==='LI')e.scrollIntoView({block:'nearest'});
   if(!scroll||!e.matches('.box'))return;
   view.scrollTo({left:e.offsetLeft+e.offsetWidth/2-view.clientWidth/2,top:e.offsetTop+e.offsetHeight/2-view.clientHeight/2});
   e.scrollIntoView({block:'nearest',inline:'nearest'});});};
 section.querySelectorAll('.box').forEach((e)=>e.addEventListener('click',()=>pick(e.dataset.n,false)));
 section.querySelectorAll('li>button').forEach((e)=>e.addEventListener('click',()=>pick(e.parentElement.dataset.n,true)));
 section.querySelector('[type=range]').addEventListener('input',(e)=>{
  const x=(view.scrollLeft+view.clientWidth/2)/sheet.offsetWidth,y=(view.scrollTop+view.clientHeight/2)/sheet.offsetHeight;
  sheet.style.width=e.target.value+'%';
  view.scrollTo(x*sheet.offsetWidth-view.clientWidth/2,y*sheet.offsetHeight-view.clientHeight/2);});
});`;

const listItem = (item: ComparisonItem, n: number): string => `<li data-n="${n}"><button>
<b>${n}.</b> ${escapeHtml(item.description)}
<small>rating ${item.difference_rating} of 5 · cost effect ${item.cost_effect > 0 ? '+' : ''}${item.cost_effect} · ${escapeHtml(item.kind.replaceAll('_', ' '))}</small></button>${
  item.parts
    ? `<details><summary>${item.parts.length} parts</summary><ul>${item.parts.map((part) => `<li>${escapeHtml(part.description)}</li>`).join('')}</ul></details>`
    : ''
}</li>`;

const place = ({ x, y, width, height }: Box): string =>
  `left:${percent(x)};top:${percent(y)};width:${percent(width)};height:${percent(height)}`;

const area = ({ bounding_box: b }: ComparisonItem): number => b.width * b.height;

/** Smaller boxes lie above larger ones, so that each can be clicked. */
const boxes = (items: readonly ComparisonItem[]): string => {
  const bySize = items.toSorted((a, b) => area(b) - area(a));
  return items
    .map((item, i) => {
      const parts = (item.parts ?? []).map(
        (part) => `<i class="part" data-n="${i + 1}" style="${place(part.bounding_box)}"></i>`,
      );
      return `<button class="box" data-n="${i + 1}" title="${i + 1}. ${escapeHtml(item.description)}" aria-label="Change ${i + 1}" style="${place(item.bounding_box)};z-index:${bySize.indexOf(item) + 1}"></button>${parts.join('')}`;
    })
    .join('');
};

const choice = (value: string, label: string, checked = ''): string =>
  `<label><input type="radio" name="show" value="${value}"${checked}>${label}</label>`;

const tools = `${choice('both', 'Both', ' checked')}${choice('older', 'Older')}${choice('newer', 'Newer')}
<label><input type="checkbox" name="boxes" checked>Boxes</label><label>Zoom <input type="range" min="100" max="600" value="100"></label>`;

const sheetSection = (sheet: ComparedSheet, items: readonly ComparisonItem[], overlay: Buffer | null): string => {
  const name =
    [sheet.sheet_number, sheet.title].filter(Boolean).join(' ') || `Page ${sheet.page ?? sheet.original_page}`;
  const picture = overlay
    ? `<div class="view"><div class="sheet"><img alt="Overlay of both sheets" src="data:image/png;base64,${overlay.toString('base64')}">${boxes(items)}</div></div>`
    : '';
  return `<section><div><form class="tools"><h2>${escapeHtml(name)}</h2>${overlay ? tools : ''}</form>${picture}</div><div><p>${escapeHtml(sheet.message)}</p><ol>${items.map((item, i) => listItem(item, i + 1)).join('')}</ol></div></section>`;
};

/** Writes the report page piece by piece, so that a set of any length never stands in memory at once. */
export const reportHead = (title: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${filters}`;

export const reportSheet = sheetSection;

export const reportFoot = (result: ComparisonResult): string => `<header><h1>${escapeHtml(result.description)}</h1>
<p>${escapeHtml(result.summary)}</p>
<p class="key"><span><i style="background:#d62020"></i>only in the older sheet</span><span><i style="background:#1848d6"></i>only in the newer sheet</span><span><i style="background:#767676"></i>on both</span></p>
</header><script>${script}</script><script>document.body.prepend(document.querySelector('header'))</script></body></html>
`;
