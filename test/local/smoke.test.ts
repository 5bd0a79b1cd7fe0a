import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { threeSheets } from '../../infra/demo/drawings/index.ts';
import { runSmoke } from '../../infra/demo/smoke-test.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'smoke-'));
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

test('the smoke test covers the main workflow, leaves no project, and logs nothing that grants access to a file', async () => {
  const lines: string[] = [];
  const [sheet] = threeSheets('smoke');
  const files = [{ name: sheet!.name, bytes: new Uint8Array(sheet!.bytes) }];
  const token = await service.token({ role: 'org_admin' });
  await runSmoke(service.baseUrl, token, files, folder, (line) => lines.push(line));
  expect(lines.at(-1)).toBe('the project is removed');
  const text = lines.join('\n');
  expect(text).toContain(`${sheet!.name} was downloaded, byte for byte`);
  expect(text).not.toContain('X-Amz-');
  expect(text).not.toContain(token);
  const admin = await service.as({ role: 'org_admin' });
  expect((await admin.call('GET', '/api/v1/projects')).body.total).toBe(0);
});
