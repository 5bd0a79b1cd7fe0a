import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Returns the targets of a page's links and images within the repository, without code. */
const linksOf = (page: string): string[] => {
  const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((each) => !/^\w+:/.test(each));
};

test('every link of a page leads to an existing file of the repository, and to an existing heading', () => {
  const targets = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  expect(targets.length).toBeGreaterThan(50);
  const broken = targets.filter(({ page, link }) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

test('the map of the architecture names the tests of every part of the source', () => {
  const linked = linksOf('docs/architecture.md').map((link) => join('docs', link));
  const tests = globSync('test/unit/*/**/*.test.ts', { cwd: root });
  const folders = new Set(tests.map((path) => path.split('/').slice(0, 3).join('/')));
  expect([...folders].filter((folder) => !linked.includes(folder))).toEqual([]);
  const groups = readdirSync(join(root, 'functions')).filter((name) => !['registry.ts', 'package.json'].includes(name));
  const known = linked.filter((path) => path.startsWith('functions/')).map((path) => path.split('/')[1]);
  expect(groups.filter((group) => !known.includes(group) && !['public', 'workers'].includes(group))).toEqual([]);
});
