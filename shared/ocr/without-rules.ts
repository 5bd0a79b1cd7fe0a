import type { GreyImage } from './grey.ts';

/** Maximum grey of ink. */
const INK_GREY = 175;
/** Minimum length and maximum thickness of a rule in inches: strokes of letters are shorter, or thicker. */
const RULE_LENGTH_INCHES = 0.3;
const RULE_THICKNESS_INCHES = 0.035;
/** Pixels beside a rule that are the grey of its edge. */
const EDGE_PIXELS = 2;

/** The image seen in rows or in columns: position of the first pixel of a line, and of the next one along it. */
interface Direction {
  lines: number;
  along: number;
  line: number;
  step: number;
}

/** Calls back with the position of each pixel in a run of ink of at least `length` pixels, and its line. */
const eachInRuns = (
  isInk: (at: number) => boolean,
  { lines, along, line, step }: Direction,
  length: number,
  found: (at: number, number: number) => void,
): void => {
  for (let number = 0; number < lines; number++) {
    const start = number * line;
    for (let from = 0; from < along; from++) {
      let to = from;
      while (to < along && isInk(start + to * step)) to++;
      for (let i = from; to - from >= length && i < to; i++) found(start + i * step, number);
      from = to;
    }
  }
};

/**
 * Returns the image without the rules of its cells, which touch lettering and hide it from recognition.
 * @param dpi pixels per inch
 */
export const withoutRules = ({ data, width, height }: GreyImage, dpi: number): GreyImage => {
  const length = Math.round(RULE_LENGTH_INCHES * dpi);
  const thickness = Math.max(3, Math.round(RULE_THICKNESS_INCHES * dpi));
  const cleared = Uint8Array.from(data);
  const isInk = (at: number): boolean => data[at]! < INK_GREY;
  /** Returns the number of pixels of ink beside a pixel, up to the edge of the image. */
  const inkBeside = (at: number, step: number, most: number): number => {
    let count = 0;
    while (count < most && count <= thickness && isInk(at + (count + 1) * step)) count++;
    return count;
  };
  const clear = (direction: Direction): void =>
    eachInRuns(isInk, direction, length, (at, number) => {
      const before = inkBeside(at, -direction.line, number);
      const after = inkBeside(at, direction.line, direction.lines - 1 - number);
      if (before + after + 1 > thickness) return;
      const first = Math.max(-number, -before - EDGE_PIXELS);
      const last = Math.min(direction.lines - 1 - number, after + EDGE_PIXELS);
      for (let across = first; across <= last; across++) {
        const pixel = at + across * direction.line;
        const isRule = across >= -before && across <= after;
        if (isRule || !isInk(pixel)) cleared[pixel] = 255;
      }
    });
  clear({ lines: height, along: width, line: width, step: 1 });
  clear({ lines: width, along: height, line: 1, step: width });
  return { data: cleared, width, height };
};
