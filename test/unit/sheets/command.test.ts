import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSheet, encryptedPdf, notAPdf, truncatedPdf, zeroByteFile } from '../../../infra/demo/drawings/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const command = (args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const path = join(import.meta.dirname, '../../../infra/commands/sheets.ts');
    const child = execFile(process.execPath, [path, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

const saved = async (name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

test('the command prints the sheets of a file as JSON and nothing else', async () => {
  const facts = { sheet_number: 'A-104', title: 'THIRD FLOOR PLAN', revision: 'C', date: '2024-03-09', scale: '1:50' };
  const { code, stdout, stderr } = await command([await saved('sheet.pdf', await drawSheet(facts))]);

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      page: 1,
      ...facts,
      confidence: Object.fromEntries(Object.keys(facts).map((field) => [field, expect.any(Number)])),
      discipline: 'architectural',
      sheet_references: [{ sheet_number: 'A-301', detail: 'A' }],
    },
  ]);
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
  ['truncated.pdf', truncatedPdf, /damaged/],
  ['encrypted.pdf', encryptedPdf, /password/],
  ['zero.pdf', zeroByteFile, /empty/],
  ['text.pdf', notAPdf, /not a PDF/],
])('%s ends the command with one clear sentence', async (name, make, reason) => {
  const { code, stdout, stderr } = await command([await saved(name, await make())]);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a directory and a missing path are reported', async () => {
  const [missing, directory, bare] = await Promise.all([
    command([join(folder, 'missing.pdf')]),
    command([folder]),
    command([]),
  ]);

  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('does not exist')]);
  expect([directory.code, directory.stderr]).toEqual([1, expect.stringContaining('not a file')]);
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--help')]);
});
