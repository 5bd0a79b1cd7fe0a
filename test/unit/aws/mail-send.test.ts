import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEnvironment } from '../../../shared/environment.ts';
import type { MailSend } from '../../../shared/ports.ts';
import { serveHttp } from '../../local/support.ts';

/** The next answers of SES, and the requests it received. */
let answer: (response: ServerResponse) => void;
let asked: URLSearchParams[];
let mails: MailSend;

const xml = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/xml' });
  response.end(body);
};
const fault = (status: number, code: string, message = 'No.') =>
  xml(
    status,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  );
const taken = xml(
  200,
  '<SendRawEmailResponse><SendRawEmailResult><MessageId>m-1</MessageId></SendRawEmailResult></SendRawEmailResponse>',
);

beforeAll(async () => {
  const ses = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(new URLSearchParams(await text(request)));
    answer(response);
  };
  process.env.AWS_ENDPOINT_URL_SES = await serveHttp(ses, afterAll);
  Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
  const { adapter } = await import('../../../shared/aws/adapters/mail.send.ts');
  mails = adapter(parseEnvironment({ MAIL_SENDER: 'documents@example.com', MAIL_CONFIGURATION_SET: 'mails' }));
});
beforeEach(() => {
  asked = [];
  answer = taken;
});
const send = () =>
  mails.send({ to: 'ann@example.com', raw: Buffer.from('To: eve@example.com\r\n\r\nx'), tags: { activity: 'a-1' } });

test('a mail goes to the named address only, whatever its headers contain', async () => {
  expect(await send()).toEqual({ messageId: 'm-1' });
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    ...{ Action: 'SendRawEmail', Source: 'documents@example.com', ConfigurationSetName: 'mails' },
    ...{ 'Destinations.member.1': 'ann@example.com', 'Tags.member.1.Name': 'activity', 'Tags.member.1.Value': 'a-1' },
  });
  expect([...(asked[0]?.keys() ?? [])].filter((key) => key.startsWith('Destinations'))).toHaveLength(1);
});

test.each([
  ['MessageRejected', 400, true],
  ['InvalidParameterValue', 400, true],
  ['Throttling', 400, false],
  ['MailFromDomainNotVerified', 400, false],
  ['ConfigurationSetDoesNotExist', 400, false],
  ['AccountSendingPaused', 400, false],
  ['AccessDenied', 403, false],
])('%s means that the mail was not accepted, and is not retried here', async (code, status, isFinal) => {
  answer = fault(status, code);
  await expect(send()).rejects.toMatchObject({ name: 'MailRefusal', isFinal });
  expect(asked).toHaveLength(1);
});

test('a mail of an unverified sender waits for its verification', async () => {
  answer = fault(400, 'MessageRejected', 'Email address is not verified. The following identities failed the check');
  await expect(send()).rejects.toMatchObject({ name: 'MailRefusal', isFinal: false });
});

test.each<[string, (response: ServerResponse) => void]>([
  ['an error of SES itself', fault(500, 'InternalFailure')],
  ['a broken connection', (response) => void response.destroy()],
])('%s leaves open whether the mail was accepted: SES is called once', async (_, how) => {
  answer = how;
  const error = await send().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error.name).not.toBe('MailRefusal');
  expect(asked).toHaveLength(1);
});

test('no mail is sent without a sender', async () => {
  const { adapter } = await import('../../../shared/aws/adapters/mail.send.ts');
  const none = adapter(parseEnvironment({}));
  await expect(none.send({ to: 'a@example.com', raw: Buffer.from('x'), tags: {} })).rejects.toMatchObject({
    name: 'MailRefusal',
    isFinal: true,
  });
  expect([none.sender, asked]).toEqual([null, []]);
});
