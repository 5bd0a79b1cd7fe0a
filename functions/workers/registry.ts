import * as compareDrawings from './compare-drawings.worker.ts';
import * as processDocument from './process-document.worker.ts';
import * as receiveUpload from './receive-upload.worker.ts';
import * as recogniseText from './recognise-text.worker.ts';
import * as sweepComparisons from './sweep-comparisons.worker.ts';
import * as sweepDocuments from './sweep-documents.worker.ts';

const registered = <M extends object>(module: string, exports: M): M & { module: string } => ({ ...exports, module });

/** Every function that a queue or the clock starts. */
export const workers = [
  registered('functions/workers/process-document.worker.ts', processDocument),
  registered('functions/workers/compare-drawings.worker.ts', compareDrawings),
  registered('functions/workers/receive-upload.worker.ts', receiveUpload),
  registered('functions/workers/recognise-text.worker.ts', recogniseText),
  registered('functions/workers/sweep-comparisons.worker.ts', sweepComparisons),
  registered('functions/workers/sweep-documents.worker.ts', sweepDocuments),
] as const;
