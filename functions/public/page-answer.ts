import { createHash } from 'node:crypto';
import * as z from 'zod';
import { environment } from '../../shared/environment.ts';
import { contentPolicy } from '../../shared/reference/reference-pages.ts';

/** The declaration of a page's response. */
export const pageResponse = (description: string) => ({
  description,
  contentType: 'text/html; charset=utf-8',
  schema: z.string().meta({ description: 'The page', example: '<!doctype html>' }),
  headers: {
    ETag: 'Changes with the page',
    'Cache-Control': 'The page may be cached for five minutes',
    'Content-Security-Policy': 'Restricts what the page may load: nothing from third parties',
  },
});

/** Returns a page with its caching and security headers. */
export const pageAnswer = (html: string) => {
  const { AUTH_URL } = environment();
  return {
    status: 200 as const,
    headers: {
      ETag: `"${createHash('sha256').update(html).digest('hex').slice(0, 32)}"`,
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': contentPolicy(AUTH_URL),
    },
    body: html,
  };
};
