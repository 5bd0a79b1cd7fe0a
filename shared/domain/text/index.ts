/** What can be made of a document's text without a model: pure, deterministic and quick. */
export { chunkPages, type TextChunk } from './chunk-pages.ts';
export { documentHeading } from './document-heading.ts';
export { cosine, embed } from './embed.ts';
export { keywords } from './keywords.ts';
export { relatedQueries } from './related-queries.ts';
export { summarise } from './summarise.ts';
