import { PDFDocument, PDFHexString, type PDFPage, PDFString } from '@cantoo/pdf-lib';
import type { Box } from '../engine/geometry.ts';

/** A cloud to be drawn around a change. */
export interface CloudToDraw {
  /** 1-based page. */
  page: number;
  /** In fractions of the displayed page, origin top left. */
  box: Box;
  label: string;
  comment: string;
  colour: readonly [red: number, green: number, blue: number];
  /** Whether it is a dashed frame: a cloud around a whole view would hide that its contents are the same. */
  isFrame?: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** Distance between a change and its cloud, and width of the cloud's line, in points. */
const clearancePoints = 6;
const linePoints = 1.2;
/** Returns the font size of labels in points: larger on larger sheets, which are viewed from further away. */
const fontSizeOn = (size: Point): number => Math.min(16, Math.max(8, Math.min(size.x, size.y) / 160));
/** Distance of the control points when a Bézier curve approximates a quarter of a circle. */
const kappa = 0.5523;

/**
 * Returns the mapping from fractions of the displayed page to the page's user space, whose origin and axes rotate
 * with the page.
 */
const toUserSpace = (page: PDFPage): { at: (fx: number, fy: number) => Point; turn: number; size: Point } => {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const left = Math.max(media.x, crop.x);
  const bottom = Math.max(media.y, crop.y);
  const width = Math.min(media.x + media.width, crop.x + crop.width) - left;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - bottom;
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const at = (fx: number, fy: number): Point => {
    if (turn === 90) return { x: left + fy * width, y: bottom + fx * height };
    if (turn === 180) return { x: left + (1 - fx) * width, y: bottom + fy * height };
    if (turn === 270) return { x: left + (1 - fy) * width, y: bottom + (1 - fx) * height };
    return { x: left + fx * width, y: bottom + (1 - fy) * height };
  };
  const isLying = turn === 90 || turn === 270;
  return { at, turn, size: { x: isLying ? height : width, y: isLying ? width : height } };
};

const number = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '');
const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(2)));

/** Returns the path of a cloud: semicircles along each side of the rectangle, bulging outwards. */
const scallops = (x0: number, y0: number, x1: number, y1: number, radius: number): string => {
  const path = [`${number(x0)} ${number(y0)} m`];
  const side = (from: Point, to: Point) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const count = Math.max(2, Math.round(length / (2 * radius)));
    const r = length / count / 2;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    // The outside of a counterclockwise path.
    const [nx, ny] = [uy, -ux];
    const point = (along: number, out: number) =>
      `${number(from.x + ux * along + nx * out)} ${number(from.y + uy * along + ny * out)}`;
    for (let i = 0; i < count; i++) {
      const a = i * 2 * r;
      path.push(`${point(a, r * kappa)} ${point(a + r - r * kappa, r)} ${point(a + r, r)} c`);
      path.push(`${point(a + r + r * kappa, r)} ${point(a + 2 * r, r * kappa)} ${point(a + 2 * r, 0)} c`);
    }
  };
  const corners: readonly Point[] = [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
  for (const [i, corner] of corners.entries()) side(corner, corners[(i + 1) % 4]!);
  return path.join('\n');
};

/** Rotates lettering so that it is upright on the displayed page. */
const upright: Readonly<Record<number, readonly [number, number, number, number]>> = {
  0: [1, 0, 0, 1],
  90: [0, 1, -1, 0],
  180: [-1, 0, 0, -1],
  270: [0, -1, 1, 0],
};

const addCloud = (document: PDFDocument, page: PDFPage, cloud: CloudToDraw, index: number): void => {
  const { at, turn, size } = toUserSpace(page);
  const [dx, dy] = [clearancePoints / size.x, clearancePoints / size.y];
  const { x, y, width, height } = cloud.box;
  const [one, other] = [at(x - dx, y - dy), at(x + width + dx, y + height + dy)];
  const [x0, x1] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [y0, y1] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const lettering = fontSizeOn(size);
  const radius = Math.min(8, Math.max(3, Math.min(x1 - x0, y1 - y0) / 5));
  const label = at(x - dx, y - dy - (radius + 2) / size.y);
  const margin = radius + lettering * 2 + cloud.label.length * lettering;
  const rect = [x0 - margin, y0 - margin, x1 + margin, y1 + margin];
  const inset = [x0 - rect[0]!, y0 - rect[1]!, rect[2]! - x1, rect[3]! - y1];
  const colour = cloud.colour.map(number).join(' ');
  const { context } = document;
  const outline = cloud.isFrame
    ? `[6 4] 0 d\n${[x0, y0, x1 - x0, y1 - y0].map(number).join(' ')} re`
    : scallops(x0, y0, x1, y1, radius);
  const appearance = context.stream(
    `q ${colour} RG ${number(linePoints)} w 1 j\n${outline}\ns Q\nq ${colour} rg BT /F ${number(lettering)} Tf ${upright[turn]!.join(' ')} ${number(label.x)} ${number(label.y)} Tm (${cloud.label.replace(/[^\w. -]/g, '')}) Tj ET Q`,
    {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: rounded(rect),
      Resources: { Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica-Bold' } } },
    },
  );
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Polygon',
    ...(cloud.isFrame ? {} : { IT: 'PolygonCloud' }),
    Rect: rounded(rect),
    RD: rounded(inset),
    Vertices: rounded([x0, y0, x1, y0, x1, y1, x0, y1]),
    C: [...cloud.colour],
    BS: cloud.isFrame ? { W: linePoints, S: 'D', D: [6, 4] } : { W: linePoints, S: 'S' },
    ...(cloud.isFrame ? {} : { BE: { S: 'C', I: 1 } }),
    F: 4,
    Contents: PDFHexString.fromText(cloud.comment),
    T: PDFHexString.fromText('Drawing comparison'),
    Subj: PDFHexString.fromText(`Change ${cloud.label}`),
    NM: PDFString.of(`change-${cloud.label}-${index}`),
    P: page.ref,
    AP: { N: context.register(appearance) },
  });
  page.node.addAnnot(context.register(annotation));
};

/**
 * Returns a copy of a PDF with a cloud annotation for each change (a polygon with a cloudy border), which viewers
 * list with its comment. The page content is unchanged.
 */
export const addClouds = async (pdf: Uint8Array, clouds: readonly CloudToDraw[]): Promise<Uint8Array> => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, password: '' });
  const pages = document.getPages();
  for (const [index, cloud] of clouds.entries()) {
    const page = pages[cloud.page - 1];
    if (page) addCloud(document, page, cloud, index);
  }
  return document.save({ updateFieldAppearances: false, addDefaultPage: false });
};
