/** A division of the CSI MasterFormat and its trade. */
interface Trade {
  division: string;
  trade: string;
  /** Words of the trade in lower case; layer names are matched with the same patterns. */
  words: RegExp;
}

// Case-insensitive matching of letters of all scripts takes more than twice as long to compile.
const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(${list})(?!\\p{L})`, 'u');

/** The first match wins, so specific trades precede general ones. */
const trades: readonly Trade[] = [
  { division: '02', trade: 'Demolition', words: words('demo|demol\\w*|remove existing|to be removed|abatement|raze') },
  {
    division: '21',
    trade: 'Fire suppression',
    words: words('sprinklers?|fire suppression|standpipes?|siamese|fdc|fire pump'),
  },
  {
    division: '28',
    trade: 'Safety and security',
    words: words('fire alarm|smoke detectors?|card readers?|cctv|access control|pull station'),
  },
  {
    division: '27',
    trade: 'Communications',
    words: words('data outlets?|telecom\\w*|cat ?6a?|wi-?fi|antennas?|av rack|i[dt]f'),
  },
  {
    division: '26',
    trade: 'Electrical',
    words: words(
      'electric\\w*|receptacles?|outlets?|lighting|steckdosen?|leuchten?|luminaires?|light fixtures?|panelboards?|switch(es|gear|board)?|conduits?|circuits?|transformers?|[kw]va?|volts?|gfci|elec|powr|lite',
    ),
  },
  {
    division: '23',
    trade: 'Heating, ventilation and air conditioning',
    words: words(
      'hvac|ducts?|ductwork|diffusers?|grilles?|vav|ahu|rtu|boilers?|chillers?|radiators?|thermostats?|dampers?|exhaust|fan coil|heat pumps?|furnaces?|cfm|mech|ventilation|heating',
    ),
  },
  {
    division: '22',
    trade: 'Plumbing',
    words: words(
      'plumb\\w*|lavator(y|ies)|sinks?|toilets?|urinals?|water closets?|wc|floor drains?|water heaters?|showers?|faucets?|hose bibs?|sanitary|drain(age)?|sewers?|gas pip(e|ing)|plmb',
    ),
  },
  {
    division: '14',
    trade: 'Conveying equipment',
    words: words('elevators?|lifts?|escalators?|dumbwaiters?|hoistway'),
  },
  {
    division: '12',
    trade: 'Furnishings',
    words: words('furniture|casework|countertops?|blinds|seating|benches|desks?|furn'),
  },
  {
    division: '11',
    trade: 'Equipment',
    words: words('equipment|kitchen equipment|refrigerators?|dishwashers?|loading dock|eqpm|appliances?'),
  },
  {
    division: '10',
    trade: 'Specialties',
    words: words('signage|lockers?|toilet partitions?|fire extinguishers?|grab bars?|toilet accessories|mailboxes'),
  },
  {
    division: '08',
    trade: 'Doors and windows',
    words: words(
      'doors?|windows?|t[üu]r(en)?|fenster|portes?|fen[êe]tres?|glazing|storefronts?|curtain walls?|skylights?|louvers?|glass|sidelites?|glaz',
    ),
  },
  {
    division: '07',
    trade: 'Thermal and moisture protection',
    words: words(
      'roof(ing|s)?|insulat\\w*|membranes?|flashings?|waterproof\\w*|sealants?|caulk\\w*|vapou?r barriers?|siding|shingles?|gutters?|downspouts?|parapets?|firestop\\w*|eifs',
    ),
  },
  {
    division: '09',
    trade: 'Finishes',
    words: words(
      'gypsum|drywall|gyp\\.?|gwb|plaster\\w*|stucco|ceilings?|tiles?|tiling|carpets?|flooring|paint\\w*|partitions?|metal studs?|studs?|finish(es)?|wallcovering|vct|wainscot|clng|baseboards?',
    ),
  },
  {
    division: '05',
    trade: 'Metals',
    words: words(
      'steel|metal deck\\w*|joists?|handrails?|guardrails?|railings?|w\\d{1,2}x\\d{1,3}|hss|base plates?|anchor bolts?|ladders?|gratings?|weld\\w*|bracing',
    ),
  },
  {
    division: '04',
    trade: 'Masonry',
    words: words(
      'masonry|cmu|bricks?|mauerwerk|ziegel|ma[çc]onnerie|briques?|parpaings?|concrete block|stone veneer|mortar|grout\\w*',
    ),
  },
  {
    division: '03',
    trade: 'Concrete',
    words: words(
      'concrete|beton|b[ée]ton|dalles?|slabs?|footings?|foundations?|rebars?|reinforc\\w*|piers?|psi|formwork|conc\\.?|grade beams?|pile caps?|piles?',
    ),
  },
  {
    division: '06',
    trade: 'Wood and plastics',
    words: words(
      'wood\\w*|plywood|timber|lumber|millwork|cabinets?|trusses|rafters?|sheathing|carpentry|blocking|glulam|osb|2x\\d{1,2}',
    ),
  },
  {
    division: '31',
    trade: 'Earthwork',
    words: words('excavat\\w*|grading|backfill|earthwork|erosion|silt fence|cut and fill|shoring|subgrade'),
  },
  {
    division: '33',
    trade: 'Utilities',
    words: words('storm( sewer| drain)?|manholes?|catch basins?|water main|hydrants?|culverts?|utilit(y|ies)'),
  },
  {
    division: '32',
    trade: 'Exterior improvements',
    words: words(
      'pav(ing|ement|ers?)|asphalt|curbs?|parking|sidewalks?|landscap\\w*|plant(ing|s)?|trees?|shrubs?|fences?|fencing|irrigation|striping|playground',
    ),
  },
];

/** All divisions that work is assigned to. */
export const divisions: readonly Pick<Trade, 'division' | 'trade'>[] = trades;

/** Returns the division and trade that a text names; null if it names none. */
export const tradeOf = (text: string): { division: string; trade: string } | null => {
  const small = text.toLowerCase();
  const found = trades.find((one) => one.words.test(small));
  return found ? { division: found.division, trade: found.trade } : null;
};

/** Returns a division with the name of its trade. @throws TypeError if there is no such division */
export const tradeOfDivision = (division: string): { division: string; trade: string } => {
  const { trade } = trades.find((one) => one.division === division)!;
  return { division, trade };
};
