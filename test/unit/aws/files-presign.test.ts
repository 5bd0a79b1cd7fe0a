import { expect, test, vi } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/files.presign.ts';
import { parseEnvironment } from '../../../shared/environment.ts';

vi.stubEnv('AWS_REGION', 'eu-central-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://localhost:1');

const presign = adapter(parseEnvironment({ FILES_BUCKET: 'files' }));
const sha256 = 'ab'.repeat(32);
const checksum = Buffer.from(sha256, 'hex').toString('base64');
const terms = { path: 'uploads/a.pdf', size: 9, mimeType: 'application/pdf', sha256: null, expiresInSeconds: 60 };
const TAG = 'registered=no';

test('a download link has a file name in any script, and expires', async () => {
  const url = new URL(await presign.download('a/b.pdf', 'Grundriß "1" (neu).pdf', 300));
  expect(url.pathname).toBe('/files/a/b.pdf');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url.searchParams.get('response-content-disposition')).toBe(
    `attachment; filename="Grundri_ _1_ (neu).pdf"; filename*=UTF-8''Grundri%C3%9F%20%221%22%20%28neu%29.pdf`,
  );
});

test('a name in a download link has no characters that change its direction', async () => {
  const url = new URL(await presign.download('a/b.pdf', '\u202efdp.exe \u2067مخطط', 300));
  expect(url.searchParams.get('response-content-disposition')).toBe(
    `attachment; filename="fdp.exe ____"; filename*=UTF-8''fdp.exe%20%D9%85%D8%AE%D8%B7%D8%B7`,
  );
});

test('a link for viewing has no file name', async () => {
  const url = new URL(await presign.view('a/b.png', 60));
  expect([url.pathname, url.searchParams.get('X-Amz-Expires')]).toEqual(['/files/a/b.png', '60']);
  expect(url.searchParams.has('response-content-disposition')).toBe(false);
});

test.each([null, sha256])('a PUT accepts only the announced file, with checksum %s', async (announced) => {
  const { method, url, headers, fields } = await presign.put({ ...terms, sha256: announced });
  expect([method, fields]).toEqual(['PUT', {}]);
  expect(headers).toEqual({
    'content-type': 'application/pdf',
    'content-length': '9',
    'if-none-match': '*',
    'x-amz-tagging': TAG,
    ...(announced && { 'x-amz-checksum-sha256': checksum }),
  });
  const { searchParams } = new URL(url);
  expect(searchParams.get('X-Amz-Expires')).toBe('60');
  expect(searchParams.get('X-Amz-SignedHeaders')?.split(';').sort()).toEqual([...Object.keys(headers), 'host'].sort());
});

test.each([null, sha256])('a POST policy states the same, with checksum %s', async (announced) => {
  const { method, fields, headers } = await presign.post({ ...terms, sha256: announced });
  expect([method, headers]).toEqual(['POST', {}]);
  const exact = {
    'Content-Type': 'application/pdf',
    ...(announced && { 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-sha256': checksum }),
  };
  expect(fields).toMatchObject({ key: 'uploads/a.pdf', ...exact });
  const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      ['content-length-range', 9, 9],
      ...Object.entries(exact).map(([field, value]) => ['eq', `$${field}`, value]),
    ]),
  );
  expect('x-amz-checksum-sha256' in fields).toBe(announced !== null);
});
