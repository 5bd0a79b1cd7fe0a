import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { inTemporaryFolder, removeLeftovers } from '../../../shared/temporary-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'leftovers-'));
vi.stubEnv('TMPDIR', place);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

const folderOf = (pid: number | undefined, name: string): string => {
  const folder = join(place, `construction-work-${pid}-${name}`);
  mkdirSync(join(folder, 'deep'), { recursive: true });
  return folder;
};

test('folders left by killed workers are removed, and those in use are kept', async () => {
  const dead = folderOf(spawnSync(process.execPath, ['-e', '']).pid, 'dead');
  const living = folderOf(process.ppid, 'living');
  const own = folderOf(process.pid, 'own');
  const former = folderOf(process.pid, 'former');
  utimesSync(former, new Date(0), new Date(0));
  const foreign = join(place, 'something-else');
  mkdirSync(foreign, { recursive: true });

  await removeLeftovers();

  expect([dead, former, living, own, foreign].map((folder) => existsSync(folder))).toEqual([
    ...[false, false],
    ...[true, true, true],
  ]);
});

test('the folder of an inaccessible process is kept', async () => {
  const others = folderOf(4_000_000, 'others');
  const refused = Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw refused;
  });
  onTestFinished(() => kill.mockRestore());
  await removeLeftovers();
  expect(existsSync(others)).toBe(true);
  refused.code = 'ESRCH';
  await removeLeftovers();
  expect(existsSync(others)).toBe(false);
});

test('a folder is removed after its work, also after a failure', async () => {
  let used = '';
  const failing = inTemporaryFolder(async (folder) => {
    used = folder;
    expect(existsSync(folder)).toBe(true);
    mkdirSync(join(folder, 'deep'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(used)).toBe(false);
});
