import { layerWords, ownLayerName } from '../read/changed-layers.ts';
import { divisions, tradeOf } from './trades.ts';

/** Major and minor layer groups (US National CAD Standard) that do not contain the word of a trade. */
const groups: readonly (readonly [string, RegExp])[] = [
  ['02', /^(DEMO|DEMOL)$/],
  ['21', /^(SPKL|SPRN|FPRO|STAN)$/],
  ['28', /^(ALRM|SERT|SECU)$/],
  ['27', /^(COMM|DATA|TELE|PHON|CATV)$/],
  ['26', /^(LITE|POWR|CIRC|GRND|LTNG|ELEC|ELE)$/],
  ['23', /^(HVAC|DUCT|DFFR|EXHS|VENT|HWTR|CWTR|CHWS|CHWR|REFG|KLIMA|MECH|HEIZUNG|LUEFTUNG|LÜFTUNG)$/],
  ['22', /^(PFIX|SANR|DOMW|PLMB|SANITAER|SANITÄR)$/],
  ['14', /^(EVTR|ESCL)$/],
  ['12', /^(FURN|CASE|MOEBEL|MÖBEL)$/],
  ['11', /^(EQPM|APPL)$/],
  ['10', /^(SPCL|TPTN)$/],
  ['08', /^(DOOR|GLAZ|WIND|CURT|SKLT|TUER|TUEREN)$/],
  ['07', /^(ROOF|INSL|FLSH)$/],
  ['09', /^(CLNG|FNSH|TILE|PATT)$/],
  ['05', /^(JOIS|DECK|HRAL|RAIL|TRUS)$/],
  ['04', /^(MSNW|BRCK|CMUW)$/],
  ['03', /^(FNDN|SLAB|FTNG|PILE|CONC)$/],
  ['33', /^(STRM|SSWR|WATR|NGAS|UTIL)$/],
  ['32', /^(PVMT|PKNG|PLNT|TREE|WALK|CURB|IRRG)$/],
];

/** Layer disciplines whose work belongs to one division whatever the rest of the name. */
const disciplines: Readonly<Record<string, string>> = {
  E: '26',
  F: '21',
  FP: '21',
  M: '23',
  P: '22',
  T: '27',
  L: '32',
};

const findDivision = (division: string) => divisions.find((one) => one.division === division)!;

/**
 * Returns the division and trade of a layer's name: by a word in it, by its group, or by its discipline if that is
 * the work of one trade. Returns null for walls, floors and notes, which any trade may draw.
 */
export const tradeOfLayer = (name: string): { division: string; trade: string } | null => {
  const words = layerWords(name);
  const byWord = tradeOf(words.join(' '));
  if (byWord) return byWord;
  const coded = groups.find(([, codes]) => words.some((word) => codes.test(word.toUpperCase())));
  const discipline = /^([A-Z]{1,2})-[A-Z]{4}(-|$)/.exec(ownLayerName(name))?.[1];
  const division = coded?.[0] ?? disciplines[discipline ?? ''];
  if (division === undefined) return null;
  const found = findDivision(division);
  return { division: found.division, trade: found.trade };
};
