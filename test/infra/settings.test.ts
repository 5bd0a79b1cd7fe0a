import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closureOf } from '../../infra/build/packages.ts';
import { parseSettings } from '../../infra/cloud/settings.ts';

test('a deployment without settings is for development', () => {
  expect(parseSettings({})).toEqual({ stage: 'dev' });
});

test('each wrong setting is named', () => {
  expect(() => parseSettings({ stage: 'test', jwksUrl: 'http://example.com/keys' })).toThrow(
    /-c stage: .*-c jwksUrl: /,
  );
});

test('addresses lose the slash at their end', () => {
  expect(parseSettings({ publicBaseUrl: 'https://docs.example.com/' }).publicBaseUrl).toBe('https://docs.example.com');
});

test('a machine without the native packages of Lambda is told what to run', () => {
  const other = mkdtempSync(join(tmpdir(), 'machine-'));
  try {
    mkdirSync(join(other, 'node_modules/sharp'), { recursive: true });
    writeFileSync(join(other, 'node_modules/sharp/package.json'), '{}');
    expect(() => closureOf(other, 'sharp')).toThrow(
      /^The functions run on Linux x64, .* Run: npm install .*@img\/sharp-linux-x64/,
    );
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});
