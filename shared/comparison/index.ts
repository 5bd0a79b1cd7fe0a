export {
  type CompareOptions,
  type CompareProgress,
  type Comparison,
  compareFiles,
  type ResultFile,
} from './compare-files.ts';
