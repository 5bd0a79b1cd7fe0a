/** A layer's name without the drawing that it was referenced from. */
export const ownLayerName = (name: string): string => name.replace(/^.*(\||\$0\$)/, '');

/** The parts of a layer's name as words: `A`, `WALL`, `FULL`. */
export const layerWords = (name: string): string[] =>
  ownLayerName(name)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-.<>()/]+/)
    .filter(Boolean);
