import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import { parseForm } from '../../../shared/http/multipart.ts';
import { defineOperation, type Handle } from '../../../shared/http/operation.ts';
import { invoke, type Reply, TestService } from './support/service.ts';

process.env.LOG_LEVEL = 'silent';
process.env.VALIDATE_RESPONSES = '1';

const MAXIMUM = 4 * 1024 * 1024;
const Seen = z.object({ kind: z.string(), value: z.unknown() });

const operation = defineOperation({
  id: 'create-thing',
  method: 'POST',
  path: '/api/v1/things',
  tag: 'Test',
  summary: 'Create',
  description: 'Creates.',
  auth: { scope: 'documents:write', role: 'member' },
  body: z.strictObject({ name: z.string(), metadata: z.record(z.string(), z.unknown()).optional() }),
  multipart: {
    file: 'file',
    fields: z.strictObject({ project_id: z.string(), title: z.string().max(5).optional() }),
    maximumBytes: MAXIMUM,
  },
  responses: { 201: { description: 'What was seen', schema: Seen, location: '/api/v1/things/{kind}' } },
  errors: [400, 413, 415],
  uses: [],
});
const handle: Handle<typeof operation> = async ({ body, form }) => {
  if (body) return { status: 201, body: { kind: 'json', value: body } };
  const file = form && {
    name: form.file.filename,
    type: form.file.mimeType,
    text: Buffer.from(form.file.bytes).toString('latin1'),
  };
  return { status: 201, body: { kind: 'form', value: { ...form?.fields, ...file } } };
};
const handler = lambda(operation, handle, parseForm);

let service: TestService;
let member: { authorization: string };
beforeAll(async () => {
  service = await TestService.start();
  member = await service.as();
});
afterAll(() => service.stop());

