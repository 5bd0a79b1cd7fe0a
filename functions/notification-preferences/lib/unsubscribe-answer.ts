import * as z from 'zod';
import type { Subscription } from '../../../shared/domain/mail/subscription.ts';
import { plainPage } from '../../../shared/html.ts';

/** Names of the mails on the pages, which contain nothing about the user. */
const MAILS: Readonly<Record<Subscription['mails'], string>> = {
  digest: 'the daily digest',
  batch: 'mails about files you uploaded',
  task_assigned: 'mails about tasks assigned to you',
  task_updated: 'mails about changes to your tasks',
  task_due: 'mails about tasks that are due',
  document_processed: 'mails about documents that have been read',
  document_failed: 'mails about documents that could not be read',
  comparison_completed: 'mails about finished comparisons',
  report_ready: 'mails about finished reports',
  webhook_disabled: 'mails about disabled webhooks',
  transmittal_sent: 'mails with documents sent to you',
  sheets_superseded: 'mails about superseded sheets that were sent to you',
};

/** The declaration of a page's response. */
export const unsubscribeResponse = (description: string) => ({
  description,
  contentType: 'text/html; charset=utf-8',
  schema: z.string().meta({ description: 'The page', example: '<!doctype html>' }),
  headers: { 'Content-Security-Policy': 'Forbids loading anything; forms may only post to this service' },
});

const page = (title: string, content: string) => ({
  status: 200 as const,
  headers: {
    'Cache-Control': 'no-store',
    // The URL carries the right to unsubscribe.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  },
  body: plainPage({ title, content }),
});

/** Asks for confirmation with a form that posts to the same URL. */
export const confirmationPage = ({ mails }: Subscription) =>
  page(
    'Unsubscribe?',
    `<p>You will no longer get ${MAILS[mails]}.</p>
<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>`,
  );

/** Confirms that the mails have been ended. */
export const endedPage = ({ mails }: Subscription) =>
  page(
    'Unsubscribed',
    `<p>You will no longer get ${MAILS[mails]}. If you have an account, you can change this in your notification preferences.</p>`,
  );
