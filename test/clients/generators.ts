/** A command with its arguments, in a folder below the generator's own. */
export type Step = readonly [command: string, args: readonly string[], folder?: string];

export interface Generator {
  name: string;
  version: string;
  /** Options besides input and output, as listed in the table. */
  options: string;
  /** Commands that must be on the PATH. */
  needs: readonly string[];
  /** Where the driver's files belong, below the generator's folder. */
  driver: string;
  generate: readonly Step[];
  compile: readonly Step[];
  /** Starts the driver; the two drawings are appended. If absent, the client is only compiled. */
  run?: Step;
}

/** Absolute paths that the steps use. */
export interface Places {
  /** The OpenAPI description, as served. */
  description: string;
  /** Downloads shared by all runs. */
  cache: string;
  /** All generated output, in one folder for each generator. */
  work: string;
}

const VERSIONS = {
  openapiGenerator: process.env.OPENAPI_GENERATOR ?? '7.25.0',
  oapiCodegen: '2.8.2',
  orval: '8.38.0',
  openapiPythonClient: '0.29.1',
  openapiTypescript: '7.13.0',
} as const;

/** A TypeScript client and its driver: `client/` and `driver.ts`, checked strictly, then bundled to run. */
const typescript = (packages: readonly string[]) => ({
  driver: '.',
  compile: [
    ['npm', ['init', '-y', '--silent', '--init-type', 'module']],
    ['npm', ['install', '--silent', ...packages, '@types/node@24', 'typescript@5.9', 'esbuild@0.28']],
    [
      'npx',
      [
        ...['tsc', '--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
        ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', 'driver.ts'],
      ],
    ],
    ['npx', ['esbuild', 'driver.ts', '--bundle', '--platform=node', '--format=esm', '--outfile=driver.mjs', ...NO_CJS]],
  ] as Step[],
  run: ['node', ['driver.mjs']] as Step,
});

/** CommonJS dependencies load Node's built-in modules by `require`. */
const NO_CJS = [
  '--log-level=warning',
  "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
];

/** Each generator with its default options. */
export const generatorsAt = ({ description, cache, work }: Places): Generator[] => {
  const jar = `${cache}/openapi-generator-cli-${VERSIONS.openapiGenerator}.jar`;
  const artifact = `org.openapitools:openapi-generator-cli:${VERSIONS.openapiGenerator}`;
  const openapiGenerator = (language: string, output: string) => ({
    name: `openapi-generator ${language}`,
    version: VERSIONS.openapiGenerator,
    options: `-g ${language}`,
    generate: [
      ['mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]],
      ['java', ['-jar', jar, 'generate', '-i', description, '-g', language, '-o', output]],
    ] as Step[],
  });
  const python = (name: string) => `${work}/${name}/venv/bin/python`;
  return [
    {
      name: 'openapi-typescript',
      version: VERSIONS.openapiTypescript,
      options: '',
      needs: ['node', 'npm'],
      generate: [
        [
          'npx',
          [
            ...[
              '--yes',
              '--package',
              `openapi-typescript@${VERSIONS.openapiTypescript}`,
              '--package',
              'typescript@5.9',
            ],
            ...['openapi-typescript', description, '-o', 'client/api.d.ts'],
          ],
        ],
      ],
      ...typescript(['openapi-fetch@0.17.0']),
    },
    {
      name: 'orval',
      version: VERSIONS.orval,
      options: '',
      needs: ['node', 'npm'],
      generate: [['npx', ['--yes', `orval@${VERSIONS.orval}`, '--input', description, '--output', 'client/api.ts']]],
      ...typescript(['axios@1']),
    },
    {
      ...openapiGenerator('typescript-fetch', 'client'),
      needs: ['java', 'mvn', 'node', 'npm'],
      ...typescript([]),
    },
    {
      ...openapiGenerator('java', '.'),
      needs: ['java', 'javac', 'mvn'],
      driver: 'src/main/java',
      compile: [
        ['mvn', ['-q', '-B', 'package', '-DskipTests']],
        ['mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=target/jars']],
      ],
      run: ['java', ['-cp', 'target/classes:target/jars/*', 'Driver']],
    },
    {
      ...openapiGenerator('csharp', '.'),
      needs: ['java', 'mvn', 'dotnet'],
      driver: '.',
      compile: [['dotnet', ['build']]],
    },
    {
      ...openapiGenerator('python', 'client'),
      needs: ['java', 'mvn', 'python3'],
      driver: '.',
      compile: [
        ['python3', ['-m', 'venv', 'venv']],
        [python('openapi-generator-python'), ['-m', 'pip', 'install', '-q', './client']],
        [python('openapi-generator-python'), ['-m', 'compileall', '-q', 'client', 'driver.py']],
      ],
      run: [python('openapi-generator-python'), ['driver.py']],
    },
    {
      ...openapiGenerator('go', '.'),
      needs: ['java', 'mvn', 'go'],
      driver: 'driver',
      compile: [
        ['go', ['mod', 'tidy']],
        ['go', ['vet', './...']],
        ['go', ['build', '-o', 'calls', './driver']],
      ],
      run: ['./calls', []],
    },
    {
      name: 'oapi-codegen',
      version: VERSIONS.oapiCodegen,
      options: '-package client',
      needs: ['go'],
      driver: '.',
      generate: [
        ['go', ['mod', 'init', 'clients']],
        ['mkdir', ['-p', 'client']],
        [
          'go',
          [
            ...['run', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${VERSIONS.oapiCodegen}`],
            ...['-package', 'client', '-o', 'client/client.gen.go', description],
          ],
        ],
      ],
      compile: [
        ['go', ['mod', 'tidy']],
        ['go', ['vet', './...']],
        ['go', ['build', '-o', 'calls', '.']],
      ],
      run: ['./calls', []],
    },
    {
      name: 'openapi-python-client',
      version: VERSIONS.openapiPythonClient,
      options: '',
      needs: ['python3'],
      driver: '.',
      generate: [
        ['python3', ['-m', 'venv', 'venv']],
        [
          python('openapi-python-client'),
          ['-m', 'pip', 'install', '-q', `openapi-python-client==${VERSIONS.openapiPythonClient}`],
        ],
        [
          python('openapi-python-client'),
          ['-m', 'openapi_python_client', 'generate', '--path', description, '--output-path', 'client'],
        ],
      ],
      compile: [
        [python('openapi-python-client'), ['-m', 'pip', 'install', '-q', './client']],
        [python('openapi-python-client'), ['-m', 'compileall', '-q', 'client', 'driver.py']],
      ],
      run: [python('openapi-python-client'), ['driver.py']],
    },
  ];
};
