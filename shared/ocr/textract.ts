import { type Block, DetectDocumentTextCommand, type TextractClient } from '@aws-sdk/client-textract';
import sharp from 'sharp';
import { Unavailable } from '../domain/errors.ts';
import { FileError } from '../domain/files/file-error.ts';
import { greyImage } from './grey.ts';
import type { OcrEngine, OcrImage, OcrResult, OcrWord } from './ocr-types.ts';

/** Limits of the synchronous operation: pixels per side, and bytes of the document. */
const MAX_SIDE = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const JPEG_QUALITY = 85;
const DEADLINE_MS = 60_000;

/** Text recognition with Amazon Textract (DetectDocumentText), one page image per call. */
export function textractOcr(client: Pick<TextractClient, 'send'>): OcrEngine {
  return {
    async recognise(image: OcrImage, { deadline_ms = DEADLINE_MS } = {}): Promise<OcrResult> {
      const { bytes, width, height } = await prepare(image);
      const command = new DetectDocumentTextCommand({ Document: { Bytes: bytes } });
      try {
        const answer = await client.send(command, { abortSignal: AbortSignal.timeout(deadline_ms) });
        return fromBlocks(answer.Blocks ?? [], width, height);
      } catch (error) {
        throw translate(error);
      }
    },
  };
}

/** Converts the image to a form that the operation accepts, and returns the original size in pixels. */
async function prepare(image: OcrImage): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const { grey, width, height } = await greyImage(image, (wide, high) => Math.min(1, MAX_SIDE / Math.max(wide, high)));
  const pixels = () => sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } });
  const png = await pixels().png({ compressionLevel: 6 }).toBuffer();
  const bytes = png.length <= MAX_BYTES ? png : await pixels().jpeg({ quality: JPEG_QUALITY }).toBuffer();
  if (bytes.length > MAX_BYTES) throw new FileError('too_large', 'The image is too large to be read.');
  return { bytes, width, height };
}

/**
 * Converts blocks, whose boxes are fractions of the page, to words in pixels. Textract returns lines in reading
 * order, and the words of a line as its children.
 */
function fromBlocks(blocks: readonly Block[], width: number, height: number): OcrResult {
  const words = new Map<string, OcrWord>();
  for (const { BlockType, Id, Text, Confidence, Geometry } of blocks) {
    const box = Geometry?.BoundingBox;
    if (BlockType !== 'WORD' || !Id || !Text || !box) continue;
    words.set(Id, {
      text: Text,
      x: (box.Left ?? 0) * width,
      y: (box.Top ?? 0) * height,
      width: (box.Width ?? 0) * width,
      height: (box.Height ?? 0) * height,
      confidence: Confidence ?? 0,
    });
  }
  const lines = blocks
    .filter((block) => block.BlockType === 'LINE')
    .map((line) =>
      (line.Relationships ?? [])
        .filter((relationship) => relationship.Type === 'CHILD')
        .flatMap((relationship) => relationship.Ids ?? [])
        .map((id) => words.get(id))
        .filter((word) => word !== undefined),
    );
  const ordered = lines.flat();
  const text = lines.map((line) => line.map((word) => word.text).join(' ')).join('\n');
  const sum = ordered.reduce((total, word) => total + word.confidence, 0);
  return { words: ordered, text, confidence: ordered.length === 0 ? 0 : sum / ordered.length, complete: true };
}

const OF_THE_IMAGE: Readonly<Record<string, 'damaged' | 'too_large'>> = {
  BadDocumentException: 'damaged',
  UnsupportedDocumentException: 'damaged',
  InvalidParameterException: 'damaged',
  DocumentTooLargeException: 'too_large',
};

function translate(error: unknown): FileError | Unavailable {
  const name = error instanceof Error ? error.name : '';
  const code = OF_THE_IMAGE[name];
  if (code === 'damaged') return new FileError(code, 'The image is damaged and cannot be read.', { cause: error });
  if (code === 'too_large') return new FileError(code, 'The image is too large to be read.', { cause: error });
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new FileError('timeout', 'Recognising the text of the page took too long.', { cause: error });
  }
  return new Unavailable('Text recognition is not available at the moment.', 1, { cause: error });
}
