import {
  ces,
  dan,
  deu,
  ell,
  eng,
  fin,
  fra,
  hrv,
  hun,
  ita,
  nld,
  nob,
  pol,
  por,
  ron,
  rus,
  slk,
  slv,
  spa,
  swe,
  tur,
  ukr,
} from 'stopword';

/** Matches words in lower case: letters and digits, with `-`, `'`, `/` and `.` within. */
const WORD = /[\p{L}\p{N}]+(?:[-'’/.][\p{L}\p{N}]+)*/gu;

export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/**
 * Words that say nothing about a document and that the lists lack: short ones of four languages, further ones of English,
 * abbreviations on sheets, numerals, and words common to all sheets and contracts.
 */
const COMMON = `a an as at be by do he if in is it me my no of on or so to up we
im zu le la un de du et ou ce el y o en es al
above across again against below cannot does doing down during each either etc few further having hers
however its itself may nor not off once own per shall she thereof thru thus until upon us use used uses using when whether
whom whose why within without
typ eq sim nts thk ea dia min max nic uno no nos ft mm cm lb lbs psi sf lf inch inches feet foot one two three four five
six seven eight nine ten located means mean least less see exceed made made shown note notes table first second third last day
date description number name comments scale drawn checked new existing proposed various around always entire provide none permitted limited type term eff stats subd intro sps looking equal dim approved
following including include includes provided required requirements requirement section sections
subsection chapter par pursuant unless except otherwise accordance apply applies applicable specified respectively`;

const TERMS = `abutment acoustic aggregate alarm anchor architrave asphalt balcony ballast balustrade basement beam
bearing bedroom bitumen blockwork bollard brace bracing brick brickwork bridge cabinet caisson canopy cantilever
carpet casement ceiling cement chimney cistern cladding clearance column concrete conduit coping corridor courtyard crane
culvert curb curtain damper deck demolition detail door downspout drain drainage drywall duct ductwork easement eave
egress electrical elevation elevator enclosure escape excavation facade fascia felt fence fill finish fire fireproofing
fitting fixture flashing floor footing formwork foundation frame framing furring gable garage gasket girder glazing grade
grading granite grating gravel grid grille grout gutter gypsum handrail hardware header hinge hoist hvac insulation joint
joist kitchen ladder laminate landing landscape lighting lintel louver louvre lumber manhole masonry membrane mezzanine
millwork mortar mullion oak opening paint panel parapet parking partition patio pavement paving pier pile pipe pipework
piping planting plaster plasterboard plinth plumbing plywood porch precast primer purlin rafter railing rebar refrigerant
reinforcement retaining ridge riser roof roofing room sanitary scaffold schedule screed sealant sewer shaft sheathing
shingle shutter sidewalk siding sill site skylight slab soffit sprinkler stair staircase steel stone storefront storm
stormwater stucco stud subgrade survey switchboard tank terrazzo threshold tile timber topography transformer treads trim
truss utility valve vapor vapour veneer vent ventilation vestibule wall water waterproofing weld window wiring zoning`;

const terms = new Set(TERMS.split(/\s+/));

/** Returns whether a word is a construction term, which says more about a document than other words. */
export const isConstructionTerm = (word: string): boolean =>
  terms.has(word) || (word.endsWith('s') && terms.has(word.slice(0, -1)));

/** Function words of the languages that sheets are read in, as far as they are written with spaces. */
const FUNCTION_WORDS = [
  ...[ces, dan, deu, ell, eng, fin, fra, hrv, hun, ita, nld, nob, pol, por],
  ...[ron, rus, slk, slv, spa, swe, tur, ukr],
].flat();

/** Shorter words of many languages are codes on sheets: in `S 101` the letter counts. */
const SHORTEST = 3;

/** A function word of one language may be a construction term of another: `primer` is Slovene for "example". */
const stopWords = new Set([
  ...FUNCTION_WORDS.filter((word) => word.length >= SHORTEST && !isConstructionTerm(word)),
  ...COMMON.split(/\s+/),
]);

/** Returns whether a word in lower case says nothing about a document. */
export const isStopWord = (word: string): boolean => stopWords.has(word);
