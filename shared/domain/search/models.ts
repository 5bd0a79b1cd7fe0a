/**
 * The embedder that hashes features of words: texts with the same words are similar, texts with the same meaning are
 * not.
 */
const HASHING = 'feature-hashing';

/** Returns the properties of an embedding model, by its name. */
export const modelFacts = (model: string): { isSemantic: boolean; floor: number } => {
  const isSemantic = !model.startsWith(HASHING);
  // Any two texts of one language have something in common; a similarity below this is insignificant.
  return { isSemantic, floor: isSemantic ? 0.35 : 0.3 };
};

/** The embedding models that a stage may configure, with their names in Bedrock and the dimensions of their vectors. */
export const BEDROCK_MODELS = {
  'amazon.titan-embed-text-v2:0': 512,
  'cohere.embed-multilingual-v3': 1024,
} as const;
export type BedrockModel = keyof typeof BEDROCK_MODELS;
export const BEDROCK_MODEL_NAMES = Object.keys(BEDROCK_MODELS) as [BedrockModel, ...BedrockModel[]];
/** The default model of a stage. */
export const DEFAULT_BEDROCK_MODEL: BedrockModel = 'amazon.titan-embed-text-v2:0';
