import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ServicePart, startPart } from '../loopback.ts';
import { toXml } from '../s3/s3-xml.ts';
import type { SigningCredentials } from '../s3/signing.ts';
import { canonicalRequest, parseScope, sameSignature, signString, stringToSign } from '../s3/signing.ts';
import { eventsOf } from './delivery-events.ts';
import { Mailbox } from './mailbox.ts';
import { type Account, readSubmission } from './read-submission.ts';
import { SesError } from './ses-error.ts';

/**
 * Verifies Signature Version 4 of a request. Otherwise any web page that found the port could send mails with a form.
 * @throws SesError if the signature is missing or invalid
 */
function authenticateSes(request: IncomingMessage, body: Uint8Array, credentials: SigningCredentials): void {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new SesError('MissingAuthenticationToken', 'Missing Authentication Token');
  const match = /^AWS4-HMAC-SHA256 +Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  const scope = match && parseScope(match[1] ?? '');
  if (!match || scope?.service !== 'ses') {
    throw new SesError('IncompleteSignature', 'The request signature does not conform to AWS standards.');
  }
  if (scope.accessKeyId !== credentials.accessKeyId) {
    throw new SesError('InvalidClientTokenId', 'The security token included in the request is invalid.');
  }
  const timestamp = String(request.headers['x-amz-date'] ?? '');
  const canonical = canonicalRequest({
    method: request.method ?? '',
    path: '/',
    query: [],
    signedHeaders: (match[2] ?? '').split(';'),
    header: (name) => request.headersDistinct[name]?.join(',') ?? '',
    payloadHash: createHash('sha256').update(body).digest('hex'),
  });
  const text = stringToSign(timestamp, scope, canonical);
  if (sameSignature(match[3] ?? '', signString(credentials.secretAccessKey, scope, text))) return;
  throw new SesError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  );
}

/** Bytes of the largest mail in base64 with every character escaped. */
const LARGEST_BODY = 48 * 1024 * 1024;
const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

export interface MailPart extends ServicePart {
  mailbox: Mailbox;
}

/** Starts the embedded SES: SendRawEmail of its Query API, delivering to the mailbox of the data directory. */
export async function startMail(
  options: { dataDirectory: string; credentials: SigningCredentials } & Account,
): Promise<MailPart> {
  const mailbox = new Mailbox(options.dataDirectory);
  const part = await startPart((request, response) => {
    void answer(request, response, mailbox, options);
  });
  return {
    endpoint: part.endpoint,
    mailbox,
    async stop() {
      await part.stop();
      mailbox.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  mailbox: Mailbox,
  options: { credentials: SigningCredentials } & Account,
): Promise<void> {
  const requestId = randomUUID();
  try {
    const body = await readBody(request);
    authenticateSes(request, body, options.credentials);
    const form = new URLSearchParams(body.toString());
    const action = form.get('Action');
    if (action !== 'SendRawEmail') throw new SesError('InvalidAction', `${action} is not available on one machine.`);
    const submission = await readSubmission(form, options);
    const messageId = `${randomBytes(8).toString('hex')}-${randomUUID()}-000000`;
    const mail = { ...submission, messageId, acceptedAt: Date.now() };
    mailbox.add(mail, submission.configurationSet === undefined ? [] : eventsOf(mail));
    const result = { SendRawEmailResult: { MessageId: messageId }, ResponseMetadata: { RequestId: requestId } };
    send(response, 200, toXml('SendRawEmailResponse', result, NAMESPACE));
  } catch (error) {
    const known = error instanceof SesError ? error : new SesError('InternalFailure', 'An internal error.');
    const Type = known.status < 500 ? 'Sender' : 'Receiver';
    const content = { Error: { Type, Code: known.code, Message: known.message }, RequestId: requestId };
    send(response, known.status, toXml('ErrorResponse', content, NAMESPACE));
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  // Read to its end, because a response sent before would be lost when the connection is reset.
  if (size > LARGEST_BODY) throw new SesError('InvalidParameterValue', 'The request is too large.');
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
}
