import { magicKind } from '../domain/files/magic.ts';
import { looksLikeText } from '../domain/files/text-encoding.ts';
import { type FileJob, inProcess, type ProcessCode } from './in-process.ts';
import { type ImagePreview, type ImagePreviewOptions, renderPreview } from './render-preview.ts';

export type { ImagePreview, ImagePreviewOptions } from './render-preview.ts';

const RENDERER: ProcessCode = {
  bundled: new URL('./preview-process.mjs', import.meta.url),
  source: new URL('./preview-process.ts', import.meta.url),
};

export interface PreviewJob extends FileJob<ImagePreview> {
  bytes: Uint8Array;
  options: ImagePreviewOptions;
}

const HEAD_BYTES = 512;
const VECTOR_DEADLINE_SECONDS = 20;
const VECTOR_MEMORY_MB = 256;

/**
 * Creates the full image and a thumbnail of an image file: PNG, JPEG, TIFF, GIF, WebP, AVIF, BMP, SVG.
 *
 * A vector drawing is rendered in a child process, because a kilobyte of filters can keep the renderer busy for
 * hours.
 *
 * @throws FileError damaged, too_large, timeout, or unsupported (HEIC and other codecs that sharp does not include)
 */
export function imagePreview(bytes: Uint8Array, options: ImagePreviewOptions = {}): Promise<ImagePreview> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isVector = magicKind(head) === null && looksLikeText(head);
  if (!isVector) return renderPreview(bytes, options);
  const deadline_ms = (options.deadline_seconds ?? VECTOR_DEADLINE_SECONDS) * 1000;
  const job: PreviewJob = { kind: 'svg', bytes, options };
  return inProcess(RENDERER, job, { deadline_ms, memory_mb: VECTOR_MEMORY_MB });
}
