import type { Sheet } from '../documents/document.ts';
import type { PageText } from '../page-text.ts';
import type { FileEvidence } from './evidence.ts';
import { readPages } from './sheet-set.ts';

export { referencesOf, type SheetRole, sheetKeysOf } from './citations.ts';
export { corrected, correctedAt, withCorrections } from './corrected.ts';
export { disciplineOf } from './discipline.ts';
export type { FileEvidence } from './evidence.ts';
export { type PictureReading, wantsPicture, withPictures } from './from-picture.ts';
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

/** What the title block of one page says by itself; each field null where none is printed. */
export const readTitleBlock = (page: PageText): Sheet => readSheets([page])[0] as Sheet;

/**
 * What the title block of each page says, one sheet for each page in the same order. Pages of one set help one
 * another: fields stand at the same place on all of them, and what every page repeats is no title.
 * @param pages words in points from the top left of the displayed page
 * @param file what else the file tells of its pages: it confirms what is printed, and breaks ties
 */
export const readSheets = (pages: readonly PageText[], file?: FileEvidence): Sheet[] => readPages(pages, file);
