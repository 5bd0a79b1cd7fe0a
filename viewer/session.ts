import { ApiError, createApi } from '../client/client.ts';
import { texts } from './texts.ts';

/** What the page was opened for: stated by the server in the attributes of the body. */
export interface Session {
  type: 'document' | 'drawing_comparison' | 'project';
  id: string;
  permission: 'view' | 'comment' | 'review';
}

/** @throws Error if the page was not served by the viewer's operation */
export const readSession = (): Session => {
  const { type, id, permission } = document.body.dataset;
  if (!type || !id || !permission) throw new Error('The page names no record');
  return { type, id, permission } as Session;
};

const sealed = location.pathname.split('/').at(-1) ?? '';

/** The service, called with the link as token. */
export const api = createApi({ baseUrl: location.origin, token: `view_${sealed}`, longestWait: 10 });

/** Returns the sentence to show for an error of a call. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return texts.failed;
  if (error.status === 429) return texts.tooMany;
  return [401, 403, 404].includes(error.status) ? texts.linkEnded : error.message;
};
