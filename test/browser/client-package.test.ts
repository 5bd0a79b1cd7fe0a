import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { temporaryDirectory } from '../local/support.ts';
import { type Service, startService } from '../support/service.ts';
import { describeInBrowser } from './chromium.ts';

/** Follows the documentation of the client literally, with the packed client. */

const run = promisify(execFile);
/** Returns the first code block of a language below a heading. */
const sampleOf = (file: string, heading: string, language: string): string => {
  const [, section = ''] = readFileSync(join(root, file), 'utf8').split(`\n## ${heading}\n`);
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section) ?? [];
  return code ?? expect.fail(`${file} has no ${language} sample below "${heading}"`);
};
/** Programs of the machine come before those of this project: its own Node is often an older one. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

let service: Service;
let environment: Record<string, string>;
let project: string;
beforeAll(async () => {
  const folder = temporaryDirectory(afterAll);
  service = await startService();
  environment = {
    ...{ PATH: path, HOME: folder, PORT: new URL(service.baseUrl).port, DATA_DIR: service.dataDir },
    CDS_TOKEN: await service.token(),
  };
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  await run('npm', ['run', 'pack-client', '--', '--pack-destination', project], { cwd: root });
  // Its only dependency is taken from this project, so that nothing is downloaded.
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(root, 'node_modules', name));
  const [install = ''] = sampleOf('docs/client-guide.md', 'Install', 'sh').trim().split('\n');
  expect(readdirSync(project)).toContain(install.split('/').at(-1));
  await run('bash', ['-c', `${install} --offline --install-links ${dependencies.join(' ')}`], {
    cwd: project,
    env: environment,
  });
  await run('npm', ['run', '-s', 'sample', '--', project], { cwd: root });
});
afterAll(() => service?.end());

test("the guide's program runs as printed, on the machine's own Node", async () => {
  writeFileSync(join(project, 'sample.js'), sampleOf('docs/client-guide.md', 'The typed client', 'js'));
  const { stdout } = await run('node', ['sample.js'], { cwd: project, env: environment });
  const [sheet, ...lines] = stdout.trim().split('\n');
  expect(sheet).toBe('A-101 B');
  const link = lines.findIndex((line) => line.startsWith('http'));
  expect(lines.slice(0, link).map((line) => line.split(' ')[0])).toEqual(
    lines.slice(0, link).map((_, i) => `${i + 1}`),
  );
  expect(link).toBeGreaterThan(0);
  expect(await (await fetch(lines[link] ?? '')).text()).toContain('<html');
  expect(lines.slice(link + 1).sort()).toEqual(['A-101-B.pdf PROCESSED', 'A-101.pdf PROCESSED']);
});

test("the guide's program type-checks in a project of its own", async () => {
  const program = `${sampleOf('docs/client-guide.md', 'The typed client', 'js')}
export const wrong: number = project.name;
export const unknown = api.GET('/api/v1/nothing', {});`;
  writeFileSync(join(project, 'typed.ts'), program);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'typed.ts'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  const faults = stdout
    .trim()
    .split('\n')
    .filter((line) => line.includes('error TS'));
  expect(faults).toEqual([expect.stringContaining('error TS2322'), expect.stringContaining('error TS2345')]);
});

test("the README's tour runs as printed", async () => {
  // In a separate checkout, because the tour writes files.
  const checkout = temporaryDirectory(afterAll);
  for (const name of readdirSync(root)) {
    if (!name.startsWith('.')) symlinkSync(join(root, name), join(checkout, name));
  }
  const browser = join(checkout, 'browser');
  mkdirSync(browser);
  writeFileSync(join(browser, 'xdg-open'), '#!/bin/sh\nprintf %s "$1" > opened\n');
  chmodSync(join(browser, 'xdg-open'), 0o755);
  const env = { ...environment, CDS_TOKEN: '', PATH: `${browser}${delimiter}${path}` };
  const tour = sampleOf('README.md', 'A five-minute tour', 'sh');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', tour], { cwd: checkout, env });
  expect(stdout).toMatch(/^1\t[1-5]\t-?\d\t\S/m);
  expect(stdout).toMatch(/^(document|sheet)\t\S+\tA-101\t/m);
  expect(await (await fetch(readFileSync(join(checkout, 'opened'), 'utf8'))).text()).toContain('<html');
});

describeInBrowser('the client in a browser', (openPage) => {
  test('uploads a file from a page of another origin, and waits until it is processed', async () => {
    const { token } = service;
    const program = `
      import { createApi, ok, processed, upload } from 'construction-document-client';
      globalThis.run = async (baseUrl, token, file) => {
        const api = createApi({ baseUrl, token: async () => token });
        const project = await ok(api.POST('/api/v1/projects', { body: { name: 'From a browser' } }));
        const id = await upload(api, file, { projectId: project.id });
        return await processed(api, id);
      };`;
    const bundled = await build({
      stdin: { contents: program, resolveDir: project },
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser' },
    });
    const page =
      '<!doctype html><title>Upload</title><input type="file"><script type="module" src="/program.js"></script>';
    const server = createServer((request, response) => {
      const isProgram = request.url === '/program.js';
      response.setHeader('content-type', isProgram ? 'text/javascript' : 'text/html');
      response.end(isProgram ? bundled.outputFiles[0]?.text : page);
    }).listen(0, '127.0.0.1');
    try {
      const visitor = await openPage();
      await visitor.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await visitor.page.setInputFiles('input', join(project, 'A-101.pdf'));
      const read = await visitor.page.evaluate(
        ([baseUrl, token]) =>
          // biome-ignore lint/suspicious/noExplicitAny: runs in the page, which has its own globals
          (globalThis as any).run(baseUrl, token, (globalThis as any).document.querySelector('input').files[0]),
        [service.baseUrl, await token()] as const,
      );
      expect(read).toMatchObject({ processing_status: 'PROCESSED', document_reference: 'A-101', revision: 'A' });
    } finally {
      server.close();
    }
  });
});
