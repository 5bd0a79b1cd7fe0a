/** How lengths of the building are stated: in metres, or in feet and inches. */
export interface Lengths {
  /** Formats a length: `0.60 m`, or `2'-0"`. @param digits of metres */
  say: (millimetres: number, digits?: number) => string;
  /** The unit of quantities, and its length in millimetres. */
  unit: 'm' | 'ft';
  squareUnit: 'm²' | 'ft²';
  millimetres: number;
}

const metric: Lengths = {
  say: (millimetres, digits = 2) => `${(millimetres / 1000).toFixed(digits)} m`,
  ...{ unit: 'm', squareUnit: 'm²', millimetres: 1000 },
};

const imperial: Lengths = {
  say: (millimetres) => {
    const inches = Math.round(millimetres / 25.4);
    return `${Math.floor(inches / 12)}'-${inches % 12}"`;
  },
  ...{ unit: 'ft', squareUnit: 'ft²', millimetres: 304.8 },
};

/** Returns the lengths of a drawing. */
export const lengthsOf = (isImperial: boolean): Lengths => (isImperial ? imperial : metric);
