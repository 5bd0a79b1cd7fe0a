/** Files whose pages are searched, below the folder of samples. */
export const FILES = {
  plumbing: 'specifications/wi_sps382_plumbing_63p.pdf',
  zoning: 'specifications/milwaukee_zoning_234p.pdf',
  somers: 'specifications/somers_ch18_119p.pdf',
  kegonsa: 'drawings/kegonsa_set16_20141110.pdf',
  framing: 'drawings/kegonsa_s101_framing.pdf',
  park: 'drawings/park_qed6_20180925.pdf',
  kitchen: 'comparison/real/oakfire_layout_v4.pdf',
  sketch: 'comparison/real/kegonsa_ask002_20141023.pdf',
} as const;
export type FileName = keyof typeof FILES;

export const KINDS = ['words', 'codes', 'paraphrases', 'typing errors'] as const;
type Kind = (typeof KINDS)[number];

/** A question, and the pages that answer it, as verified by reading them. */
export interface AskedQuestion {
  kind: Kind;
  question: string;
  answers: Partial<Record<FileName, readonly number[]>>;
}

const of =
  (kind: Kind) =>
  (question: string, answers: AskedQuestion['answers']): AskedQuestion => ({ kind, question, answers });
const [words, code, paraphrase, error] = KINDS.map(of) as [
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
];

export const QUESTIONS: readonly AskedQuestion[] = [
  words('automatic car wash interceptor', { plumbing: [27] }),
  words('sanitary dump station', { plumbing: [37] }),
  words('composting toilet system', { plumbing: [37] }),
  words('secondary roof drains', { plumbing: [34] }),
  words('water hammer arrestors', { plumbing: [44] }),
  words('elevator pit drain', { plumbing: [23] }),
  words('vent terminals above the roof', { plumbing: [19] }),
  words('circuit venting', { plumbing: [16] }),
  words('manhole diameter', { plumbing: [30] }),
  words('pipe hanger spacing', { plumbing: [62] }),
  words('priority plan review appointment', { plumbing: [3] }),
  words('"trap seal primer"', { plumbing: [21, 57, 58] }),
  words('barbed wire fences', { zoning: [160, 177] }),
  words('small wind energy system', { zoning: [91, 92] }),
  words('vision triangle', { zoning: [81] }),
  words('community garden design standards', { zoning: [95] }),
  words('shared parking facility', { zoning: [62] }),
  words('self-storage facility basement', { zoning: [154] }),
  words('master sign program overlay zone', { zoning: [212, 213] }),
  words('cul-de-sac turnaround right-of-way radius', { somers: [28] }),
  words('street lighting', { somers: [39] }),
  words('Green Bay Road corridor moratorium', { somers: [81, 82, 83, 84] }),
  words('survey monuments', { somers: [11, 33] }),
  words('second floor plan', { kegonsa: [2] }),
  words('window schedule', { kegonsa: [16] }),
  words('anchor bolts stone ledge', { kegonsa: [15] }),
  words('mezzanine floor plan', { park: [3] }),
  words('walk-in freezer dough room', { kitchen: [1] }),

  code('S-101', { framing: [1] }),
  code('a102', { kegonsa: [2], park: [3] }),
  code('A-800', { kegonsa: [16] }),
  code('C100', { park: [1] }),
  code('ASK-002a', { sketch: [1], kegonsa: [8, 10, 11] }),
  code('W12x26', { framing: [1] }),
  code('HSS 3.500 x 0.188', { framing: [1] }),
  code('CW15 window', { kegonsa: [5, 16] }),
  code('FWH3180', { kegonsa: [5, 16] }),
  code('295-404', { zoning: [57, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72] }),
  code('295-417', { zoning: [1, 95] }),
  code('SPS 382.51', { plumbing: [1, 61] }),
  code('ASTM D2846', { plumbing: [51] }),
  code('ASTM F1281', { plumbing: [54] }),
  code('ASSE 1021', { plumbing: [22] }),
  code('18.36', { somers: [1, 81] }),
  code('80-4-222-044-0200', { somers: [89] }),
  code('TABLE 7 buffer strips industrial', { somers: [118] }),

  paraphrase('drain for a vehicle washing facility', { plumbing: [27] }),
  paraphrase('how far apart must horizontal pipes be supported', { plumbing: [62] }),
  paraphrase('abattoir wastewater', { plumbing: [27] }),
  paraphrase('keep buried sewer from freezing', { plumbing: [12, 13] }),
  paraphrase('capping unused pipe left after removing a fixture', { plumbing: [6] }),
  paraphrase('sterilize new drinking water pipes before use', { plumbing: [44, 45] }),
  paraphrase('where to dump sewage of recreational vehicles', { plumbing: [37] }),
  paraphrase('fat trap for restaurants', { plumbing: [25, 26] }),
  paraphrase('keeping hens in the yard', { zoning: [105, 122, 170, 186] }),
  paraphrase('how many bikes racks are needed', { zoning: [63, 64, 65, 66, 67, 68, 69, 70, 71] }),
  paraphrase('windmill for electricity on a lot', { zoning: [91, 92] }),
  paraphrase('use that stopped for a year loses its rights', { zoning: [92, 93, 94, 227] }),
  paraphrase('brightness of lamps at the property line', { zoning: [89] }),
  paraphrase('line of waiting cars at a drive-through', { zoning: [133, 195] }),
  paraphrase('fine for breaking the ordinance', { somers: [12, 13] }),
  paraphrase('exceptions where rules cause hardship', { somers: [11, 12] }),
  paraphrase('dividing land into few lots without a plat', { somers: [22, 23] }),
  paraphrase('steel columns and beams of the house', { framing: [1] }),
  paraphrase('rebar in the footings', { kegonsa: [15] }),
  paraphrase('views of the house from the street side', { kegonsa: [5] }),

  error('automtic car washes', { plumbing: [27] }),
  error('greese interceptor', { plumbing: [25, 26] }),
  error('slaugterhouse', { plumbing: [27] }),
  error('compostng toilets', { plumbing: [37] }),
  error('hammer arestors', { plumbing: [44] }),
  error('backflow preventr reduced pressure principle', { plumbing: [2, 5, 7, 39, 55, 56, 57, 58] }),
  error('campgruond sanitation', { plumbing: [37] }),
  error('transmision tower guy anchorage', { zoning: [90] }),
  error('barbd wire', { zoning: [160, 177] }),
  error('bicyle parking spaces', { zoning: [63, 64, 65, 66, 67, 68, 69, 70, 71] }),
  error('native vegitation', { zoning: [95] }),
  error('nonconfirming historic structure', { zoning: [228] }),
  error('cul-de-sack streets', { somers: [28] }),
  error('certfied survey map general', { somers: [24, 25] }),
  error('perspctives', { kegonsa: [12, 13, 14] }),
  error('foundaton plan footing width', { kegonsa: [15] }),
  error('mezanine', { park: [2, 3, 5, 6] }),
  error('boat hose porch', { kegonsa: [1] }),
];
