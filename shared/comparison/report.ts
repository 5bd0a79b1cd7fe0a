import type { ComparedSheet, ComparisonItem, ComparisonResult } from '../domain/comparison/index.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const percent = (value: number) => `${(value * 100).toFixed(3)}%`;

const style = `
:root{color-scheme:light;font:15px/1.45 system-ui,sans-serif;color:#1c2430;background:#f3f4f6}
body{margin:0}header{padding:16px 24px;background:#fff;border-bottom:1px solid #d7dbe0}
h1{font-size:20px;margin:0 0 6px}h2{font-size:16px;margin:0 0 8px}p{margin:4px 0;max-width:110ch}
.key span{display:inline-block;margin-right:16px}.key i{display:inline-block;width:12px;height:12px;margin-right:6px}
section{display:grid;grid-template-columns:minmax(0,1fr) 360px;gap:16px;padding:16px 24px;border-bottom:1px solid #d7dbe0}
.view{overflow:auto;max-height:88vh;background:#fff;border:1px solid #d7dbe0}
.sheet{position:relative;width:100%}.sheet img{display:block;width:100%}
.box{position:absolute;box-sizing:border-box;border:2px solid #e08a00;background:#ffb3001a;cursor:pointer;padding:0;min-width:6px;min-height:6px}
.box.on{border-color:#7a00d6;background:#7a00d626;box-shadow:0 0 0 4px #7a00d655}
ol{margin:0;padding:0;list-style:none;max-height:88vh;overflow:auto}
li{background:#fff;border:1px solid #d7dbe0;margin-bottom:6px}li>button{all:unset;display:block;padding:8px 10px;cursor:pointer;width:100%;box-sizing:border-box}
li>button:focus-visible,.box:focus-visible{outline:3px solid #7a00d6}li.on{border-color:#7a00d6}
small{color:#5b6675;display:block}details{padding:0 10px 8px}details ul{margin:4px 0 0;padding-left:18px}
label{float:right}@media(max-width:900px){section{grid-template-columns:1fr}}
`;

const script = `
document.querySelectorAll('section').forEach((section)=>{
 const view=section.querySelector('.view'),sheet=section.querySelector('.sheet');if(!sheet)return;
 const pick=(n,scroll)=>{section.querySelectorAll('.on').forEach((e)=>e.classList.remove('on'));
  section.querySelectorAll('[data-n="'+n+'"]').forEach((e)=>{e.classList.add('on');
   if(e.tagName==='LI')e.scrollIntoView({block:'nearest'});
   else if(scroll)view.scrollTo({left:e.offsetLeft+e.offsetWidth/2-view.clientWidth/2,top:e.offsetTop+e.offsetHeight/2-view.clientHeight/2,behavior:'smooth'});});};
 section.querySelectorAll('.box').forEach((e)=>e.addEventListener('click',()=>pick(e.dataset.n,false)));
 section.querySelectorAll('li>button').forEach((e)=>e.addEventListener('click',()=>pick(e.parentElement.dataset.n,true)));
 section.querySelector('input').addEventListener('input',(e)=>{sheet.style.width=e.target.value+'%'});
});`;

const listItem = (item: ComparisonItem, n: number): string => `<li data-n="${n}"><button>
<b>${n}.</b> ${escapeHtml(item.description)}
<small>rating ${item.difference_rating} of 5 · cost effect ${item.cost_effect > 0 ? '+' : ''}${item.cost_effect} · ${escapeHtml(item.kind.replaceAll('_', ' '))}</small></button>${
  item.parts
    ? `<details><summary>${item.parts.length} parts</summary><ul>${item.parts.map((part) => `<li>${escapeHtml(part.description)}</li>`).join('')}</ul></details>`
    : ''
}</li>`;

const box = ({ bounding_box: b, description }: ComparisonItem, n: number): string =>
  `<button class="box" data-n="${n}" title="${n}. ${escapeHtml(description)}" aria-label="Change ${n}" style="left:${percent(b.x)};top:${percent(b.y)};width:${percent(b.width)};height:${percent(b.height)}"></button>`;

const sheetSection = (sheet: ComparedSheet, items: readonly ComparisonItem[], overlay: Buffer | null): string => {
  const name =
    [sheet.sheet_number, sheet.title].filter(Boolean).join(' ') || `Page ${sheet.page ?? sheet.original_page}`;
  const picture = overlay
    ? `<label>Zoom <input type="range" min="100" max="600" value="100"></label><h2>${escapeHtml(name)}</h2><div class="view"><div class="sheet"><img alt="Overlay of both sheets" src="data:image/png;base64,${overlay.toString('base64')}">${items.map((item, i) => box(item, i + 1)).join('')}</div></div>`
    : `<h2>${escapeHtml(name)}</h2>`;
  return `<section><div>${picture}</div><div><p>${escapeHtml(sheet.message)}</p><ol>${items.map((item, i) => listItem(item, i + 1)).join('')}</ol></div></section>`;
};

/** Writes the report page piece by piece, so that a set of any length never stands in memory at once. */
export const reportHead = (title: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>`;

export const reportSheet = sheetSection;

export const reportFoot = (result: ComparisonResult): string => `<header><h1>${escapeHtml(result.description)}</h1>
<p>${escapeHtml(result.summary)}</p>
<p class="key"><span><i style="background:#d62020"></i>only in the older sheet</span><span><i style="background:#1848d6"></i>only in the newer sheet</span><span><i style="background:#767676"></i>on both</span></p>
</header><script>${script}</script><script>document.body.prepend(document.querySelector('header'))</script></body></html>
`;
