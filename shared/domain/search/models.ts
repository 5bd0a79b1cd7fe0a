/** Names the embedder that hashes features of words: texts of the same words are near, texts of the same meaning not. */
const HASHING = 'feature-hashing';

/** What is to be known of an embedding model, from its name. */
export const modelFacts = (model: string): { isSemantic: boolean; floor: number } => {
  const isSemantic = !model.startsWith(HASHING);
  // Any two texts of one language have something in common; below this it tells nothing.
  return { isSemantic, floor: isSemantic ? 0.35 : 0.3 };
};
