import { escapeHtml, htmlPage } from '../html.ts';
import type { Middleware, Result } from './exchange.ts';
import { mergeHeaders } from './headers.ts';

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { background: Canvas; } main { max-width: 32rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; line-height: 1.3; } small { color: #5b666e; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { small { color: #9aa4ac; } }`;

/** Whether a request prefers a page: browsers name HTML, programs name JSON or nothing. */
const wantsPage = (accept = ''): boolean => {
  const types = accept.toLowerCase().split(',');
  const names = (type: string) => types.some((each) => each.trim().startsWith(type) && !/;\s*q=0(\.0*)?$/.test(each));
  return names('text/html') && !names('application/json');
};

interface Explanation {
  title: string;
  text: string;
}

/** Explains an error to a person who followed a link. */
const explain = (status: number, detail: unknown): Explanation => {
  if (status === 404) {
    return {
      title: 'This link leads to nothing',
      text: 'It may have expired or been withdrawn, or its address is not complete. Ask whoever sent it for another one.',
    };
  }
  if (status === 429 || status >= 500) {
    return { title: 'The service is not available', text: 'Try again in a few minutes.' };
  }
  const text = typeof detail === 'string' ? detail : 'Its address is not valid. Ask whoever sent it for another one.';
  return { title: 'This link cannot be followed', text };
};

/** Returns the page of an error, with the status and the request's id of the JSON that it replaces. */
const errorPage = (given: Result): Result => {
  const { detail, request_id } = JSON.parse(given.body ?? '{}') as { detail?: unknown; request_id?: string };
  const { title, text } = explain(given.statusCode ?? 500, detail);
  return {
    ...given,
    headers: mergeHeaders(given.headers, {
      'Content-Type': 'text/html; charset=utf-8',
      // Pages that may embed a viewer show why it is missing; nothing here can be clicked.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'",
    }),
    body: htmlPage({
      title,
      head: `<meta name="robots" content="noindex">\n<style>${STYLE}</style>`,
      body: `<body><main><h1>${title}</h1><p>${escapeHtml(text)}</p><small>Request ${escapeHtml(request_id ?? '')}</small></main></body>`,
    }),
  };
};

/** Shows errors as pages to people who follow a link in a browser; programs get the JSON of every other operation. */
export const errorPages = (): Middleware => ({
  onError: (request) => {
    const { response, event } = request;
    if (response && wantsPage(event.headers.accept)) request.response = errorPage(response);
  },
});
