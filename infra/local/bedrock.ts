import { setImmediate as nextTurn } from 'node:timers/promises';
import { embed } from '../../shared/domain/text/index.ts';
import type { Embedder } from '../../shared/ports.ts';

/** The vector length of the cloud's model. */
const DIMENSIONS = 512;
/** Texts after which other requests get their turn: a large table has thousands. */
const AT_ONCE = 32;

/** Replaces Titan: hashed word and character features, deterministic and without a model. */
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
