/** Weights of equal numbers, equal titles and similar appearance; that of the words is 1. */
export const numberWeightRatio = 0.45;
export const titleWeightRatio = 0.2;
export const appearanceWeightRatio = 0.8;

/** Minimum worth of a pair, and minimum correlation between thumbnails of the same sheet. */
export const minimumPairWorthRatio = 0.35;
export const minimumCorrelationRatio = 0.6;

/** Weight of the page order, which decides ties. */
export const orderWeightRatio = 0.01;

/** Minimum number of different words for a comparison by words. */
export const minimumPairWords = 5;
export const thumbnailSidePixels = 64;
export const neighbourPixels = 1;
