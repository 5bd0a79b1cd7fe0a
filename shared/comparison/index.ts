export { type ComparedPage, type CompareOptions, type Comparison, compareFiles } from './compare-files.ts';
