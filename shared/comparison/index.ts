export { type ComparedFiles, type ComparedPage, type CompareOptions, compareFiles } from './compare-files.ts';
