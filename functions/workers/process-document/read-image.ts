import { readFile } from 'node:fs/promises';
import { pageImagePath, pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { imagePreview } from '../../../shared/extract/image-preview.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import type { FileDigest } from './file-digest.ts';

const nothing: FileDigest = {
  text: null,
  title: null,
  sheets: [],
  page_count: null,
  full_image_path: null,
  thumbnail_image_path: null,
  sections: [],
  chunks: [],
  summary: null,
  keywords: [],
  related_queries: [],
  detail: null,
  needs_ocr: false,
};

/**
 * Stores image and thumbnail of a picture. A picture has no text layer, which `detail` states; for a format without a
 * decoder no preview is stored.
 * @throws FileError if the picture cannot be decoded or is too large
 */
export const readImage = async (
  path: string,
  target: { organizationId: string; documentId: string },
  files: FilesWrite,
  recognisable: boolean,
): Promise<FileDigest> => {
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
