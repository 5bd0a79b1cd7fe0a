export { type ChunkOptions, chunkPages, type TextChunk } from './chunks.ts';
export { cosine, embed } from './embed.ts';
export { keywords } from './keywords.ts';
export { relatedQueries } from './related-queries.ts';
export { type SheetTitle, summarise } from './summary.ts';
