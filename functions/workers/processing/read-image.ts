import { readFile } from 'node:fs/promises';
import { ExtractError } from '../../../shared/extract/errors.ts';
import { imagePreview } from '../../../shared/extract/image-preview.ts';
import type { FilesWrite } from '../../../shared/ports.ts';
import { type Digest, Unreadable } from './digest.ts';
import { pageImagePath, pageThumbnailPath } from './page-images.ts';

/**
 * Image and thumbnail of a picture. It carries no text of its own, which `detail` says.
 * @throws Unreadable when the picture cannot be decoded within its bounds
 */
export const readImage = async (
  path: string,
  target: { organizationId: string; documentId: string },
  files: FilesWrite,
): Promise<Digest> => {
  try {
    const { image, thumbnail, pages } = await imagePreview(await readFile(path));
    const imagePath = pageImagePath(target.organizationId, target.documentId, 1);
    const thumbnailPath = pageThumbnailPath(target.organizationId, target.documentId, 1);
    await Promise.all([files.put(imagePath, image, 'image/png'), files.put(thumbnailPath, thumbnail, 'image/png')]);
    return {
      text: null,
      title: null,
      sheets: [],
      page_count: pages,
      full_image_path: imagePath,
      thumbnail_image_path: thumbnailPath,
      chunks: [],
      summary: null,
      keywords: [],
      related_queries: [],
      detail: { text_layer: 'none' },
    };
  } catch (error) {
    if (error instanceof ExtractError) throw new Unreadable(error.code, error.message, { cause: error });
    throw error;
  }
};
