import { randomUUID } from 'node:crypto';
import { SESClient, SendEmailCommand, SendRawEmailCommand, type SendRawEmailCommandInput } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Mailbox } from '../../infra/local/ses/mailbox.ts';
import { type LocalService, startLocal } from '../../infra/local/start-local.ts';
import { temporaryDirectory } from './support.ts';

const SENDER = 'documents@example.com';

let service: LocalService;
const dataDir = temporaryDirectory(afterAll);
const start = () =>
  startLocal({
    ...{ port: 0, dataDir, quiet: true, registry: { operations: [], workers: [] } },
    environment: { MAIL_SENDER: `Harbour Build <${SENDER}>` },
  });
beforeAll(async () => {
  service = await start();
});
afterAll(() => service.stop());

const mail = (headers: Record<string, string>, body = 'Revised.') =>
  Buffer.from(
    `${Object.entries({ From: SENDER, To: 'ann@example.com', Subject: 'A-101', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );

/** A client with the credentials and endpoint of the functions. */
const client = (more: ConstructorParameters<typeof SESClient>[0] = {}) => {
  const ses = new SESClient({ maxAttempts: 1, ...more });
  onTestFinished(() => ses.destroy());
  return ses;
};
const sendRaw = async (Data: Uint8Array, more: Partial<SendRawEmailCommandInput> = {}) =>
  (await client().send(new SendRawEmailCommand({ RawMessage: { Data }, ...more }))).MessageId;

const see = async (path: string) => {
  const response = await fetch(`${service.baseUrl}/mail${path}`, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const newest = async () => JSON.parse((await see('/mails.json')).text)[0];

describe('SendRawEmail', () => {
  it('accepts what the SDK sends; programs read it as JSON', async () => {
    const messageId = await sendRaw(mail({ Subject: '=?utf-8?B?R3LDvMOfZQ==?=' }), {
      ...{ Source: SENDER, Destinations: ['Bob <bob@example.com>'], ConfigurationSetName: 'construction' },
      Tags: [{ Name: 'activity', Value: 'a-1' }],
    });

    expect(messageId).toMatch(/^[0-9a-f]{16}-[0-9a-f-]{36}-000000$/);
    expect(await newest()).toMatchObject({
      ...{ message_id: messageId, from: SENDER, recipients: ['bob@example.com'], subject: 'Grüße' },
      ...{ text: expect.stringContaining('Revised.'), attachments: [] },
    });
  });

  it('takes the recipients from the headers if none are given', async () => {
    await sendRaw(mail({ To: 'Team: a@example.com, b@example.com;', Cc: 'a@example.com, "C, D" <c@example.com>' }));
    expect((await newest()).recipients).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  it('lets programs read the mails to one recipient', async () => {
    const Subject = randomUUID();
    await sendRaw(mail({ To: 'someone+1@example.com, other@example.com', Subject }));
    await sendRaw(mail({ To: 'other@example.com' }));
    const to = async (address: string) =>
      (JSON.parse((await see(`/mails.json?to=${encodeURIComponent(address)}`)).text) as { subject: string }[]).map(
        ({ subject }) => subject,
      );
    expect(await to('someone+1@example.com')).toEqual([Subject]);
    expect(await to('one+1@example.com')).toEqual([]);
    expect((await to('other@example.com')).slice(1)).toEqual([Subject]);
  });

  const numbers = (length: number) => Array.from({ length }, (_, i) => i);
  it.each([
    [{ From: 'else@example.com' }, {}, 'MessageRejected', /not verified.*US-EAST-1: else@example.com/],
    [{ From: `${SENDER}, else@example.com` }, {}, 'MessageRejected', /not verified/],
    [{ Sender: 'else@example.com' }, {}, 'MessageRejected', /not verified/],
    [{}, { Source: 'else@example.com' }, 'MessageRejected', /not verified/],
    [{ Subject: 'one\r\nSubject: two' }, {}, 'InvalidParameterValue', /Duplicate header 'subject'/],
    [{ To: '' }, {}, 'InvalidParameterValue', /Missing required header 'To'/],
    [{}, { Destinations: ['ann'] }, 'InvalidParameterValue', /Missing final '@domain'/],
    [{}, { Destinations: ['ann@example.com, bob@example.com'] }, 'InvalidParameterValue', /Illegal address/],
    [{}, { Destinations: ['ann@exa mple.com'] }, 'InvalidParameterValue', /Illegal address/],
    [{}, { Destinations: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`) }, 'InvalidParameterValue', /50/],
    [{}, { ConfigurationSetName: 'other' }, 'ConfigurationSetDoesNotExistException', /<other> does not exist/],
    [{ 'X-SES-CONFIGURATION-SET': 'other' }, {}, 'ConfigurationSetDoesNotExistException', /<other>/],
    [{}, { Tags: [{ Name: 'activity', Value: 'a b' }] }, 'InvalidParameterValue', /Invalid tag <a b>/],
    [{}, { Tags: [{ Name: 'activity', Value: 'v'.repeat(257) }] }, 'InvalidParameterValue', /Invalid tag/],
    [{}, { Tags: ['1', '2'].map((Value) => ({ Name: 'a', Value })) }, 'InvalidParameterValue', /Duplicate message tag/],
    [{}, { Tags: numbers(51).map((i) => ({ Name: `t${i}`, Value: 'x' })) }, 'InvalidParameterValue', /Tag count/],
    [{ Subject: 'x'.repeat(990) }, {}, 'InvalidParameterValue', /998 characters/],
  ])('rejects %o with %o', async (headers: Record<string, string>, more, name, message) => {
    const before = await newest();
    await expect(sendRaw(mail(headers), more)).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
    expect(await newest()).toEqual(before);
  });

  it('rejects signatures other than those of the functions, and other actions', async () => {
    const command = () => new SendRawEmailCommand({ RawMessage: { Data: mail({}) } });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'guessed' };
    await expect(client({ credentials }).send(command())).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const stranger = { accessKeyId: 'stranger', secretAccessKey: 'guessed' };
    await expect(client({ credentials: stranger }).send(command())).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
    });
    const unsigned = await fetch(String(process.env.AWS_ENDPOINT_URL_SES), { method: 'POST', body: 'Action=x' });
    expect([unsigned.status, await unsigned.text()]).toEqual([403, expect.stringContaining('MissingAuthentication')]);
    const Message = { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } };
    const other = new SendEmailCommand({ Source: SENDER, Destination: { ToAddresses: ['a@example.com'] }, Message });
    await expect(client().send(other)).rejects.toThrow(/SendEmail is not available on one machine/);
  });
});

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const withParts = () =>
  Buffer.from(
    [
      ...[`From: Harbour Build <${SENDER}>`, 'To: ann@example.com', 'Subject: <b>A-101</b> & "others"'],
      ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=outer', ''],
      ...['--outer', 'Content-Type: multipart/alternative; boundary=inner', ''],
      ...['--inner', 'Content-Type: text/plain; charset=utf-8', '', 'Three <changes>.'],
      ...['--inner', 'Content-Type: text/html; charset=utf-8', ''],
      '<html><head><title>x</title></head><body><p>Three changes.</p><img src="cid:overlay%40mail"><img src="https://tracker.test/p.png"><script>alert(1)</script></body></html>',
      ...['--inner--', '--outer', 'Content-Type: image/png', 'Content-ID: <overlay@mail>'],
      ...['Content-Disposition: inline; filename=overlay.png', 'Content-Transfer-Encoding: base64', '', PICTURE],
      ...['--outer', 'Content-Type: text/html; name=page.html'],
      ...['Content-Disposition: attachment; filename="pa\'ge.html"', '', '<script>alert(2)</script>', '--outer--', ''],
    ].join('\r\n'),
  );

