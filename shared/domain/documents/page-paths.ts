import { derivedPath } from '../uploads/store-path.ts';

const number = (page: number): string => String(page).padStart(4, '0');

/** Where the picture of a page is stored; pages count from 1. */
export const pageImagePath = (organizationId: string, documentId: string, page: number): string =>
  derivedPath(organizationId, documentId, `page-${number(page)}.png`);

/** Where the small picture of a page is stored. */
export const pageThumbnailPath = (organizationId: string, documentId: string, page: number): string =>
  derivedPath(organizationId, documentId, `page-${number(page)}-thumbnail.png`);
