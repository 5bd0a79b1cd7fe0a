import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [section = ''] = /^## Add an operation\n[\s\S]*?(?=^## )/m.exec(contributing) ?? [];
const [operation = '', lines = ''] = [...section.matchAll(/^ *```ts\n([\s\S]*?)^ *```/gm)].map(([, code]) => code);
const module = /`(functions\/\w+\/[\w-]+\.ts)`/.exec(section)?.[1] ?? '';

/** A folder overlaid on the project's root: files that it lacks are read from there. */
let folder: string;
const BROKEN = 'functions/documents/broken.ts';
beforeAll(() => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'contributing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors for these files in place of the project's own. */
const errorsOf = (files: Record<string, string>): string => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDirs: ['.', root] },
    files: Object.keys(files),
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
};

test('the code of "Add an operation", with its lines in the index of its group, compiles', () => {
  const [line = '', member = ''] = lines.trim().split('\n');
  const [before = '', name = ''] = member.trim().split('[');
  const path = join(dirname(module), 'index.ts');
  const index = readFileSync(join(root, path), 'utf8');
  expect(index).toContain(`${before}[`);
  const extended = `${line.trim()}\n${index.replace(`${before}[`, `${before}[${name}`)}`;
  expect(extended).toContain('[getDocumentSummary,');
  // One run for both: exactly the file that does not compile must be reported.
  const broken = operation.replace("ports['documents.read']", "ports['documents.write']");
  const errors = errorsOf({ [module]: operation, [path]: extended, [BROKEN]: broken });
  expect(errors).toMatch(/broken\.ts.*Property 'documents\.write' does not exist/);
  expect(errors.split('\n').filter((each) => /^\S/.test(each) && !each.includes('broken.ts'))).toEqual([]);
});
