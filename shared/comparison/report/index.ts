export { reportCover } from './cover.ts';
export { type Later, reportFoot, reportHead, reportLater } from './page.ts';
export { reportSheet, type ShownItem } from './sheet.ts';
