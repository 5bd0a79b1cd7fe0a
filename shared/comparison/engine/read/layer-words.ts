/** Returns a layer's name without the prefix of the referenced drawing (xref). */
export const ownLayerName = (name: string): string => name.replace(/^.*(\||\$0\$)/, '');

/** Splits a layer's name into words: `A`, `WALL`, `FULL`. */
export const layerWords = (name: string): string[] =>
  ownLayerName(name)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-.<>()/]+/)
    .filter(Boolean);
