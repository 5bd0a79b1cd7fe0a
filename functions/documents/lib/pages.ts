import * as z from 'zod';
import { type DocumentRecord, Sheet } from '../../../shared/domain/documents/document.ts';
import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { TextStatus } from '../../../shared/domain/documents/values.ts';
import { wholeNumber } from '../../../shared/http/parameters.ts';
import type { FilesPresign } from '../../../shared/ports.ts';

/** One page of a file that has been processed. */
export const DocumentPage = z
  .object({
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    text_status: TextStatus.nullable().meta({
      description: 'How far the text of the document has been read; null until it has been processed',
    }),
    sheet: Sheet.nullable().meta({ description: 'The fields of its title block; null if nothing was read' }),
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
export type DocumentPage = z.input<typeof DocumentPage>;

/** Lifetime of the image links in seconds, as a query parameter. */
export const imageExpiration = wholeNumber({ minimum: 1, maximum: 604_800 })
  .default(3600)
  .meta({ description: 'Lifetime of the image links in seconds, at most seven days.' });

/**
 * Returns the view of one page with its image links.
 * @param seconds lifetime of the links
 */
export const toPage = async (
  record: DocumentRecord,
  page: number,
  presign: FilesPresign,
  seconds: number,
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
  return { document_id, page, text_status: record.text_status, sheet, image_url, thumbnail_url };
};
