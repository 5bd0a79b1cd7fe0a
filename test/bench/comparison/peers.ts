import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { findRegions } from '../../../shared/comparison/engine/differ/regions.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import type { Pair } from './pairs.ts';

const run = promisify(execFile);
const dpi = 150;
const odiffBinary = join(import.meta.dirname, '../../../node_modules/.bin/odiff');

/** Whether a program is installed. */
export const has = async (program: string): Promise<boolean> =>
  run('which', [program]).then(
    () => true,
    () => false,
  );

/** Renders both first pages as PNG with two concurrent `pdftoppm`; returns the time as well. */
export const renderWithPoppler = async (
  pair: Pair,
  folder: string,
): Promise<{ ms: number; pictures: [string, string] }> => {
  const started = performance.now();
  const stems = [join(folder, `${pair.id}-old`), join(folder, `${pair.id}-new`)] as const;
  const render = (pdf: string, stem: string) =>
    run('pdftoppm', ['-png', '-r', String(dpi), '-f', '1', '-l', '1', '-singlefile', pdf, stem]);
  await Promise.all([render(pair.older, stems[0]), render(pair.newer, stems[1])]);
  return { ms: performance.now() - started, pictures: [`${stems[0]}.png`, `${stems[1]}.png`] };
};

/** Returns boxes around the differing pixels, joined at the same distance as our own patches. */
const boxesOf = (mask: Uint8Array, width: number, height: number): Box[] => {
  const scale = 72 / dpi;
  return findRegions(mask, width, height, 12).map(({ left, top, right, bottom }) => ({
    x: left * scale,
    y: top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  }));
};

const cropped = async (path: string, width: number, height: number) =>
  sharp(path, { limitInputPixels: false }).extract({ left: 0, top: 0, width, height }).ensureAlpha().raw().toBuffer();

const common = async ([one, other]: [string, string]) => {
  const [a, b] = await Promise.all([sharp(one).metadata(), sharp(other).metadata()]);
  return { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
};

export interface PeerResult {
  ms: number;
  boxes: Box[];
}

export const withPixelmatch = async (pictures: [string, string]): Promise<PeerResult> => {
  const started = performance.now();
  const { width, height } = await common(pictures);
  const [one, other] = await Promise.all(pictures.map((path) => cropped(path, width, height)));
  const diff = new Uint8Array(width * height * 4);
  pixelmatch(one!, other!, diff, width, height, { threshold: 0.1, diffMask: true });
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) mask[i] = diff[i * 4 + 3]! > 0 ? 1 : 0;
  return { ms: performance.now() - started, boxes: boxesOf(mask, width, height) };
};

const maskOf = async (picture: string, isMarked: (r: number, g: number, b: number, a: number) => boolean) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const mask = new Uint8Array(info.width * info.height);
  for (let i = 0; i < mask.length; i++) {
    mask[i] = isMarked(data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!, data[i * 4 + 3]!) ? 1 : 0;
  }
  return boxesOf(mask, info.width, info.height);
};

export const withOdiff = async (pictures: [string, string], folder: string): Promise<PeerResult> => {
  const out = join(folder, 'odiff.png');
  const started = performance.now();
  // Exit codes 21 and 22 mean that the images differ.
  const code = await run(odiffBinary, [...pictures, out, '--diff-mask']).then(
    () => 0,
    (error: { code: number }) => error.code,
  );
  const ms = performance.now() - started;
  if (code !== 0 && code !== 21 && code !== 22) throw new Error(`odiff failed with ${code}`);
  const boxes = code === 0 || !existsSync(out) ? [] : await maskOf(out, (_r, _g, _b, a) => a > 0);
  return { ms, boxes };
};

export const withImageMagick = async (pictures: [string, string], folder: string): Promise<PeerResult> => {
  const out = join(folder, 'magick.png');
  const colours = ['-highlight-color', '#ff0000', '-lowlight-color', '#ffffff', '-compose', 'src'];
  const started = performance.now();
  await run('compare', ['-fuzz', '10%', '-metric', 'AE', ...colours, ...pictures, out]).catch(
    (error: { code: number }) => {
      if (error.code !== 1) throw error;
    },
  );
  const ms = performance.now() - started;
  return { ms, boxes: await maskOf(out, (r, g) => r > 200 && g < 60) };
};
