const LAST_CODE_POINT = 0x10_ff_ff;
const [FIRST_RADICAL, LAST_RADICAL] = [0x2e_80, 0x2f_d5];

/**
 * Radicals that are ideographs as well, but not by Unicode's compatibility mappings, each followed by its ideograph
 * (Unicode's EquivalentUnifiedIdeograph.txt).
 */
const IDEOGRAPHS = new Map(
  '⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀'
    .match(/../gu)!
    .map((pair) => [pair[0]!, pair[1]!]),
);

/** Returns the ideograph that looks like a radical: programs that know only the glyph name one for the other. */
const ideographOf = (radical: string): string => IDEOGRAPHS.get(radical) ?? radical.normalize('NFKC');

/**
 * Returns the character of a code that PDFium answers. In fonts whose codes are UTF-8, that is the number which the
 * bytes of a character form; codes that are neither become the replacement character. Radicals become ideographs.
 */
export const characterOf = (code: number): string => {
  if (code >= FIRST_RADICAL && code <= LAST_RADICAL) return ideographOf(String.fromCodePoint(code));
  if (code <= LAST_CODE_POINT) return String.fromCodePoint(code);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(code);
  const text = bytes.subarray(bytes.findIndex((byte) => byte > 0)).toString('utf8');
  return [...text].length === 1 ? text : '\ufffd';
};