const post = (type: string | undefined, body: string | Uint8Array | undefined, headers = {}): Promise<Reply> =>
  invoke(operation, handler, {
    headers: { ...member, ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

interface Part {
  name: string;
  filename?: string | undefined;
  /** As in `filename*`: a charset, two quotes and escapes. */
  encodedName?: string;
  type?: string;
  content: string | Uint8Array;
}
const BOUNDARY = 'a boundary';
const form = (parts: Part[], boundary = BOUNDARY): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, encodedName, type, content }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(encodedName === undefined ? '' : `; filename*=${encodedName}`),
      Buffer.from(`${filename === undefined ? '' : `; filename="${filename}"`}\r\n`),
      Buffer.from(`${type ? `Content-Type: ${type}\r\n` : ''}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
const FORM = `multipart/form-data; boundary="${BOUNDARY}"`;
const project: Part = { name: 'project_id', content: 'p1' };
const file: Part = { name: 'file', filename: 'a.pdf', type: 'application/pdf', content: '%PDF' };
const problems = (reply: Reply) =>
  (reply.json.detail as { loc: string[]; type: string }[]).map(({ loc, type }) => [loc, type]);

describe('content type', () => {
  test.each(['text/plain', 'application/xml', 'application/json; charset=latin1', 'application/jsonp', undefined])(
    '%s is 415',
    async (type) => {
      const reply = await post(type, '{"name":"a"}');
      expect(reply.status).toBe(415);
      expect(reply.json.detail).toBe('Content-Type must be application/json or multipart/form-data');
    },
  );
  test.each(['application/json', 'Application/JSON; charset="UTF-8"', 'application/merge-patch+json'])(
    '%s is JSON',
    async (type) => {
      expect(await post(type, '{"name":"a"}')).toMatchObject({
        status: 201,
        json: { kind: 'json', value: { name: 'a' } },
      });
    },
  );
  test('a compressed body is 415', async () => {
    const reply = await post('application/json', '{"name":"a"}', { 'content-encoding': 'gzip' });
    expect([reply.status, reply.json.loc]).toEqual([415, ['header', 'content-encoding']]);
  });
});

describe('JSON', () => {
  const nested = (levels: number) => `{"name":"a","metadata":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  test.each([
    ['cut off', '{"name":'],
    ['a trailing comma', '{"name":"a",}'],
    ['single quotes', "{'name':'a'}"],
    ['a forbidden key', '{"name":"a","metadata":{"__proto__":{"a":1}}}'],
    ['a prototype by way of its constructor', '{"name":"a","metadata":{"constructor":{"prototype":{"a":1}}}}'],
    ['32 levels below the body', nested(32)],
    ['100,000 levels', nested(100_000)],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['half a surrogate pair', '{"name":"\\ud83d"}'],
    ['half a surrogate pair in a name', '{"name":"a","metadata":{"\\udc00":1}}'],
  ])('%s is 422', async (_name, text) => {
    const reply = await post('application/json', text);
    expect(reply.status).toBe(422);
    expect(problems(reply)).toEqual([[['body'], 'json_invalid']]);
  });

  test('that is not UTF-8 is 422', async () => {
    const reply = await post('application/json', Buffer.from('{"name":"\xe4"}', 'latin1'));
    expect(problems(reply)).toEqual([[['body'], 'json_invalid']]);
  });

  test('with a repeated name has the last value, like JSON.parse', async () => {
    const reply = await post('application/json', '{"name":"first","name":"second"}');
    expect(reply.json.value).toEqual({ name: 'second' });
  });

  test('in base64, with 31 levels below the body, and with brackets in text, is read', async () => {
    const brackets = { name: `${'['.repeat(500)}\\"{😀` };
    expect((await post('application/json', Buffer.from(JSON.stringify(brackets)))).json.value).toEqual(brackets);
    expect((await post('application/json', nested(30))).status).toBe(201);
  });

  test.each([undefined, ''])('without a body (%s) is missing', async (body) => {
    expect(problems(await post('application/json', body))).toEqual([[['body'], 'missing']]);
    expect(problems(await post(undefined, body))).toEqual([[['body'], 'missing']]);
  });

  test('of 6 MiB is read', async () => {
    expect((await post('application/json', '{"name":"a"}'.padEnd(6 * 1024 * 1024))).status).toBe(201);
  });

  test('may nest as deep beside other values as alone', async () => {
    const metadata = { list: Array.from({ length: 40 }, () => [{}, []]) };
    expect((await post('application/json', JSON.stringify({ name: 'a', metadata }))).status).toBe(201);
  });

  test('may spell whole surrogate pairs, also in names and lists', async () => {
    const text = '{"name":"\\ud83d\\ude00","metadata":{"\\ud83d\\ude00":[1,null,"\\ud83d\\ude00"]}}';
    expect((await post('application/json', text)).json.value).toEqual({
      name: '😀',
      metadata: { '😀': [1, null, '😀'] },
    });
    const half = '{"name":"a","metadata":{"list":["\\ud83d"]}}';
    expect((await post('application/json', half)).status).toBe(422);
  });

  test('above 6 MiB is 413 with a pointer to uploads', async () => {
    const reply = await post('application/json', `{"name":"${'a'.repeat(6 * 1024 * 1024)}"}`);
    expect(reply.status).toBe(413);
    expect(reply.json.detail).toEqual(expect.stringContaining('POST /api/v1/uploads'));
  });
});

describe('form', () => {
  test('with a quoted boundary and names in UTF-8 is read', async () => {
    const reply = await post(
      FORM,
      form([project, { name: 'title', content: 'Höhe' }, { ...file, filename: 'Grundriß – Süd.pdf' }]),
    );
    expect(reply.json.value).toEqual({
      project_id: 'p1',
      title: 'Höhe',
      name: 'Grundriß – Süd.pdf',
      type: 'application/pdf',
      text: '%PDF',
    });
  });

  test('keeps every byte of the file, including boundaries in it', async () => {
    const bytes = Buffer.concat([
      Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
      Buffer.from(`\r\n--${BOUNDARY.slice(0, 5)}\r\n`),
    ]);
    const reply = await post(
      'multipart/form-data; boundary=x1',
      form([file.content ? { ...file, content: bytes } : file, project], 'x1'),
    );
    expect((reply.json.value as { text: string }).text).toBe(bytes.toString('latin1'));
  });

  test('sent by fetch is read', async () => {
    const data = new FormData();
    data.set('project_id', 'p1');
    data.set('file', new File(['%PDF'], 'plan "A".pdf', { type: 'application/pdf' }));
    const sent = new Request('http://localhost', { method: 'POST', body: data });
    const reply = await post(sent.headers.get('content-type') ?? '', new Uint8Array(await sent.arrayBuffer()));
    expect(reply.json.value).toMatchObject({ text: '%PDF', type: 'application/pdf' });
  });

  test('has the file name without the path that some browsers send', async () => {
    const reply = await post(FORM, form([project, { ...file, filename: '../../etc/a.pdf' }]));
    expect(reply.json.value).toMatchObject({ name: 'a.pdf' });
  });

  test.each<[string, Part[], [string[], string][]]>([
    ['no file', [project], [[['body', 'file'], 'missing']]],
    ['an empty file input', [project, { ...file, filename: '', content: '' }], [[['body', 'file'], 'missing']]],
    ['text in place of the file', [project, { name: 'file', content: 'x' }], [[['body', 'file'], 'file_type']]],
    ['a file without a name', [project, { ...file, filename: '' }], [[['body', 'file'], 'file_type']]],
    ['two files', [project, file, file], [[['body', 'file'], 'multiple_values']]],
    ['a file of another name', [project, file, { ...file, name: 'other' }], [[['body', 'other'], 'extra_forbidden']]],
    ['a field twice', [project, project, file], [[['body', 'project_id'], 'multiple_values']]],
    ['a missing field', [file], [[['body', 'project_id'], 'missing']]],
    ['an unknown field', [project, file, { name: 'x', content: '1' }], [[['body', 'x'], 'extra_forbidden']]],
    [
      'a field that is too long',
      [project, file, { name: 'title', content: '123456' }],
      [[['body', 'title'], 'string_too_long']],
    ],
    [
      'a field above any bound',
      [project, file, { name: 'title', content: 'a'.repeat(70_000) }],
      [[['body', 'title'], 'string_too_long']],
    ],
    [
      'too many fields',
      [project, file, ...Array.from({ length: 70 }, (_, i) => ({ name: `f${i}`, content: '' }))],
      [[['body', ''], 'too_long']],
    ],
  ])('with %s is 422', async (_name, parts, expected) => {
    const reply = await post(FORM, form(parts));
    expect(reply.status).toBe(422);
    expect(problems(reply)).toEqual(expected);
  });

  /** Half a surrogate pair as UTF-16LE, which UTF-8 cannot represent. */
  const half = Buffer.from([0x41, 0x00, 0x3d, 0xd8]);
  const utf16 = 'text/plain; charset=utf-16le';
  test.each<[string, Part[], string]>([
    ['a field', [project, file, { name: 'title', type: utf16, content: half }], 'title'],
    ['the name of the file', [project, { ...file, filename: undefined, encodedName: "utf-16le''A%00%3D%D8" }], 'file'],
  ])('with half a surrogate pair in %s is 422', async (_name, parts, at) => {
    const reply = await post(FORM, form(parts));
    expect(reply.status, reply.text).toBe(422);
    expect(problems(reply)).toEqual([[['body', at], 'string_unicode']]);
  });

  test('with an empty file is read', async () => {
    const reply = await post(FORM, form([project, { ...file, content: '' }]));
    expect(reply.json.value).toMatchObject({ name: 'a.pdf', text: '' });
  });

  test('with a small file among far too much else is 413 before it is parsed', async () => {
    const fields = Array.from({ length: 70 }, (_, i) => ({ name: `f${i}`, content: 'a'.repeat(64_000) }));
    expect((await post(FORM, form([project, file, ...fields]))).status).toBe(413);
  });

  test('with a file of exactly 4 MiB is read, with a byte more 413', async () => {
    expect((await post(FORM, form([project, { ...file, content: Buffer.alloc(MAXIMUM, 'a') }]))).status).toBe(201);
    for (const size of [MAXIMUM + 1, MAXIMUM + 500_000]) {
      const reply = await post(FORM, form([project, { ...file, content: Buffer.alloc(size, 'a') }]));
      expect(reply.status).toBe(413);
      expect(reply.json.detail).toEqual(expect.stringContaining('POST /api/v1/uploads'));
    }
  });

  const whole = form([project, file]);
  test.each<[string, string, string | Buffer]>([
    ['no boundary', 'multipart/form-data', whole],
    ['another boundary', 'multipart/form-data; boundary=other', whole],
    ['no body', FORM, ''],
    ['nothing of a form', FORM, 'hello'],
    ...[0.2, 0.5, 0.8, 0.9].map((part): [string, string, Buffer] => [
      `cut at ${part}`,
      FORM,
      whole.subarray(0, Math.floor(whole.length * part)),
    ]),
  ])('with %s is 400', async (_name, type, body) => {
    const reply = await post(type, body);
    expect(reply.status).toBe(400);
    expect(reply.json.detail).toEqual(expect.stringContaining('form cannot be parsed'));
    expect(reply.json.loc).toEqual(['body']);
  });

  test('truncated anywhere is answered', async () => {
    // The last four bytes, `--` and a line end, are the closing delimiter.
    for (let length = 0; length <= whole.length - 4; length += 1) {
      expect([400, 422]).toContain((await post(FORM, whole.subarray(0, length))).status);
    }
  });
});
