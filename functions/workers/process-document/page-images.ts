import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import type { PdfDocument } from '../../../shared/pdf/index.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Pixels of a page image's longer side: an A1 sheet at about 150 dpi. */
const LONGEST = 5000;
/**
 * Points of a page's longer side, about A3, up to which a lower resolution suffices: such pages are read, not measured.
 */
const SMALL_PAGE_POINTS = 1200;
const SMALL_PAGE_DPI = 110;
const LARGE_PAGE_DPI = 150;
/** Characters of an image's digest: 96 bits. */
const DIGEST_CHARACTERS = 16;
/** Pixels of a thumbnail's longer side; scaled by averaging, which takes half the time of a sharper kernel. */
const THUMBNAIL = 400;

const dpiOf = ({ width, height }: { width: number; height: number }): number => {
  const longest = Math.max(width, height);
  const wanted = longest <= SMALL_PAGE_POINTS ? SMALL_PAGE_DPI : LARGE_PAGE_DPI;
  return Math.min(wanted, (LONGEST / longest) * 72);
};

/**
 * Renders one page and stores its image and thumbnail as PNG. Compression is low because drawings are mostly white, and
 * higher levels take ten times as long to save a tenth of the size.
 * @returns a digest of the image: equal for pages that look the same
 */
export const storePageImages = async (
  pdf: PdfDocument,
  page: number,
  target: { organizationId: string; documentId: string },
  files: FilesWrite,
  watch: Stopwatch,
): Promise<string> => {
  const render = async () => pdf.render(page, { dpi: dpiOf(await pdf.pageSize(page)) });
  const { data, width, height, channels } = await watch.time('pdfium', render);
  // A separate instance per image, because a clone would copy the pixels.
  const picture = () => sharp(data, { raw: { width, height, channels } }).removeAlpha();
  const encode = () =>
    Promise.all([
      picture().png({ compressionLevel: 2, adaptiveFiltering: false }).toBuffer(),
      picture().resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', kernel: 'linear' }).png().toBuffer(),
    ]);
  const [image, thumbnail] = await watch.time('images', encode);
  const { organizationId, documentId } = target;
  const store = () =>
    Promise.all([
      files.put(pageImagePath(organizationId, documentId, page), image, 'image/png'),
      files.put(pageThumbnailPath(organizationId, documentId, page), thumbnail, 'image/png'),
    ]);
  await watch.time('store', store);
  return createHash('sha256').update(image).digest('base64url').slice(0, DIGEST_CHARACTERS);
};
