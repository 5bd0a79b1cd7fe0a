import { embed } from '../../../shared/domain/text/index.ts';
import type { Embedder } from '../../../shared/ports.ts';

/** As many numbers as the vectors of the cloud's model have. */
const DIMENSIONS = 512;

/** Stands for Titan: hashed word and character features, deterministic and without a model. */
export const embedder = (): Embedder => ({
  model: `feature-hashing/${DIMENSIONS}`,
  embed: async (texts) => texts.map((text) => embed(text, DIMENSIONS)),
});
