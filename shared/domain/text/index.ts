/** Text processing without a model: pure, deterministic and fast. */
export { chunkPages, type TextChunk } from './chunk-pages.ts';
export { documentHeading } from './document-heading.ts';
export { cosine, embed } from './embed.ts';
export { keywords } from './keywords.ts';
export type { PlacedText, StyledHeading } from './placed-text.ts';
export { relatedQueries } from './related-queries.ts';
export { findSections, SECTION_SYSTEMS, Section, type SectionName, sectionAt } from './sections/index.ts';
export { summarise, withSheetsAsRead } from './summarise.ts';
