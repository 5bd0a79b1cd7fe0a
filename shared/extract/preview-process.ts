import type { PreviewJob } from './image-preview.ts';
import { answerOnce } from './in-process.ts';
import { renderPreview } from './render-preview.ts';

answerOnce((job: PreviewJob) => renderPreview(job.bytes, job.options));
