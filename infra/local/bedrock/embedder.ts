import { setImmediate as nextTurn } from 'node:timers/promises';
import { embed } from '../../../shared/domain/text/index.ts';
import type { Embedder } from '../../../shared/ports.ts';

/** As many numbers as the vectors of the cloud's model have. */
const DIMENSIONS = 512;
/** Texts between which other requests have their turn: a large table has thousands. */
const AT_ONCE = 32;

/** Stands for Titan: hashed word and character features, deterministic and without a model. */
export const embedder = (): Embedder => ({
  model: `feature-hashing/${DIMENSIONS}`,
  embed: async (texts) => {
    const vectors: number[][] = [];
    for (const [i, text] of texts.entries()) {
      vectors.push(embed(text, DIMENSIONS));
      if (i % AT_ONCE === AT_ONCE - 1) await nextTurn();
    }
    return vectors;
  },
});
