import { ExtractError, type ExtractErrorCode } from './errors.ts';
import { type ImagePreview, type ImagePreviewOptions, renderPreview } from './render-preview.ts';

/** The process's only message from its parent. */
export interface PreviewJob {
  bytes: Uint8Array;
  options: ImagePreviewOptions;
}

/** Its only answer: errors travel as data, since a class does not survive the copy. */
export type PreviewAnswer =
  | { ok: true; preview: ImagePreview }
  | { ok: false; code: ExtractErrorCode; message: string; cause: string };

async function answer({ bytes, options }: PreviewJob): Promise<PreviewAnswer> {
  try {
    return { ok: true, preview: await renderPreview(bytes, options) };
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    return { ok: false, code: error.code, message: error.message, cause: String(error.cause ?? '') };
  }
}

process.once('message', async (job: PreviewJob) => {
  process.send?.(await answer(job), () => process.disconnect());
});
