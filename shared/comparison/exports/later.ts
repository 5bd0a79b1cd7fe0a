import type { Later } from '../report/index.ts';
import type { JudgedItem } from './judge.ts';

/** Returns the additions to the report, by the numbers of the changes. */
export const laterOf = (items: readonly JudgedItem[]): Map<number, Later> =>
  new Map(
    items.flatMap(({ number, status, comment, cost_estimate }): [number, Later][] => {
      const texts = [
        ...(status === 'open' ? [] : [status === 'accepted' ? 'Accepted' : 'Rejected']),
        ...(comment === null ? [] : [comment]),
        ...(cost_estimate === null ? [] : [cost_estimate.arithmetic]),
      ];
      return texts.length === 0 ? [] : [[number!, { status: status === 'open' ? null : status, texts }]];
    }),
  );
