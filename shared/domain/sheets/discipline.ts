/** The discipline of a sheet. */
export const DISCIPLINES = [
  ...(['general', 'hazardous', 'survey', 'geotechnical', 'civil', 'landscape', 'structural', 'architectural'] as const),
  ...([
    'interiors',
    'equipment',
    'fire',
    'plumbing',
    'process',
    'mechanical',
    'electrical',
    'telecommunications',
  ] as const),
] as const;
export type Discipline = (typeof DISCIPLINES)[number];

/** Designators of the US National CAD Standard, and equivalent ones of ISO 19650's national annex. */
const BY_LETTER: Record<string, Discipline> = {
  ...{ G: 'general', H: 'hazardous', V: 'survey', B: 'geotechnical', C: 'civil', L: 'landscape', S: 'structural' },
  ...{ A: 'architectural', I: 'interiors', Q: 'equipment', F: 'fire', P: 'plumbing', D: 'process', M: 'mechanical' },
  ...{
    E: 'electrical',
    T: 'telecommunications',
    ID: 'interiors',
    FP: 'fire',
    FA: 'fire',
    FS: 'fire',
    LS: 'architectural',
  },
  ...{ KM: 'structural', KJ: 'structural', КЖ: 'structural', КМ: 'structural', АР: 'architectural', ОВ: 'mechanical' },
  ...{ ВК: 'plumbing', ЭО: 'electrical', ЭМ: 'electrical', ГП: 'civil', 建施: 'architectural', 结施: 'structural' },
  ...{ 水施: 'plumbing', 电施: 'electrical', 暖施: 'mechanical' },
};

/** Words of a title, most specific first: a `lighting` plan is electrical whatever floor it shows. */
const BY_WORD: readonly (readonly [RegExp, Discipline])[] = [
  [/\b(?:SPRINKLERS?|FIRE (?:PROTECTION|ALARM|SUPPRESSION)|BRANDSCHUTZ)\b/i, 'fire'],
  [/\b(?:PLUMBING|SANITARY|DOMESTIC WATER|SANITAIR|PLOMBERIE|SANITÄR|FONTANERIA)\b/i, 'plumbing'],
  [/\b(?:HVAC|MECHANICAL|DUCTING|DUCTWORK|VENTILATION|HEATING|LÜFTUNG|HEIZUNG|CLIMATIZACI[OÓ]N)\b/i, 'mechanical'],
  [
    /\b(?:ELECTRICAL|LIGHTING|POWER|ONE-LINE|SINGLE LINE|ELEKTRO\p{L}*|[ÉE]LECTRICIT[ÉE]|ELECTRICIDAD)\b/iu,
    'electrical',
  ],
  [/\b(?:TELECOM\p{L}*|COMMUNICATIONS?|DATA CABLING|SECURITY SYSTEMS?)\b/iu, 'telecommunications'],
  [
    /\b(?:FRAMING|FOUNDATIONS?|FOOTINGS?|STRUCTURAL|REINFORCEMENT|REBAR|SLAB|SCHALPLAN|BEWEHRUNG\p{L}*|FERRAILLAGE|CIMENTACI[OÓ]N|FONDAZIONI)\b/iu,
    'structural',
  ],
  [/\b(?:GRADING|DRAINAGE|EROSION|UTILITY|UTILITIES|STORMWATER|PAVING|ROAD(?:WAY)?|TRAFFIC)\b/i, 'civil'],
  [/\b(?:LANDSCAP(?:E|ING)|PLANTING|IRRIGATION|AUSSENANLAGEN)\b/i, 'landscape'],
  [/\b(?:SURVEY|TOPOGRAPHIC\p{L}*|TOPOGRAPHY)\b/iu, 'survey'],
  [/\b(?:FURNITURE|INTERIORS?|MILLWORK|CASEWORK)\b/i, 'interiors'],
  [/\b(?:COVER SHEET|TITLE SHEET|DRAWING LIST|SHEET INDEX|GENERAL NOTES)\b/i, 'general'],
  [
    /\b(?:FLOOR PLANS?|ELEVATIONS?|SECTIONS?|CEILING|ROOF PLAN|DOOR|WINDOW|FINISH(?:ES)?|GRUNDRISS|ANSICHT(?:EN)?|SCHNITT)\b/i,
    'architectural',
  ],
];

const NAMES: readonly (readonly [string, Discipline])[] = [
  ['CIVIL|TIEFBAU|GENIE CIVIL', 'civil'],
  ['STRUCTURAL|STRUCTURE|STRUCTURES|TRAGWERK(?:SPLANUNG)?|ESTRUCTURAS?|STRUTTURE', 'structural'],
  ['ARCHITECTURAL|ARCHITECTURE|ARCHITEKTUR|ARQUITECTURA|ARCHITETTURA', 'architectural'],
  ['LANDSCAPE|LANDSCAPE ARCHITECTURE|FREIANLAGEN', 'landscape'],
  ['MECHANICAL|HVAC', 'mechanical'],
  ['ELECTRICAL|ELEKTRO(?:TECHNIK)?', 'electrical'],
  ['PLUMBING|SANITÄR', 'plumbing'],
  ['FIRE PROTECTION|BRANDSCHUTZ', 'fire'],
  ['TELECOMMUNICATIONS?', 'telecommunications'],
  ['INTERIORS?|INTERIOR DESIGN', 'interiors'],
  ['GEOTECHNICAL', 'geotechnical'],
  ['SURVEY', 'survey'],
];
const NAMED = NAMES.map(
  ([names, discipline]) =>
    [
      new RegExp(
        `^(?:(?:DISCIPLINE|SERIES|GEWERK|FACHBEREICH|DISZIPLIN|SPECIALITE) ?[:.]? *)?(?:${names})(?: (?:DRAWINGS?|PLANS?|WORKS?|ENGINEERING))?$`,
        'iu',
      ),
      discipline,
    ] as const,
);

const MAY_NAME = new RegExp(`(?:${NAMES.map(([names]) => names).join('|')})`, 'iu');

/** Whether the text of a page has the name of a discipline at all. */
export const mayNameDiscipline = (text: string): boolean => MAY_NAME.test(text);

/** Returns the discipline that a text of a title block is the name of: `CIVIL`, `Discipline: Structural`. */
export const namedDiscipline = (text: string): Discipline | undefined =>
  NAMED.find(([name]) => name.test(text.trim()))?.[1];

/** The role letter in a standardised number: `105301-SGP-01-ZZ-DR-A-131002` → `A`. */
const ROLE = /^(?:[A-Z0-9.]+[-_]){4,}(?:DR|M3|M2|SK)[-_]([A-Z])[-_]\d+$/i;
/** The letters before the first digit: `AF101`, `C-2.1`, `建施-05`. */
const PREFIX = /^(\p{L}{1,2})[-–. ]{0,2}\d/u;

/** Returns the discipline by the sheet's number, else by its title; null if neither indicates one. */
export const disciplineOf = (number: string | null, title: string | null): Discipline | null => {
  const letters = (ROLE.exec(number ?? '') ?? PREFIX.exec(number ?? ''))?.[1]?.toUpperCase();
  const named = letters ? (BY_LETTER[letters] ?? BY_LETTER[letters.charAt(0)]) : undefined;
  return named ?? BY_WORD.find(([words]) => words.test(title ?? ''))?.[1] ?? null;
};
