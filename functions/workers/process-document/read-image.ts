import { readFile } from 'node:fs/promises';
import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { imagePreview } from '../../../shared/extract/image-preview.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import type { Digest } from './digest.ts';

const nothing: Digest = {
  text: null,
  title: null,
  sheets: [],
  page_count: null,
  full_image_path: null,
  thumbnail_image_path: null,
  chunks: [],
  summary: null,
  keywords: [],
  related_queries: [],
  detail: null,
  needs_ocr: false,
};

/**
 * Image and thumbnail of a picture. It carries no text of its own, which `detail` says; a format without a
 * decoder is kept without a preview.
 * @throws FileError when the picture cannot be decoded within its bounds
 */
export const readImage = async (
  path: string,
  target: { organizationId: string; documentId: string },
  files: FilesWrite,
  recognisable: boolean,
): Promise<Digest> => {
  try {
    const { image, thumbnail, pages } = await imagePreview(await readFile(path));
    const imagePath = pageImagePath(target.organizationId, target.documentId, 1);
    const thumbnailPath = pageThumbnailPath(target.organizationId, target.documentId, 1);
    await Promise.all([files.put(imagePath, image, 'image/png'), files.put(thumbnailPath, thumbnail, 'image/png')]);
    return {
      ...nothing,
      page_count: pages,
      full_image_path: imagePath,
      thumbnail_image_path: thumbnailPath,
      detail: { text_layer: 'none', scanned_pages: [1] },
      needs_ocr: recognisable,
    };
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'unsupported') throw error;
    return { ...nothing, detail: { preview: 'none', reason: error.message } };
  }
};
