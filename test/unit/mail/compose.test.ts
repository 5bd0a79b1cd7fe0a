import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { oneAddress } from '../../../shared/domain/mail/address.ts';
import { builtInTemplates } from '../../../shared/mail/built-in/built-in-templates.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { renderTemplate } from '../../../shared/mail/render.ts';

/** Values that attack a mail: further recipients and headers, boundaries, encoded words, files, braces. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'\r\n\0 :;,<>@"=?-_ab\u2028'.split('')), maxLength: 40 }),
  fc.constantFrom(
    'a\r\nBcc: eve@example.com',
    'a\nTo: eve@example.com\n\nbody',
    'a\r\n\r\n<script>alert(1)</script>',
    '=?utf-8?Q?=0D=0ABcc:_eve=40example.com?=',
    'eve@example.com, ann@example.com',
    '"ann" <eve@example.com>',
    '----_NmP--\r\nContent-Type: text/html\r\n\r\n<b>',
    '{{other}}',
    'file:///etc/passwd',
    '\ud800',
  ),
);
const values = fc.record(Object.fromEntries(['title', 'name', 'other'].map((name) => [name, hostile])));
const template = {
  subject: '{{title}} of {{name}}',
  body: 'Dear {{name}}\n\n{{title}}',
  html_body: '<p title="{{name}}">{{title}}</p>',
};
const HEADERS = ['from', 'to', 'subject', 'auto-submitted', 'message-id', 'date', 'mime-version', 'content-type'];

const mailOf = (given: Record<string, string>, name: string | null) =>
  composeMail({
    from: 'Harbour Build <documents@example.com>',
    to: { name, address: 'ann@example.com' },
    texts: renderTemplate(template, given),
    pictures: [],
  });

test('no value and no name adds a recipient, a header or a part', async () => {
  await fc.assert(
    fc.asyncProperty(values, fc.option(hostile), async (given, name) => {
      const raw = await mailOf(given, name);
      const mail = await PostalMime.parse(raw);
      const keys = mail.headers.map(({ key }) => key);
      expect(keys.filter((key) => !HEADERS.includes(key))).toEqual([]);
      expect(new Set(keys).size).toBe(keys.length);
      expect(mail.to?.map(({ address, group }) => [address, group])).toEqual([['ann@example.com', undefined]]);
      expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []]);
      expect(mail.from?.address).toBe('documents@example.com');
    }),
    { numRuns: 300 },
  );
});

test('texts arrive as rendered, and {{other}} in a value is left alone', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const texts = renderTemplate(template, { ...given, title: `{{other}} ${given.title}`, other: 'EXPANDED' });
      const mail = await PostalMime.parse(
        await composeMail({ from: 'a@example.com', to: { name: null, address: 'b@example.com' }, texts, pictures: [] }),
      );
      expect(mail.subject).toContain('{{other}}');
      expect(mail.html).toContain('{{other}}');
      expect([mail.subject, mail.text, mail.html].join()).not.toContain('EXPANDED');
      expect(mail.text?.replace(/\s+/g, ' ').trim()).toBe(texts.body.replace(/\s+/g, ' ').trim());
    }),
    { numRuns: 200 },
  );
});

test('a text that is not exactly one address is rejected', () => {
  for (const text of ['a@example.com, b@example.com', 'A <a@example.com>', 'a@example.com\r\nBcc: b@x.org', 'a', '']) {
    expect(oneAddress(text), text).toBeUndefined();
  }
  fc.assert(fc.property(hostile, (text) => !/[\s,;<>"()]/.test(oneAddress(text) ?? '')));
  expect(oneAddress('ann.lee+site@mail.example.com')).toBe('ann.lee+site@mail.example.com');
  expect(oneAddress(null)).toBeUndefined();
});

test('an image is embedded in the mail, under the name that the HTML uses', async () => {
  const [built] = builtInTemplates().filter(({ notification_type }) => notification_type === 'comparison_completed');
  const texts = renderTemplate(built!, { picture_url: 'cid:picture@mail', drawing_number: 'A-101' });
  const bytes = new Uint8Array([137, 80, 78, 71]);
  const picture = { cid: 'picture@mail', filename: 'overlay.png', mimeType: 'image/png' as const, bytes };
  const to = { name: 'Ann', address: 'ann@example.com' };
  const raw = await composeMail({ from: 'a@example.com', to, texts, pictures: [picture] });
  const mail = await PostalMime.parse(raw);
  expect(mail.html).toContain('src="cid:picture@mail"');
  expect(mail.attachments).toMatchObject([
    { contentId: '<picture@mail>', mimeType: 'image/png', disposition: 'inline', related: true },
  ]);
  expect(mail.text).toContain('A-101');
});

test('one-click unsubscribe headers are present if the mail has an unsubscribe link', async () => {
  const texts = renderTemplate(template, {});
  const to = { name: null, address: 'ann@example.com' };
  const unsubscribeUrl = 'https://example.com/u/token';
  const mail = await PostalMime.parse(
    await composeMail({ from: 'a@example.com', to, texts, pictures: [], unsubscribeUrl }),
  );
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});
