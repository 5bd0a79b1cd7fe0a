import * as z from 'zod';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { TextStatus } from '../../../shared/domain/documents/values.ts';
import { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import type { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { SupersededBy, supersededBy } from '../../../shared/domain/sheets/superseded.ts';
import { BoxView, fractionsOf } from '../../../shared/http/box-view.ts';
import { wholeNumber } from '../../../shared/http/parameters.ts';
import type { FilesPresign } from '../../../shared/ports.ts';
import type { PageFrame, StoredPage } from '../../../shared/sheets/stored-pages.ts';

const UNKNOWN_SIZE =
  'Null for files other than PDF, and for documents processed before sizes were kept: reprocess them';

const PageWord = z
  .object({
    text: z.string().meta({ description: 'The word as it is printed', example: 'A-101' }),
    bounding_box: BoxView,
    angle: z.int().meta({ description: 'Reading direction, degrees clockwise: 0, 90, 180 or 270', example: 0 }),
  })
  .meta({ id: 'PageWord', description: 'A word and its position' });

/** One page of a file that has been processed. */
export const DocumentPage = z
  .object({
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    width: z
      .number()
      .nullable()
      .meta({
        description: `Points (1/72 inch), of the page as it is displayed. ${UNKNOWN_SIZE}`,
        example: 2384,
      }),
    height: z.number().nullable().meta({ description: 'Points, of the page as it is displayed', example: 1684 }),
    rotation: z
      .int()
      .nullable()
      .meta({
        description:
          'Degrees clockwise by which the file turns the page for display: 0, 90, 180 or 270. Sizes and boxes are those of ' +
          'the turned page, so that nothing is left to turn',
        example: 0,
      }),
    text_status: TextStatus.nullable().meta({
      description: 'How far the text of the document has been read; null until it has been processed',
    }),
    sheet: Sheet.nullable().meta({ description: 'The fields of its title block; null if nothing was read' }),
    superseded_by: SupersededBy.nullable().meta({
      description: 'Null for the current revision of a sheet, and for a page without a number',
    }),
    image_url: z.string().nullable().meta({
      description: 'A link to an image of the page that needs no token; null if the file has no images',
      example: 'https://files.example.com/page-0001.png',
    }),
    thumbnail_url: z.string().nullable().meta({
      description: 'A link to a thumbnail of the page; null if the file has no images',
      example: 'https://files.example.com/page-0001-thumbnail.png',
    }),
  })
  .meta({ id: 'DocumentPage', description: 'One page of a document' });
type DocumentPage = z.input<typeof DocumentPage>;

/** A page, with its text on request. */
export const DocumentPageWithText = DocumentPage.extend({
  text: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: `The text in reading order, lines separated by \`\\n\`; only with \`include=text\`. ${UNKNOWN_SIZE}`,
      example: 'GROUND FLOOR PLAN\nA-101',
    }),
  words: z.array(PageWord).nullable().optional().meta({
    description:
      'Its words in reading order, including recognised ones; only with `include=text`, null if `text` is null',
  }),
}).meta({ id: 'DocumentPageWithText', description: 'One page of a document, with its text on request' });

/** Returns the text of a page with boxes in fractions of the page; null if it was not stored. */
export const toPageText = (page: StoredPage | undefined) => {
  if (!page) return { text: null, words: null };
  const words = page.words.map(({ text, x, y, width, height, angle }) => ({
    text,
    bounding_box: fractionsOf({ left: x, top: y, right: x + width, bottom: y + height }, page),
    angle,
  }));
  return { text: page.text, words };
};

/** Lifetime of the image links in seconds, as a query parameter. */
export const imageExpiration = wholeNumber({ minimum: 1, maximum: 604_800 })
  .default(3600)
  .meta({ description: 'Lifetime of the image links in seconds, at most seven days.' });

/**
 * Returns the view of one page with its image links.
 * @param seconds lifetime of the links
 * @param frame size and rotation; undefined if they were not stored
 * @param sheets the sheets of its project
 */
export const toDocumentPage = async (
  record: DocumentRecord,
  page: number,
  presign: FilesPresign,
  seconds: number,
  frame: PageFrame | undefined,
  sheets: SheetRegister,
): Promise<DocumentPage> => {
  const { organization_id, document_id } = record;
  const [image_url, thumbnail_url] =
    record.full_image_path === null
      ? [null, null]
      : await Promise.all([
          presign.view(pageImagePath(organization_id, document_id, page), seconds),
          presign.view(pageThumbnailPath(organization_id, document_id, page), seconds),
        ]);
  const sheet = record.sheets.find((each) => each.page === page) ?? null;
  const { width = null, height = null, rotation = null } = frame ?? {};
  return {
    document_id,
    page,
    width,
    height,
    rotation,
    text_status: record.text_status,
    sheet,
    superseded_by: supersededBy(sheets, { document_id, page }),
    image_url,
    thumbnail_url,
  };
};
