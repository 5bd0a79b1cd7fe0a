import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../infra/build/root.ts';

/** Clients of AWS services by package, with the imports that a bare handler uses of each. */
const CLIENTS: Readonly<Record<string, string>> = {
  '@aws-sdk/client-dynamodb': 'DynamoDBClient',
  '@aws-sdk/lib-dynamodb':
    'DynamoDBDocumentClient, BatchGetCommand, DeleteCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand',
  '@aws-sdk/client-s3': 'S3Client, GetObjectCommand, HeadObjectCommand, PutObjectCommand',
  '@aws-sdk/s3-request-presigner': 'getSignedUrl',
  '@aws-sdk/s3-presigned-post': 'createPresignedPost',
  '@aws-sdk/client-sqs': 'SQSClient, SendMessageCommand',
  '@aws-sdk/client-kms': 'KMSClient, GenerateDataKeyCommand, DecryptCommand',
  '@aws-sdk/client-ses': 'SESClient, SendRawEmailCommand',
  '@aws-sdk/client-bedrock-runtime': 'BedrockRuntimeClient, InvokeModelCommand',
  '@aws-sdk/client-textract': 'TextractClient, DetectDocumentTextCommand',
  'aws-jwt-verify': 'JwtVerifier',
};

/** Returns the clients in a bundle with these inputs. */
export const clientsIn = (inputs: readonly string[]): string[] =>
  Object.keys(CLIENTS).filter((name) => inputs.some((input) => input.startsWith(`node_modules/${name}/`)));

/** The code around the clients: nothing, or a framework with its adapter. */
export const FRAMES: Readonly<Record<string, string>> = {
  bare: 'export const handler = async () => ({ statusCode: 200, body: JSON.stringify(Object.keys(kept)) });',
  Hono: `import { Hono } from 'hono'; import { handle } from 'hono/aws-lambda';
    const app = new Hono(); app.get('/', (c) => c.json(Object.keys(kept))); export const handler = handle(app);`,
  Fastify: `import fastify from 'fastify'; const app = fastify(); app.get('/', async () => Object.keys(kept));
    export const handler = async () => (await app.inject('/')).body;`,
  Express: `import express from 'express'; import inject from 'light-my-request'; const app = express();
    app.get('/', (_, r) => r.json(Object.keys(kept))); export const handler = async () => (await inject(app, '/')).body;`,
};

/** Bundles a handler with these clients as the functions are bundled, and returns the path of its module. */
export const bundleBare = async (clients: readonly string[], frame: string, folder: string): Promise<string> => {
  const name = `${frame}-${clients.map((client) => client.replace(/\W/g, '')).join('-') || 'none'}`;
  const outfile = join(folder, name, 'index.mjs');
  const imports = clients.map((client) => `import { ${CLIENTS[client]} } from '${client}';`).join('\n');
  const kept = clients.flatMap((client) => CLIENTS[client]!.split(', '));
  const made = clients.flatMap((client) =>
    CLIENTS[client]!.split(', ').filter((each) => each.endsWith('Client') && !each.includes('Document')),
  );
  const contents = `${imports}\nconst kept = { ${kept.join(', ')} };
    const clients = [${made.map((each) => `new ${each}({})`).join(', ')}];
    kept.clients = clients;\n${FRAMES[frame]}`;
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', target: 'node24', mainFields: ['module', 'main'] },
    ...{ minify: true, legalComments: 'none', logLevel: 'error' },
    banner: {
      js: `import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);`,
    },
  });
  return outfile;
};