describe('the viewer', () => {
  it('shows HTML, text, headers, attachments and the source, without running anything of the mail', async () => {
    const raw = withParts();
    await sendRaw(raw);
    const { id } = await newest();

    const list = await see('');
    expect(list.text).toContain('&lt;b&gt;A-101&lt;/b&gt; &amp; &quot;others&quot;');
    expect(list.text).not.toContain('<b>A-101');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-");

    const page = await see(`/${id}`);
    expect(page.text).toMatch(new RegExp(`<iframe [^>]*src="/mail/${id}/html" sandbox="allow-popups[^"]*">`));
    expect(page.text).not.toContain('alert(1)');
    const html = await see(`/${id}/html`);
    const policy = html.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/script|allow-same-origin|https?:/);
    expect(html.text).toContain(`<head><base target="_blank">`);
    expect(html.text).toContain(`<img src="data:image/png;base64,${PICTURE}">`);

    expect((await see(`/${id}?view=text`)).text).toContain('aria-label="Text of the mail">Three &lt;changes&gt;.');
    expect((await see(`/${id}?view=headers`)).text).toContain('<th scope="row">MIME-Version</th><td>1.0</td>');
    const source = await fetch(`${service.baseUrl}/mail/${id}/raw`);
    expect(Buffer.from(await source.arrayBuffer())).toEqual(raw);
    const attached = await see(`/${id}/attachments/1`);
    expect(attached.text.trim()).toBe('<script>alert(2)</script>');
    expect(attached.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pa%27ge.html");
    expect(attached.headers.get('content-security-policy')).toContain('sandbox');
    for (const { headers } of [list, page, html, attached]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('has pages, and returns 404 and 405', async () => {
    for (const path of ['/x', '/999999', '/1/other', '/1/attachments/9', '/1/attachments/-1', '/mails.json/x']) {
      expect((await see(path)).status, path).toBe(404);
    }
    expect((await fetch(`${service.baseUrl}/mail`, { method: 'DELETE' })).status).toBe(405);
    const { id } = await newest();
    expect((await see(`?before=${id}`)).text).not.toContain(`href="/mail/${id}"`);
    expect((await see('?before=1')).text).toContain('None yet');
  });
});

describe('the mailbox', () => {
  it('keeps its mails through a restart', async () => {
    const messageId = await sendRaw(mail({ Subject: 'Kept' }));
    await service.stop();
    service = await start();
    expect(await newest()).toMatchObject({ message_id: messageId, subject: 'Kept' });
  });

  it('keeps the newest mails within its limits of number and size, and at least one', () => {
    const mailbox = new Mailbox(temporaryDirectory(), { mails: 3, bytes: 100 });
    onTestFinished(() => mailbox.close());
    const add = (subject: string, size: number) =>
      mailbox.add(
        { messageId: subject, acceptedAt: 0, from: '', recipients: [], subject, raw: new Uint8Array(size) },
        [],
      );
    const kept = () => mailbox.list(10).map(({ subject }) => subject);
    for (const subject of ['a', 'b', 'c', 'd']) add(subject, 10);
    expect(kept()).toEqual(['d', 'c', 'b']);
    add('e', 85);
    expect(kept()).toEqual(['e', 'd']);
    add('f', 500);
    expect(kept()).toEqual(['f']);
  });
});

it('SendRawEmail accepts exactly 10 MiB at most', async () => {
  const head = mail({}, '').length;
  const body = (bytes: number) => `${'x'.repeat(76)}\r\n`.repeat(Math.ceil(bytes / 78)).slice(0, bytes);
  const largest = 10 * 1024 * 1024;
  expect(await sendRaw(mail({}, body(largest - head)))).toMatch(/-000000$/);
  await expect(sendRaw(mail({}, body(largest - head + 1)))).rejects.toThrow(/more than 10485760 bytes/);
});
