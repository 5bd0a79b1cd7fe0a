import { createHash } from 'node:crypto';
import { escapeHtml } from '../../html.ts';

/** The style of reports, on screens in light and dark, and on paper. */
export const reportStyle = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f3f4f6;--line:#d7dbe0;--text:#1c2430;--faint:#5b6675;--mark:#7a00d6;--chosen:#f3e8fd;font:15px/1.45 system-ui,sans-serif;color:var(--text);background:var(--ground)}
@media(prefers-color-scheme:dark){:root{--paper:#1d232c;--ground:#12161c;--line:#3a4350;--text:#e6e9ee;--faint:#a3adba;--mark:#c084fc;--chosen:#33204a}}
*{box-sizing:border-box}body{margin:0;overflow-wrap:anywhere}header{padding:16px 24px;background:var(--paper);border-bottom:1px solid var(--line)}
h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:0}p{margin:4px 0;max-width:140ch}a{color:inherit}
.tables{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px 40px;margin:8px 0}table{border-collapse:collapse;max-width:100%;overflow-wrap:break-word}caption{text-align:left;font-weight:600;padding:4px 0}
th,td{text-align:left;vertical-align:top;padding:2px 12px 2px 0;border-top:1px solid var(--line);font-weight:400}thead th,thead td{border:0;color:var(--faint)}tbody th{color:var(--faint)}
.outside{columns:2 320px;margin:4px 0;padding-left:18px}
.key span{display:inline-block;margin-right:16px}.key i{display:inline-block;width:12px;height:12px;margin-right:6px}
#filters{position:sticky;top:0;z-index:9999;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:6px 24px;background:var(--paper);border-bottom:1px solid var(--line)}
#filters label{display:inline-flex;gap:4px;align-items:center;max-width:100%}#filters select{max-width:220px;min-width:0}output{margin-left:auto;color:var(--faint)}
section{display:grid;grid-template-columns:minmax(0,1fr) 380px;gap:8px 16px;padding:12px 24px;border-bottom:1px solid var(--line)}
section h2{grid-column:1/-1}.list h3{font-size:14px;margin:8px 0 4px}.commission,.superseded{font-weight:600}.superseded{white-space:pre-line}.list{grid-column:2;grid-row:2}.plan{grid-column:1;grid-row:2;min-width:0}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;margin-bottom:6px;min-height:28px}
.tools label{display:inline-flex;align-items:center;gap:4px}.tools input{margin:0}
.view{overflow:auto;max-height:88vh;background:#fff;border:1px solid var(--line)}
.sheet{position:relative;width:100%}.sheet img{display:block;width:100%}
section:has([value=older]:checked) .sheet img{filter:url(#older)}section:has([value=newer]:checked) .sheet img{filter:url(#newer)}
section:has([name=boxes]:not(:checked)) .box{display:none}
.box{position:absolute;box-sizing:content-box;margin:-5px;padding:3px;border:2px solid var(--rated);background:#ffb3000d;cursor:pointer}
.box::before{content:attr(data-n);position:absolute;right:100%;bottom:100%;padding:0 2px;white-space:nowrap;pointer-events:none;font:600 10px/12px system-ui,sans-serif;color:var(--label);text-shadow:0 0 2px #fff,0 0 2px #fff}
.box.on{border-color:#7a00d6;background:#7a00d60d;box-shadow:0 0 0 4px #7a00d655}
.box.on::before{color:#fff;text-shadow:none;background:#7a00d6}
[data-rating="5"]{--rated:#b0006d;--label:#86004f}[data-rating="4"]{--rated:#e8590c;--label:#9a3412}[data-rating="3"]{--rated:#e0a800;--label:#7a4b00}[data-rating="2"]{--rated:#7c8a00;--label:#4d5600}[data-rating="1"]{--rated:#6b7280;--label:#4b5563}
.part{position:absolute;display:none;border:1px dashed #7a00d6;pointer-events:none}.part.on{display:block}
ol{margin:0;padding:0;list-style:none}.entries{max-height:88vh;overflow:auto}
.change{background:var(--paper);border:1px solid var(--line);border-left:4px solid var(--rated);margin-bottom:6px;scroll-margin-top:48px}.change>button{all:unset;display:block;padding:8px 10px;cursor:pointer;width:100%;box-sizing:border-box}
.change>button:focus-visible,.box:focus-visible{outline:3px solid var(--mark);outline-offset:-3px}.change.on{border-color:var(--mark);border-left-color:var(--rated);background:var(--chosen);box-shadow:inset 4px 0 var(--mark)}
small{color:var(--faint);display:block}.later{font-weight:600}.change.rejected>button{text-decoration:line-through}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:6px;padding:0 10px 8px}figure{margin:0;min-width:0}figure img{display:block;width:100%;height:120px;object-fit:contain;background:#fff;border:1px solid var(--line)}figcaption{font-size:12px;color:var(--faint)}
details{padding:0 10px 8px}details ul{margin:4px 0 0;padding-left:18px}
@media screen{.out{display:none}}
@media(max-width:900px){section{grid-template-columns:minmax(0,1fr);padding:12px}.list,.plan{grid-column:1;grid-row:auto}.plan{order:-1}section h2{order:-2}.entries{max-height:none}header,#filters{padding-left:12px;padding-right:12px}.tables{display:block;overflow-x:auto}#filters{position:static}}
@page{margin:12mm}
@media print{
:root{color-scheme:light;--paper:#fff;--ground:#fff;--line:#c4c9d0;--text:#000;--faint:#444;font-size:10pt}
*{print-color-adjust:exact}#filters,.tools{display:none}header{padding:0;border:0}
section{padding:0;border:0;break-before:page}
.view,.entries{max-height:none;overflow:visible}.view{border:0;break-inside:avoid;margin-bottom:8px}.sheet{width:min(100%,calc(82vh*var(--ratio)))!important;outline:1px solid var(--line)}
section{display:flex;flex-direction:column}.plan{order:1}.list{order:2}
ol{columns:2;column-gap:12px;padding-right:1px}.change{break-inside:avoid;scroll-margin:0}details::details-content{content-visibility:visible;display:block}
.box{border-width:1px}.change.on{background:none;box-shadow:none;border-color:var(--line);border-left-color:var(--rated)}
}
`;

/** Remove one sheet's colour from the overlay: white where only that sheet has ink, the other colours unchanged. */
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
 section.querySelectorAll('.change>button').forEach((e)=>e.addEventListener('click',()=>pick(e.parentElement.dataset.n,true)));
 section.querySelector('[type=range]').addEventListener('input',(e)=>{
  const x=(view.scrollLeft+view.clientWidth/2)/sheet.offsetWidth,y=(view.scrollTop+view.clientHeight/2)/sheet.offsetHeight;
  sheet.style.width=e.target.value+'%';
  view.scrollTo(x*sheet.offsetWidth-view.clientWidth/2,y*sheet.offsetHeight-view.clientHeight/2);});
});
const filters=document.querySelector('#filters'),changes=[...document.querySelectorAll('.change')];
const choose=()=>{const {rating,kind,trade,sheet}=Object.fromEntries(new FormData(filters));let shown=0;
 changes.forEach((e)=>{const d=e.dataset,section=e.closest('section');
  const out=+d.rating<+rating||(kind&&d.kind!==kind)||(trade&&d.trade!==trade)||(sheet&&section.dataset.sheet!==sheet);
  if(!out)shown++;
  section.querySelectorAll('.change[data-n="'+d.n+'"],.box[data-n="'+d.n+'"]').forEach((one)=>one.classList.toggle('out',!!out));});
 document.querySelectorAll('section').forEach((e)=>e.classList.toggle('out',!!sheet&&e.dataset.sheet!==sheet));
 filters.querySelector('output').textContent=shown+' of '+changes.length+' changes shown';};
filters.addEventListener('change',choose);choose();
addEventListener('beforeprint',()=>document.querySelectorAll('details').forEach((e)=>{e.open=true}));
addEventListener('DOMContentLoaded',()=>{const estimates=document.querySelector('#estimates');if(!estimates)return;
 const texts=JSON.parse(estimates.textContent);
 document.querySelectorAll('.estimate').forEach((e)=>{e.hidden=false});
 document.querySelectorAll('[data-total]').forEach((e)=>{e.querySelector('.estimate').textContent=texts[e.dataset.total]??'–'});});
addEventListener('DOMContentLoaded',()=>{const superseded=document.querySelector('#superseded');if(!superseded)return;
 const place=document.querySelector('header .superseded');place.textContent=JSON.parse(superseded.textContent).join('\\n');place.hidden=false;});
addEventListener('DOMContentLoaded',()=>{const later=document.querySelector('#later');if(!later)return;
 for(const [n,{status,texts}] of Object.entries(JSON.parse(later.textContent))){
  const entry=document.getElementById('change-'+n);if(!entry)continue;
  if(status)entry.classList.add(status);
  const place=entry.querySelector('.later');place.textContent=texts.join(' · ');place.hidden=!texts.length;}});
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the content security policy. A report contains texts of drawings and is opened from a file store that sets no
 * headers. Its own style and script may run and images are embedded; it loads and sends nothing else.
 */
const policyOf = (style: string, ownScript?: string): string =>
  [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hashOf(style)}`,
    // Boxes are positioned by style attributes.
    "style-src-attr 'unsafe-inline'",
    ...(ownScript === undefined ? [] : [`script-src ${hashOf(ownScript)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Returns what the head of a report's page contains besides its title. */
export const headOf = (style: string, ownScript?: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, ownScript)}"><style>${style}</style>`;

/** Renders the page up to the cover. */
export const reportHead = (title: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>${headOf(reportStyle, script)}</head><body>${filters}`;

/** Renders the end of the page, below the sheets. */
export const reportFoot = (): string => `<script>${script}</script>\n`;

/** Data added to a change after the comparison: its review status, comment and cost. */
export interface Later {
  status: 'accepted' | 'rejected' | null;
  texts: readonly string[];
}

const dataOf = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`;

/** Returns a script element with the estimates of the totals, by their tables and rows. */
export const reportEstimates = (estimates: Readonly<Record<string, string>>): string =>
  Object.keys(estimates).length === 0 ? '' : dataOf('estimates', estimates);

/** Returns a script element with what the cover says about sheets that later revisions have replaced. */
export const reportSuperseded = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : dataOf('superseded', lines);

/**
 * Returns a script element to append to a finished report; the page shows its data with the changes, by their
 * numbers.
 */
export const reportLater = (later: ReadonlyMap<number, Later>): string =>
  later.size === 0 ? '' : dataOf('later', Object.fromEntries(later));
