import { derivedPath } from '../uploads/store-path.ts';

const number = (page: number): string => String(page).padStart(4, '0');

/** Returns the path of the image of a page, numbered from 1. */
export const pageImagePath = (organizationId: string, documentId: string, page: number): string =>
  derivedPath(organizationId, documentId, `page-${number(page)}.png`);

/** Returns the path of the thumbnail of a page. */
export const pageThumbnailPath = (organizationId: string, documentId: string, page: number): string =>
  derivedPath(organizationId, documentId, `page-${number(page)}-thumbnail.png`);
