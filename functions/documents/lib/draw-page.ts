import { join } from 'node:path';
import sharp from 'sharp';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { FilesRead } from '../../../shared/ports.ts';
import { inTemporaryFolder } from '../../../shared/temporary-folder.ts';

/** Milliseconds for one call into the file, which leave time for the response. */
const TIMEOUT = 20_000;
/** Above this size a PNG does not fit into a response, as base64. */
const LARGEST_PNG = 4_000_000;

/** Part of a page in fractions of its width and height, and the width in pixels to draw it at. */
export interface PagePart {
  x: number;
  y: number;
  width: number;
  height: number;
  pixels: number;
}

/** An encoded image. */
export interface PagePicture {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/webp';
}

/** Converts fractions to points and pixels to a resolution; an image is at most four times as high as wide. */
const renderingOf = (part: PagePart, page: { width: number; height: number }) => {
  const clip = {
    x: part.x * page.width,
    y: part.y * page.height,
    width: part.width * page.width,
    height: part.height * page.height,
  };
  const height = Math.max(1, Math.round((part.pixels * clip.height) / clip.width));
  const fitted = Math.min(1, (4 * part.pixels) / height);
  const width = Math.max(1, Math.round(part.pixels * fitted));
  return { clip, dpi: (72 * width) / clip.width };
};

/**
 * Draws part of a page of a PDF.
 * @throws Conflict if the file cannot be drawn
 */
export const drawPage = async (
  { store_path, document_id }: DocumentRecord,
  page: number,
  part: PagePart,
  files: FilesRead,
): Promise<PagePicture> => {
  try {
    const { data, width, height, channels } = await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'file.pdf');
      await files.download(store_path, file);
      await using pdf = await openPdf(file, { timeoutMs: TIMEOUT });
      return pdf.render(page, renderingOf(part, await pdf.pageSize(page)));
    });
    const picture = () => sharp(data, { raw: { width, height, channels } }).removeAlpha();
    const png = await picture().png({ compressionLevel: 2, adaptiveFiltering: false }).toBuffer();
    if (png.length <= LARGEST_PNG) return { bytes: png, contentType: 'image/png' };
    return { bytes: await picture().webp({ quality: 80 }).toBuffer(), contentType: 'image/webp' };
  } catch (error) {
    if (error instanceof FileError) throw new Conflict(`Document ${document_id} cannot be drawn: ${error.message}`);
    throw error;
  }
};
