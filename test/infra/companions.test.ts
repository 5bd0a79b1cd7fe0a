import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleAll } from '../../infra/build/build.ts';

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 43>>stream
BT /F 24 Tf 20 40 Td (Sheet A-101) Tj ET  
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Uses everything that runs outside the function's own file, as a worker's bundle does. */
const source = `
import { openPdf } from './shared/pdf/index.ts';
import { extractTextSafely } from './shared/extract/extract-safely.ts';
import { imagePreview } from './shared/extract/image-preview.ts';
export const handler = async ({ pdf }) => {
  const document = await openPdf(Buffer.from(pdf));
  const { words } = await document.pageText(1);
  const picture = await document.render(1, { dpi: 72, grey: true });
  await document.close();
  const { pages } = await extractTextSafely('csv', Buffer.from('number,title\\nA-101,Plan'));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
  const { width, height } = await imagePreview(Buffer.from(svg));
  return { words: words.map(({ text }) => text), pages, page: [picture.width, picture.height], size: [width, height] };
};`;

describe('a bundle with threads and child processes', () => {
  let out: string;
  let bundle: Bundle;
  let answer: { words: string[]; pages: { text: string }[]; page: number[]; size: number[] };

  beforeAll(async () => {
    // Away from the project and its packages, as in Lambda, so that files missing from the bundle are not found
    // elsewhere.
    out = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'lambda');
    [bundle] = (await bundleAll([{ id: 'worker', ports: [], source }], { out })) as [Bundle];
    const script = `
      const { handler } = await import(${JSON.stringify(pathToFileURL(join(bundle.folder, 'index.mjs')))});
      console.log(JSON.stringify(await handler({ pdf: ${JSON.stringify(pdf)} })));
      process.exit(0);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: out,
      env: {},
    });
    answer = JSON.parse(output) as typeof answer;
  });
  afterAll(() => rmSync(dirname(out), { recursive: true, force: true }));

  test('reads a PDF with the WebAssembly module beside it', () => {
    expect(answer.words).toEqual(['Sheet', 'A-101']);
    expect(answer.page).toEqual([200, 100]);
  });

  test('reads a text file in a thread', () => {
    expect(answer.pages[0]!.text).toContain('A-101');
  });

  test('renders an image with the native library beside it', () => {
    expect(answer.size).toEqual([40, 30]);
    expect(bundle.packages).toEqual(
      expect.arrayContaining(['sharp', '@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64']),
    );
  });
});
