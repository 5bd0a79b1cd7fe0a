import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, tags } from '../../functions/registry.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';

/** Lints the OpenAPI description with the recommended rules of redocly and spectral: `npm run lint-openapi`. */
const LINTERS = [
  ['@redocly/cli@2.77.0', 'lint', 'openapi.json', '--format=stylish', '--max-problems=1000'],
  ['@stoplight/spectral-cli@6.16.3', 'lint', 'openapi.json', '--fail-severity=hint'],
];

const folder = mkdtempSync(join(tmpdir(), 'lint-openapi-'));
try {
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify(
      buildOpenApi(
        operations.map((each) => each.operation),
        tags,
      ),
    ),
  );
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  for (const linter of LINTERS) {
    console.log(linter[0]);
    const { status, stdout, stderr } = spawnSync('npx', ['--yes', ...linter], { cwd: folder, encoding: 'utf8' });
    console.log(stdout + stderr);
    // redocly fails on errors only.
    if (status !== 0 || /warning/.test(stdout)) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
