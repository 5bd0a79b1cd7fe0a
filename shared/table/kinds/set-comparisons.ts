import { SetComparisonRecord } from '../../domain/comparisons/set-comparison.ts';
import { projectKind } from '../lifecycle-kinds.ts';

export const SET_COMPARISONS = projectKind('set_comparison', SetComparisonRecord, {
  prefix: 'SET#',
  ignores: ['sheets'],
  values: ['older', 'newer', 'counts', 'requested_by'],
});
