export { type Comparison, compareFiles } from './compare-files.ts';
