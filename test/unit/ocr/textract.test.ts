import { type Block, DetectDocumentTextCommand, TextractClient } from '@aws-sdk/client-textract';
import { mockClient } from 'aws-sdk-client-mock';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { textractOcr } from '../../../shared/ocr/textract.ts';

const client = new TextractClient({ region: 'eu-central-1' });
const textract = mockClient(client);
const page = () => ({ data: new Uint8Array(400 * 200).fill(255), width: 400, height: 200 });

const word = (Id: string, Text: string, Left: number): Block => ({
  BlockType: 'WORD',
  Id,
  Text,
  Confidence: 98,
  Geometry: { BoundingBox: { Left, Top: 0.5, Width: 0.25, Height: 0.1 } },
});
const line = (...Ids: string[]): Block => ({ BlockType: 'LINE', Relationships: [{ Type: 'CHILD', Ids }] });

describe('text recognition by Textract', () => {
  beforeEach(() => textract.reset());

  it('returns words in pixels of the image, in the order of the lines', async () => {
    const Blocks = [
      { BlockType: 'PAGE' as const },
      line('b'),
      line('a', 'c'),
      word('a', 'A-101', 0.25),
      word('b', 'TITLE', 0),
      word('c', 'Plan', 0.75),
    ];
    textract.on(DetectDocumentTextCommand).resolves({ Blocks });
    const result = await textractOcr(client).recognise(page());
    expect(result.text).toBe('TITLE\nA-101 Plan');
    expect(result.words[1]).toEqual({ text: 'A-101', x: 100, y: 100, width: 100, height: 20, confidence: 98 });
    expect(result).toMatchObject({ confidence: 98, complete: true });
  });

  it('sends an image within the limits of the operation; boxes are in pixels of the original', async () => {
    textract.on(DetectDocumentTextCommand).resolves({ Blocks: [line('a'), word('a', 'wide', 0.5)] });
    const wide = { data: new Uint8Array(20_000 * 10).fill(255), width: 20_000, height: 10 };
    const result = await textractOcr(client).recognise(wide);
    const sent = textract.commandCalls(DetectDocumentTextCommand)[0]!.args[0].input.Document!.Bytes!;
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'png', width: 10_000, height: 5 });
    expect(result.words[0]).toMatchObject({ x: 10_000, width: 5_000 });
  });

  it.each([
    ['BadDocumentException', { name: 'FileError', code: 'damaged' }],
    ['UnsupportedDocumentException', { name: 'FileError', code: 'damaged' }],
    ['DocumentTooLargeException', { name: 'FileError', code: 'too_large' }],
    ['TimeoutError', { name: 'FileError', code: 'timeout' }],
    ['ProvisionedThroughputExceededException', { name: 'Unavailable' }],
    ['ThrottlingException', { name: 'Unavailable' }],
    ['AccessDeniedException', { name: 'Unavailable' }],
  ])('turns %s into %o', async (name, expected) => {
    textract.on(DetectDocumentTextCommand).rejects(Object.assign(new Error('x'), { name }));
    await expect(textractOcr(client).recognise(page())).rejects.toMatchObject(expected);
  });
});
