import { layerWords } from '../read/changed-layers.ts';

/** The kind of object drawn on a layer. */
export interface LayerObject {
  /** The beginning of a description: `Door`. */
  name: string;
  /** Whether objects are counted rather than measured. */
  counted: boolean;
}

const object = (name: string, counted: boolean, words: string) => ({
  ...{ name, counted },
  words: new RegExp(`^(${words})$`, 'iu'),
});

/** Groups of the US National CAD Standard and common words; specific kinds come first. */
const objects = [
  object('Hatch', false, 'patt|hatch(es)?|schraffur(en)?|hachures|retini'),
  object('Door', true, 'doors?|t(ü|ue)r(en)?|portes?|porte|puertas?'),
  object('Window', true, 'glaz|windows?|fenster|fen(ê|e)tres?|finestre'),
  object('Column', true, 'cols?|columns?|st(ü|ue)tzen?|poteaux?|pilastri'),
  object('Stair', false, 'strs|stairs?|treppen?|escaliers?'),
  object('Railing', false, 'hral|rail|rails|railings?|gel(ä|ae)nder'),
  object('Furniture', false, 'furn|furniture|seating|m(ö|oe)bel|mobilier|arredi'),
  object('Light fixture', true, 'lite|lights?|luminaires?|leuchten?'),
  object('Plumbing fixture', true, 'pfix|sanr|sanit(ä|ae)r'),
  object('Diffuser', true, 'dffr|diffusers?'),
  object('Duct', false, 'ducts?|ductwork'),
  object('Sprinkler', true, 'spkl|sprn|sprinklers?'),
  object('Beam', false, 'beams?|joists?|jois'),
  object('Foundation', false, 'fndn|foundations?|footings?|fundamente?'),
  object('Slab', false, 'slabs?|decken?|dalles?'),
  object('Roof', false, 'roof|roofs|roofing|dach'),
  object('Ceiling', false, 'clng|ceilings?'),
  object('Wall', false, 'walls?|w(a|ä|ae)nde?|murs?|muri|pareti'),
] as const;

/** Layers of annotations, such as dimensions, section marks and tags, whatever object they name. */
const notes = /^(anno|text|dims?|dimensions?|quote|cotes|cotation|bema(ss|ß)ung|ma(ss|ß)e?|размер)$/iu;

/** Returns the kind of object on a layer, by its name; null if the name does not indicate one. */
export const objectOn = (layer: string): LayerObject | null => {
  const words = layerWords(layer);
  if (words.some((word) => notes.test(word))) return null;
  return objects.find((one) => words.some((word) => one.words.test(word))) ?? null;
};
