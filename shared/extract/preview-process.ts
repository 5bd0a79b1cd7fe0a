import { answerOnce, type PreviewJob } from './in-process.ts';
import { renderPreview } from './render-preview.ts';

/** Entry of the process that draws pictures. */
answerOnce((job: PreviewJob) => renderPreview(job.bytes, job.options));
