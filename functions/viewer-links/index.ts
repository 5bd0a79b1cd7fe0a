import * as createViewerLink from './create-viewer-link.ts';
import * as openViewerLink from './open-viewer-link.ts';

/** In the order of the reference pages. */
export const operations = [createViewerLink, openViewerLink];
