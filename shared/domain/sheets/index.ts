import type { PageText } from '../page-text.ts';
import type { FileEvidence } from './evidence.ts';
import type { Sheet } from './sheet.ts';
import { readPages } from './sheet-set.ts';

export { referencesOf, type SheetRole, sheetKeysOf } from './citations.ts';
export { corrected, correctedAt, withCorrections } from './corrected.ts';
export { disciplineOf } from './discipline.ts';
export type { FileEvidence } from './evidence.ts';
export { mayBeElsewhere, type PictureReading, wantsPicture, withPictures } from './from-picture.ts';
export { withTemplates } from './learn/apply.ts';
export { type BlockPage, blockPages } from './learn/block-page.ts';
export {
  examplesOf,
  MOST_TEMPLATES,
  officeOf,
  SheetTemplateRecord,
  templateFor,
  withExamples,
} from './learn/record.ts';
export { type Corrected, LEARNT_FIELDS } from './learn/template.ts';
export { proposeFields } from './propose.ts';
export { readingDirection } from './reading-direction.ts';
export { sheetReferences } from './references.ts';
export { withRelations } from './related.ts';

/** Reads the title block of one page on its own; each field is null if not printed. */
export const readTitleBlock = (page: PageText): Sheet => readSheets([page])[0] as Sheet;

/**
 * Reads the title blocks of pages and returns one sheet per page, in the same order. Pages of one set support each
 * other: fields have the same position on all of them, and text repeated on every page is no title.
 * @param pages words in points from the top left of the displayed page
 * @param file information from the file, which confirms printed fields and decides ties
 */
export const readSheets = (pages: readonly PageText[], file?: FileEvidence): Sheet[] => readPages(pages, file);
