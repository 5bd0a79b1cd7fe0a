import * as createComparison from './create-comparison.ts';
import * as createSetComparison from './create-set-comparison.ts';
import * as deleteComparison from './delete-comparison.ts';
import * as deleteSetComparison from './delete-set-comparison.ts';
import * as exportComparison from './export-comparison.ts';
import * as exportSetComparison from './export-set-comparison.ts';
import * as getComparison from './get-comparison.ts';
import * as getSetComparison from './get-set-comparison.ts';
import * as listComparisons from './list-comparisons.ts';
import * as listSetComparisons from './list-set-comparisons.ts';
import * as listSetReferences from './list-set-references.ts';
import * as updateComparisonItem from './update-comparison-item.ts';

/** In the order of the reference pages. */
export const operations = [
  listComparisons,
  createComparison,
  getComparison,
  deleteComparison,
  exportComparison,
  updateComparisonItem,
  listSetComparisons,
  createSetComparison,
  getSetComparison,
  listSetReferences,
  exportSetComparison,
  deleteSetComparison,
];
