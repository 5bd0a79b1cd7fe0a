import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { magicKind } from '../domain/files/magic.ts';
import { looksLikeText } from '../domain/files/text-encoding.ts';
import { damaged, ExtractError, timedOut } from './errors.ts';
import type { PreviewAnswer, PreviewJob } from './preview-process.ts';
import { type ImagePreview, type ImagePreviewOptions, renderPreview } from './render-preview.ts';

export type { ImagePreview, ImagePreviewOptions } from './render-preview.ts';

const HEAD_BYTES = 512;
const VECTOR_DEADLINE_SECONDS = 20;
const BUNDLED = new URL('./preview-process.mjs', import.meta.url);
const SOURCE = new URL('./preview-process.ts', import.meta.url);

/**
 * The full image and a thumbnail of an image file: PNG, JPEG, TIFF, GIF, WebP, AVIF, BMP, SVG.
 *
 * A vector drawing is drawn in a process of its own: a kilobyte of filters can keep the renderer busy for hours, and
 * nothing within a process stops native code.
 *
 * @throws ExtractError damaged, too_large, timeout, or unsupported (HEIC and other codecs that sharp comes without)
 */
export function imagePreview(bytes: Uint8Array, options: ImagePreviewOptions = {}): Promise<ImagePreview> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isVector = magicKind(head) === null && looksLikeText(head);
  return isVector ? drawnElsewhere(bytes, options) : renderPreview(bytes, options);
}

function drawnElsewhere(bytes: Uint8Array, options: ImagePreviewOptions): Promise<ImagePreview> {
  const seconds = options.deadline_seconds ?? VECTOR_DEADLINE_SECONDS;
  const child: ChildProcess = fork(existsSync(BUNDLED) ? BUNDLED : SOURCE, {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ImagePreview>();
  const timer = setTimeout(() => reject(timedOut('svg', seconds)), seconds * 1000);
  child.once('message', (answer: PreviewAnswer) => {
    if (answer.ok) resolve(answer.preview);
    else reject(new ExtractError(answer.code, answer.message, { cause: answer.cause }));
  });
  child.once('error', (error) => reject(damaged('svg', error)));
  child.once('exit', (code, signal) => reject(damaged('svg', `the renderer ended with ${code ?? signal}`)));
  const job: PreviewJob = { bytes, options };
  child.send(job, (error) => error && reject(damaged('svg', error)));
  return promise.finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
