import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { ASSET_NAMES } from '../../shared/reference/assets.ts';
import { bundlesOfAll } from './assembly.ts';

describe('the function of the reference files', async () => {
  const bundle = (await bundlesOfAll()).find(({ id }) => id === 'reference-asset')!;
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  // Away from the project and its packages, as in Lambda.
  cpSync(bundle.folder, folder, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const sample = JSON.parse(readFileSync(join(root, 'events/reference-asset.json'), 'utf8'));

  /** Each file in each encoding, by one cold process. */
  const answers = (encodings: readonly string[]) => {
    const events = ASSET_NAMES.flatMap((name) =>
      encodings.map((encoding) => ({
        ...sample,
        headers: { ...sample.headers, 'accept-encoding': encoding },
        pathParameters: { name },
      })),
    );
    const script = `
      const { handler } = await import('./index.mjs');
      const context = { awsRequestId: 'run', functionName: 'alone', getRemainingTimeInMillis: () => 600_000 };
      const answers = [];
      for (const event of ${JSON.stringify(events)}) answers.push(await handler(event, context));
      console.log(JSON.stringify(answers));`;
    const options = { cwd: folder, env: { LOG_LEVEL: 'silent' }, maxBuffer: 2 ** 26, encoding: 'utf8' as const };
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], options)) as {
      statusCode: number;
      headers: Record<string, string>;
      body: string;
      isBase64Encoded: boolean;
    }[];
  };

  test("serves each file compressed at build time, without its packages, within Lambda's response limit", () => {
    const all = answers(['br', 'gzip', 'identity']);
    expect(all).toHaveLength(ASSET_NAMES.length * 3);
    for (let i = 0; i < all.length; i += 3) {
      const three = all.slice(i, i + 3);
      expect(three.map(({ statusCode, isBase64Encoded }) => [statusCode, isBase64Encoded])).toEqual(
        Array(3).fill([200, true]),
      );
      expect(three.map(({ headers }) => headers['Content-Encoding'])).toEqual(['br', 'gzip', undefined]);
      expect(new Set(three.map(({ headers }) => headers.ETag)).size).toBe(3);
      const [br, gzip, identity] = three.map(({ body }) => Buffer.from(body, 'base64'));
      expect(brotliDecompressSync(br!).equals(identity!)).toBe(true);
      expect(gunzipSync(gzip!).equals(identity!)).toBe(true);
      for (const answer of three) expect(JSON.stringify(answer).length).toBeLessThan(6 * 2 ** 20);
    }
    expect(all.some(({ body }) => Buffer.from(body, 'base64').includes('cdn.redoc.ly'))).toBe(false);
  });

  test('is small: no other bundle contains the files it serves', async () => {
    expect(bundle.unpackedBytes).toBeLessThan(8 * 2 ** 20);
    const others = (await bundlesOfAll()).filter(({ id, inputs }) => {
      return id !== 'reference-asset' && inputs.includes('shared/reference/read-asset.ts');
    });
    expect(others).toEqual([]);
  });
});
