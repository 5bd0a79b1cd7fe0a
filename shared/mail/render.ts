import { cutText } from '../domain/cut-text.ts';
import type { TemplateRecord } from '../domain/mail/mail-template.ts';
import { replacePlaceholders } from '../domain/mail/placeholders.ts';
import { escapeHtml } from '../html.ts';
import { type Place, scanHtml } from './scan-html.ts';

/** Values of a template's variables; a missing one is written as empty. */
export type Values = Readonly<Record<string, string>>;
export type Texts = Pick<TemplateRecord, 'subject' | 'body' | 'html_body'>;

/** Mail clients truncate longer subjects. */
const MAXIMUM_SUBJECT = 200;

/** Control characters except tab and line feed, and characters that change the text direction. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const clean = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '');
const oneLine = (value: string): string => clean(value).replace(/\s+/g, ' ').trim();

/** Returns an address that a client may follow or display; empty for anything else. */
const addressOf = (value: string): string => (/^(https?:\/\/[^\s"'<>]+|cid:[\w.@-]+)$/i.test(value) ? value : '');

const WRITERS: Readonly<Record<Place, (value: string) => string>> = {
  text: (value) => escapeHtml(clean(value)).replaceAll('\n', '<br>'),
  attribute: (value) => escapeHtml(oneLine(value)),
  address: (value) => escapeHtml(addressOf(value)),
  'address part': (value) => encodeURIComponent(oneLine(value)),
};

const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');

/** Removes the gaps left by lines that contained only missing values. */
const withoutGaps = (text: string): string => text.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');

/** Removes images without a source, which would be displayed as broken. */
const withoutEmptyPictures = (html: string): string => html.replace(/<img\b[^<>]*\ssrc=""[^<>]*>/gi, '');

/**
 * Renders the texts of a mail. Values cannot inject anything: they add no lines to the subject, no elements or
 * attributes to the HTML except line breaks, and braces in them are written unchanged.
 */
export const renderTemplate = ({ subject, body, html_body }: Texts, values: Values): Texts => {
  const { places } = scanHtml(html_body);
  return {
    subject: cutText(
      oneLine(replacePlaceholders(subject, ({ name }) => oneLine(valueIn(values, name)))),
      MAXIMUM_SUBJECT,
    ),
    body: withoutGaps(replacePlaceholders(body, ({ name }) => clean(valueIn(values, name)))),
    html_body: withoutEmptyPictures(
      replacePlaceholders(html_body, ({ name, start }) => {
        const place = places.get(start);
        return place ? WRITERS[place](valueIn(values, name)) : '';
      }),
    ),
  };
};
