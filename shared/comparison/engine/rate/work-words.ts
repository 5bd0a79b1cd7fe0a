import { plainText } from './plain-text.ts';

/** A pattern of whole words, applied to {@link plainText}. */
const words = (list: string): RegExp => new RegExp(`(?<![a-z0-9])(?:${list})(?![a-z0-9])`);

/** Words for the status or function of construction elements, in the supported languages. */
const DUTIES: readonly (readonly [string, RegExp])[] = [
  [
    'new',
    words('\\(n\\)|new|neu(?:bau|e[rsnm]?)?|nouveau|nouvelle|nuov[oai]|nuev[oa]s?|ny(?:tt|a)?|now[aye]|nov[oa]s?'),
  ],
  [
    'existing',
    words(
      '\\(e\\)|istn\\.|exist(?:ing|\\.)?|exg|bestand|best\\.|vorh(?:anden|\\.)?|existante?s?|conserve[re]?|esistent[ei]|existentes?|befintlig[at]?|bef\\.|istniejac[aye]|ist\\.',
    ),
  ],
  [
    'demolish',
    words(
      'demo(?:li\\w+|l\\.?)?|remove[d]?|abbruch|abbrechen|ruckbau|a demolir|demolire|demolizione|rivs|rivning|(?:do )?(?:rozbiork\\w+|wyburz\\w+)|depose|demoler',
    ),
  ],
  [
    'structural',
    words(
      'structur\\w+|load.?bearing|bearing|tragend\\w*|porteu(?:r|se)s?|portant[ei]|portantes?|estructural|estrutural|barande|nosn[aye]|konstrukcyjn\\w+',
    ),
  ],
  ['not structural', words('non.?(?:load.?)?bearing|nicht\\s?tragend\\w*|non.?porteu(?:r|se)s?|non portant[ei]')],
  [
    'fire',
    words(
      'fire|rated|sprinkler\\w*|brandschutz\\w*|brandwand|feuer\\w*|coupe.?feu|pare.?flammes?|tagliafuoco|cortafuegos?|corta.?fogo|brand(?:cell\\w*|vagg)?|ppoz\\w*|przeciwpozar\\w*',
    ),
  ],
  [
    'egress',
    words(
      'egress|exit|fluchtweg\\w*|notausgang|rettungsweg\\w*|issue de secours|sortie de secours|via d.esodo|uscita (?:di )?(?:sicurezza|emergenza)|salida de emergencia|utrymning\\w*|nodutgang|wyjscie ewakuacyjne|saida de emergencia',
    ),
  ],
];

/** Materials whose replacement changes what is built, in the same languages. */
const MATERIALS: readonly (readonly [string, RegExp])[] = [
  [
    'block',
    words('cmu|concrete block|block(?:work)?|ks|kalksandstein|parpaings?|agglos?|blocchi|bloques?|bloczek|blocos?'),
  ],
  [
    'masonry',
    words(
      'brick\\w*|masonry|mw(?! \\d)|mauerwerk|ziegel|maconnerie|briques?|muratura|laterizio|ladrillo|mamposteria|tegel|murverk|cegla|bloczek|tijolo|alvenaria',
    ),
  ],
  [
    'concrete',
    words(
      'concrete(?! block)|conc\\.?|(?:stahl|fertigteil)?beton\\w*|stb\\.?|beton arme|ba|calcestruzzo|c\\.?a\\.?|hormigon|betong|zelbet|betao',
    ),
  ],
  ['steel', words('steel|stahl|acier|acciaio|acero|stal|aco')],
  ['timber', words('wood|timber|plywood|holz|bois|legno|madera|tra|drewno|madeira|glulam|bsh|clt')],
  [
    'gypsum',
    words(
      'gyp(?:sum|\\.)?(?: ?b(?:oar)?d\\.?)?|gwb|drywall|gk|gkb|gkf|gipskarton|placo\\w*|platre|cartongesso|pladur|yeso laminado|gips\\w*|gesso',
    ),
  ],
  [
    'cement board',
    words('cement(?:itious)? b(?:oar)?d\\.?|zementplatte\\w*|faserzement\\w*|fibre.?ciment|fibrocemento'),
  ],
  ['glass', words('glass|glazing|glas|verre|vetro|vidrio|szklo|vidro')],
  ['laminated glass', words('vsg|laminated|feuillete|stratificato|laminado')],
  ['toughened glass', words('esg|tempered|toughened|trempe|temperato|templado')],
  ['aluminium', words('alumin(?:i?um|io)|alu')],
  ['copper', words('copper|kupfer|cuivre|rame|cobre|koppar|miedz')],
  ['plastic', words('pvc|abs|pex|pe|pp|kunststoff')],
  ['cast iron', words('cast iron|gusseisen|sml|fonte|ghisa')],
  ['tile', words('tiles?|tiling|fliesen?|carrelage|piastrelle|azulejo|kakel|plytki|ceramica')],
  ['carpet', words('carpets?|teppich|moquette|moqueta|matta|wykladzina|alcatifa')],
  ['parquet', words('parquet|parkett|parchetto|parkiet|hardwood|lvt|vct|vinyl|linoleum')],
  [
    'mineral wool',
    words(
      'mineral wool|mineralwolle|steinwolle|mw \\d+|laine minerale|lana minerale|lana mineral|mineralull|welna mineralna|rockwool',
    ),
  ],
  ['foam', words('eps|xps|pur|pir|polystyrene')],
];

const namesIn = (list: readonly (readonly [string, RegExp])[], text: string): string =>
  list
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name)
    .join(', ');

/** Returns the statuses and functions that a text names: new, existing, to demolish, structural, fire, egress. */
export const dutiesIn = (text: string | undefined): string => namesIn(DUTIES, plainText(text ?? ''));

/** Returns the materials that a text names; empty if it names none. */
export const materialsIn = (text: string): string => namesIn(MATERIALS, plainText(text));

const LEFT = words('left|lhr?|links|gauche|sx|sinistra|izq(?:uierda)?|vanster|lewe|esq(?:uerda)?');
const RIGHT = words('right|rhr?|rechts|droite|dx|destra|dcha|derecha|hoger|prawe|dir(?:eita)?');

/** Returns the hand of a door or fitting that a text names; null for none or both. */
export const handIn = (text: string): 'left' | 'right' | null => {
  const plain = plainText(text);
  const [left, right] = [LEFT.test(plain), RIGHT.test(plain)];
  return left === right ? null : left ? 'left' : 'right';
};

const STAMP = words(
  'preliminary|not for construction|for construction|for (?:information|approval|review|tender)(?: only)?|superseded|void|draft|approved|reviewed|confidential|vorabzug|entwurf|ungultig|freigegeben|gepruft|nicht freigegeben|provisoire|ne pas executer|pour approbation|bon pour execution|annule|bozza|preliminare|annullato|preliminar|anulado|borrador|forhandskopia|granskad|godkand|wstepny|do zatwierdzenia|para aprovacao',
);

/** Whether a text is a stamp or watermark, which concerns the sheet rather than the construction. */
export const isStamp = (text: string): boolean => {
  const plain = plainText(text);
  return STAMP.test(plain) && plain.split(' ').length <= 6;
};
