import { around } from './boxes.ts';
import type { Bounds } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import { maximumRoomGapTextHeights, maximumRoomOffsetTextHeights } from './thresholds/symbols.ts';

/** The label of a room: its name, number and area. Points, as displayed. */
export interface Room {
  name: string | null;
  number: string | null;
  /** As printed, such as `12.50 m²`. */
  area: string | null;
  /** The box of the label; the walls of the room are not followed. */
  box: Bounds;
  /** 0 to 1. */
  confidence: number;
}

const roomNumber = /^(?:[\p{Lu}]{1,2}[.-]?)?\d{1,4}(?:[.-]\d{1,3})?\p{L}?$/u;
const areaText = /^[A-Z=:~ .]{0,8}\d+(?:[.,]\d+)?\s*(m²|m2|qm|sq\.?\s?ft\.?|sf|ft²|м²)\.?$/iu;
const nameText = /^(?=.*\p{L}{2})[\p{L}\d .,'’/&()-]{2,40}$/u;
/** Words that name a room in some of the languages of drawings; a name alone needs one of them. */
const roomWord =
  /\b(room|office|bed(room)?|bath(room)?|kitchen|living|dining|hall(way)?|corridor|closet|garage|foyer|entry|lobby|storage|laundry|toilet|restroom|pantry|mechanical|electrical|conference|meeting|reception|stairs?|lounge|study|porch|utility|wc|chambre|cuisine|salon|séjour|entrée|salle|bureau|couloir|débarras|placard|garage|buanderie|cave|zimmer|schlafen|wohnen|küche|bad|flur|diele|büro|keller|abstell\p{L}*|garderobe|heizung|technik|lager|cucina|bagno|camera|soggiorno|ingresso|cocina|baño|dormitorio|sala|cozinha|quarto|banheiro|кухня|спальня|коридор|санузел|гостиная|прихожая)\b|和室|洋室|浴室|玄関|台所|寝室|居間|便所|廊下/iu;

const centreOf = ({ left, right }: Bounds): number => (left + right) / 2;

/** Finds the labels of rooms: a name with a number or an area below or above it, or the usual name of a room alone. */
export const roomsOf = (lines: readonly TextLine[], outside: readonly Bounds[]): Room[] => {
  const level = lines.filter(
    ({ angle, box }) =>
      angle === 0 &&
      !outside.some(
        ({ left, top, right, bottom }) =>
          centreOf(box) > left && centreOf(box) < right && box.top < bottom && box.bottom > top,
      ),
  );
  const used = new Set<TextLine>();
  const rooms: Room[] = [];
  for (const line of level) {
    if (used.has(line) || !nameText.test(line.text) || roomNumber.test(line.text)) continue;
    const beside = level.filter(
      (other) =>
        other !== line &&
        !used.has(other) &&
        Math.abs(centreOf(other.box) - centreOf(line.box)) < maximumRoomOffsetTextHeights * line.size &&
        other.box.top - line.box.bottom < maximumRoomGapTextHeights * line.size &&
        line.box.top - other.box.bottom < maximumRoomGapTextHeights * line.size &&
        Math.min(other.box.right, line.box.right) > Math.max(other.box.left, line.box.left),
    );
    const number = beside.find(({ text }) => roomNumber.test(text));
    const area = beside.find(({ text }) => areaText.test(text));
    const isName = roomWord.test(line.text);
    if (!isName && !(number && area)) continue;
    // A second line of the name: "BEDROOM" above "WEST".
    const parts = [line, number, area].filter((part) => part !== undefined);
    for (const part of parts) used.add(part);
    rooms.push({
      name: line.text,
      number: number?.text ?? null,
      area: area?.text ?? null,
      box: around(parts.map(({ box }) => box)),
      confidence: number && area ? 0.95 : number || area ? 0.9 : 0.7,
    });
  }
  return rooms;
};
