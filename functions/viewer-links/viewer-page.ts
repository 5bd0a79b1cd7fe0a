import type { ViewerLink } from '../../shared/domain/access/viewer-link.ts';
import { escapeHtml, htmlPage } from '../../shared/html.ts';

const ASSETS = '/api/public/assets';

/** Returns the page of the viewer, whose script reads the record and the permission from the body's attributes. */
export const viewerPage = (title: string, { record: { type, id }, permission }: ViewerLink): string =>
  htmlPage({
    title,
    head: `<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${ASSETS}/viewer.css">`,
    body: `<body data-type="${type}" data-id="${escapeHtml(id)}" data-permission="${permission}">
<noscript>The viewer requires JavaScript.</noscript>
<script type="module" src="${ASSETS}/viewer.js"></script>
</body>`,
  });

/**
 * Returns the content security policy of the viewer.
 * @param files the origin of images
 * @param ancestors origins of the pages that may embed the viewer
 */
export const viewerPolicy = (files: string, ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${files}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ');
