import type { DrawnSize } from './pdf.ts';
import { seededRandom } from './random.ts';
import { MM, scaleDenominator, type Units } from './units.ts';

export type SheetKind = 'floor-plan' | 'elevation' | 'section' | 'foundation-plan' | 'door-schedule';
export type SheetSize = 'A1' | 'A2' | 'A3' | 'ARCH D';
export type TitleBlockStyle = 'corner' | 'strip' | 'rotated' | 'bottom';

/** Options of a sheet. Defaults are derived from the seed; `null` leaves a field of the title block unprinted. */
export interface SheetOptions {
  seed?: number | string | undefined;
  kind?: SheetKind | undefined;
  size?: SheetSize | undefined;
  units?: Units | undefined;
  title_block?: TitleBlockStyle | undefined;
  project?: string | undefined;
  sheet_number?: string | null | undefined;
  title?: string | null | undefined;
  revision?: string | null | undefined;
  /** printed unchanged */
  date?: string | null | undefined;
  /** printed unchanged; `1:N` and the usual architectural scales also set the size of the drawing */
  scale?: string | null | undefined;
  /** storey of a floor plan, 1 is the ground floor */
  level?: number | undefined;
}

export interface ResolvedSheet {
  seed: number | string;
  kind: SheetKind;
  size: SheetSize;
  page: DrawnSize;
  units: Units;
  titleBlock: TitleBlockStyle;
  project: string;
  sheet_number: string | null;
  title: string | null;
  revision: string | null;
  date: string | null;
  scale: string | null;
  /** 1 : denominator */
  denominator: number;
  level: number;
}

export const PAGE_SIZES: Record<SheetSize, DrawnSize> = {
  A1: { width: 841 * MM, height: 594 * MM },
  A2: { width: 594 * MM, height: 420 * MM },
  A3: { width: 420 * MM, height: 297 * MM },
  'ARCH D': { width: 36 * 72, height: 24 * 72 },
};

export const DRAWN_PROJECTS = [
  'Harbour Street Community Centre',
  'Northfield Primary School Extension',
  'Linden Yard Apartments',
  'Alder Creek Medical Clinic',
  'Eastgate Logistics Office',
  'Mill Lane Research Building',
  'Fairview Town Library',
  'Station Road Fire House',
] as const;

const STOREYS = ['GROUND', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH'] as const;
const IMPERIAL_STOREYS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH'] as const;

const LETTER: Record<SheetKind, string> = {
  'floor-plan': 'A-1',
  elevation: 'A-2',
  section: 'A-3',
  'foundation-plan': 'S-1',
  'door-schedule': 'A-6',
};

/** Returns the faces shown on an elevation sheet: two, or one on A3. */
export const elevationFaces = (level: number, size: SheetSize): string[] => {
  if (size === 'A3') return [['SOUTH', 'EAST', 'NORTH', 'WEST'][(level - 1) % 4]!];
  return level % 2 === 1 ? ['SOUTH', 'NORTH'] : ['EAST', 'WEST'];
};

const defaultTitle = (kind: SheetKind, level: number, units: Units, size: SheetSize): string => {
  const storey = (units === 'metric' ? STOREYS : IMPERIAL_STOREYS)[level - 1] ?? `LEVEL ${level}`;
  if (kind === 'floor-plan') return `${storey} FLOOR PLAN`;
  if (kind === 'elevation') {
    const faces = elevationFaces(level, size);
    return faces.length === 1 ? `${faces[0]} ELEVATION` : `${faces.join(' AND ')} ELEVATIONS`;
  }
  if (kind === 'section') return `BUILDING SECTION ${String.fromCharCode(64 + level)}`;
  return kind === 'foundation-plan' ? 'FOUNDATION PLAN' : 'DOOR SCHEDULE';
};

const defaultDate = (seed: number | string, units: Units): string => {
  const r = seededRandom(seed, 'date');
  const [year, month, day] = [r.int(2023, 2026), r.int(1, 12), r.int(1, 28)].map((v) => String(v).padStart(2, '0'));
  return units === 'metric' ? `${year}-${month}-${day}` : `${month}/${day}/${year}`;
};

/** Fills in the defaults. */
export const resolveSheet = (options: SheetOptions = {}): ResolvedSheet => {
  const seed = options.seed ?? 1;
  const r = seededRandom(seed, 'options');
  const kind = options.kind ?? 'floor-plan';
  const size = options.size ?? (options.units === 'imperial' ? 'ARCH D' : 'A1');
  const units = options.units ?? (size === 'ARCH D' ? 'imperial' : 'metric');
  const styles: TitleBlockStyle[] = ['corner', 'strip', 'rotated', 'bottom'];
  const style = r.pick(styles);
  const project = r.pick(DRAWN_PROJECTS);
  const level = options.level ?? 1;
  const usual = units === 'metric' ? '1:100' : '1/8" = 1\'-0"';
  const scale = options.scale === undefined ? (kind === 'door-schedule' ? null : usual) : options.scale;
  const given = <T>(value: T | undefined, other: T): T => (value === undefined ? other : value);
  return {
    seed,
    kind,
    size,
    page: PAGE_SIZES[size],
    units,
    titleBlock: options.title_block ?? style,
    project: options.project ?? project,
    sheet_number: given(options.sheet_number, `${LETTER[kind]}${String(level).padStart(2, '0')}`),
    title: given(options.title, defaultTitle(kind, level, units, size)),
    revision: given(options.revision, 'A'),
    date: given(options.date, defaultDate(seed, units)),
    scale,
    denominator: scaleDenominator(scale ?? usual) ?? scaleDenominator(usual)!,
    level,
  };
};
