import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  type PictureReading,
  readingDirection,
  readSheets,
  withPictures,
} from '../../../shared/domain/sheets/index.ts';
import { type BlockAnswers, wantsOpinion } from '../../../shared/domain/sheets/second-opinion.ts';
import { errorFields, log } from '../../../shared/log.ts';
import { count } from '../../../shared/metrics.ts';
import { blockImage } from '../../../shared/ocr/block-image.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import type { BlockReader } from '../../../shared/ports.ts';
import { withSignal } from '../../../shared/with-signal.ts';

/** Maximum number of title blocks of a document that the model reads, which limits the cost. */
export const MOST_OPINIONS = 20;
/** Pixels per inch, which the model's image is reduced to fit. */
const DPI = 150;
const TIMEOUT_MILLISECONDS = 30_000;

export interface SecondOpinion {
  reader: BlockReader;
  signal: AbortSignal;
}

/**
 * Returns the model's reading of a title block that the rules are not certain of; null if they are, if no model is
 * configured, or if the model fails: a document is complete without it.
 */
export const askBlockReader = async (
  page: PageText,
  picture: PictureReading | null,
  render: (page: number, dpi: number) => Promise<GreyImage>,
  { reader, signal }: SecondOpinion,
): Promise<BlockAnswers | null> => {
  if (reader.model === null) return null;
  const pictures = new Map(picture ? [[page.page, picture]] : []);
  const [sheet] = withPictures(readSheets([page]), [page], pictures);
  if (!sheet || !wantsOpinion(sheet)) return null;
  try {
    const image = await blockImage(await render(page.page, DPI), readingDirection(page));
    const answers = await withSignal([signal], (limited) => reader.read(image, limited), TIMEOUT_MILLISECONDS);
    count('Opinions', { Outcome: 'answered' });
    return answers;
  } catch (error) {
    signal.throwIfAborted();
    count('Opinions', { Outcome: 'failed' });
    log('warn', 'The vision model did not read the title block', { model: reader.model, ...errorFields(error) });
    return null;
  }
};
