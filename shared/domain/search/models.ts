/** Names the embedder that hashes features of words: texts of the same words are near, texts of the same meaning not. */
const HASHING = 'feature-hashing';

/** What is to be known of an embedding model, from its name. */
export const modelFacts = (model: string): { isSemantic: boolean; floor: number } => {
  const isSemantic = !model.startsWith(HASHING);
  // Any two texts of one language have something in common; below this it tells nothing.
  return { isSemantic, floor: isSemantic ? 0.35 : 0.3 };
};

/** The embedding models that a stage may name, as Bedrock knows them, with the numbers of their vectors. */
export const BEDROCK_MODELS = {
  'amazon.titan-embed-text-v2:0': 512,
  'cohere.embed-multilingual-v3': 1024,
} as const;
export type BedrockModel = keyof typeof BEDROCK_MODELS;
export const BEDROCK_MODEL_NAMES = Object.keys(BEDROCK_MODELS) as [BedrockModel, ...BedrockModel[]];
/** What a stage uses that names none. */
export const DEFAULT_BEDROCK_MODEL: BedrockModel = 'amazon.titan-embed-text-v2:0';
