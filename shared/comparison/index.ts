export { type CompareOptions, type CompareProgress, type Comparison, compareFiles } from './compare-files.ts';
export type { ResultFile } from './output.ts';
