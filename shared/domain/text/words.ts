/** Matches words in lower case: letters and digits, with `-`, `'`, `/` and `.` within. */
const WORD = /[\p{L}\p{N}]+(?:[-'’/.][\p{L}\p{N}]+)*/gu;

export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** Function words of English, German, French and Spanish, and words common to all sheets and contracts. */
const STOP = `a about above across after again against all also am an and any are as at be because been before being
below between both but by can cannot could did do does doing down during each either etc few for from further had has
have having he her here hers him his how however i if in into is it its itself may me might more most must my no nor not
of off on once only or other our out over own per same shall she should so some such than that the their them then there
thereof these they this those through thru thus to too under until up upon us use used uses using very was we were what
when where whether which while who whom why will with within without would you your
der die das den dem des ein eine einer eines und oder mit von vom zu zum zur im in ist sind bei auf für nicht als auch
le la les un une des du de et ou avec pour par dans sur est sont aux ce cette
el los las una y o con para por en es son del al que
typ eq sim nts thk ea dia min max nic uno no nos ft mm cm lb lbs psi sf lf inch inches feet foot one two three four five
six seven eight nine ten located means mean least less see exceed made made shown note notes table first second third last day
date description number name comments scale drawn checked new existing proposed various around always entire provide none permitted limited type term eff stats subd intro sps looking equal dim approved
following including include includes provided required requirements requirement section sections
subsection chapter par pursuant unless except otherwise accordance apply applies applicable specified respectively`;

const stopWords = new Set(STOP.split(/\s+/));

export const isStopWord = (word: string): boolean => stopWords.has(word);

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
