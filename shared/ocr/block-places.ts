import { median } from '../domain/median.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import { blockRegion, drawnRegion } from './block-region.ts';
import type { GreyImage } from './grey.ts';
import { linesInImage } from './image-lines.ts';
import { cut, type Direction, turned } from './turn-image.ts';
import { withoutRules } from './without-rules.ts';

/** Minimum number of letters of a line: linework seldom has as many parts of equal height in a row. */
const MINIMUM_LINE_LETTERS = 4;
/** Minimum number of letters of a title block. */
const MINIMUM_BLOCK_LETTERS = 40;

/** Where the title block is if the sheet is read in a direction: its region in the view of it. */
export interface BlockPlace {
  direction: Direction;
  view: GreyImage;
  region: PixelBox;
  /** Letters in the lines of the region. */
  letters: number;
  /** Height in inches of the capitals of most of these lines; null without any. */
  capitals: number | null;
}

const letteringIn = (view: GreyImage, region: PixelBox, dpi: number): Pick<BlockPlace, 'letters' | 'capitals'> => {
  const lines = linesInImage(withoutRules(cut(view, region), dpi), dpi).filter(
    ({ letters }) => letters >= MINIMUM_LINE_LETTERS,
  );
  return {
    letters: lines.reduce((sum, { letters }) => sum + letters, 0),
    capitals: lines.length === 0 ? null : median(lines.map(({ capitals }) => capitals)) / dpi,
  };
};

/**
 * Returns where the title block is if the sheet is read in a direction: the region that its ruling indicates or, if there is
 * hardly any lettering, the one that the ruling within the frame indicates.
 * @param dpi pixels per inch of the picture
 */
const blockPlace = async (picture: GreyImage, dpi: number, direction: Direction): Promise<BlockPlace> => {
  const view = await turned(picture, direction);
  const place = (region: PixelBox): BlockPlace => ({ direction, view, region, ...letteringIn(view, region, dpi) });
  const first = place(blockRegion(view));
  if (first.letters >= MINIMUM_BLOCK_LETTERS) return first;
  const drawn = drawnRegion(view);
  if (drawn === null) return first;
  const { left, top, right, bottom } = blockRegion(cut(view, drawn));
  const [x, y] = [drawn.left, drawn.top];
  const inner = place({ left: left + x, top: top + y, right: right + x, bottom: bottom + y });
  return inner.letters >= MINIMUM_BLOCK_LETTERS ? inner : first;
};

/**
 * Yields where the title block may be: the likely direction first if there is enough lettering for one, then the others, those
 * with enough lettering first; without those that have none if any has. After the deadline no other direction is searched.
 * @param options `dpi`: pixels per inch of the picture; `deadline`: epoch milliseconds
 * @param directions in which the sheet may be read, most likely first
 */
export const blockPlaces = async function* (
  picture: GreyImage,
  { dpi, deadline }: { dpi: number; deadline: number },
  [first, ...others]: readonly Direction[],
): AsyncGenerator<BlockPlace> {
  if (first === undefined || Date.now() >= deadline) return;
  const isLettered = ({ letters }: BlockPlace): boolean => letters >= MINIMUM_BLOCK_LETTERS;
  const likely = await blockPlace(picture, dpi, first);
  const isFirst = isLettered(likely) || others.length === 0;
  if (isFirst) yield likely;
  const rest = isFirst ? [] : [likely];
  for (const direction of others) {
    if (Date.now() >= deadline) return;
    rest.push(await blockPlace(picture, dpi, direction));
  }
  const some = rest.filter(({ letters }) => letters > 0);
  const places = isLettered(likely) || some.length > 0 ? some : rest;
  yield* places.sort((a, b) => Number(isLettered(b)) - Number(isLettered(a)));
};
