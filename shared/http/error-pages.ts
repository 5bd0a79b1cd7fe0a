import { escapeHtml, plainPage } from '../html.ts';
import type { Middleware, Result } from './exchange.ts';
import { mergeHeaders } from './headers.ts';

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
    body: plainPage({
      title,
      content: `<p>${escapeHtml(text)}</p><small>Request ${escapeHtml(request_id ?? '')}</small>`,
    }),
  };
};

/** Returns an error as a page if the request prefers one. */
export const asPageFor = (accept: string | undefined, given: Result): Result =>
  wantsPage(accept) ? errorPage(given) : given;

/** Shows errors as pages to people who follow a link in a browser; programs get the JSON of every other operation. */
export const errorPages = (): Middleware => ({
  onError: (request) => {
    const { response, event } = request;
    if (response) request.response = asPageFor(event.headers.accept, response);
  },
});
