export { type Commission, reportCover } from './cover.ts';
export { type Later, reportEstimates, reportFoot, reportHead, reportLater, reportSuperseded } from './page.ts';
export { reportSheet, type ShownItem } from './sheet-figures.ts';
