/**
 * Relative difference of aspect ratios within which sheets have the same format.
 * Needed by `heat arkitekter`.
 */
export const proportionToleranceRatio = 0.03;

/**
 * Distance in fractions of the sheet within which texts of two sheets have the same position.
 * Needed by `City of Austin Transportation`.
 */
export const positionToleranceShare = 0.02;

/**
 * Relative difference of font sizes of one field, and the same if sizes are heights of ink.
 * Needed by `City of Austin Transportation`.
 */
export const sizeToleranceRatio = 0.3;
export const recognisedSizeToleranceRatio = 0.7;

/** Minimum share of a block's marks that a sheet of the same block prints at their positions. */
export const minimumMarkShare = 0.6;

/** The same if no mark is certain to be printed on every sheet. */
export const minimumUnsureMarkShare = 0.4;
/** Needed by `City of Austin Transportation`. */
export const minimumMarks = 2;
export const minimumUnsureMarks = 4;
/** Needed by `City of Austin Transportation`. */
export const maximumFieldLines = 4;

/**
 * Confidence of a field whose position is known from one correction, and from several.
 * Moved by 30 %, `Krakowiak (student form)` changes.
 */
export const singleExampleConfidenceRatio = 0.9;
/** Moved by 30 %, `Krakowiak (student form)` changes. */
export const severalExamplesConfidenceRatio = 0.95;

/** Minimum confidence of a field that a template changes: less is a misread image or another block. */
export const minimumTemplateConfidenceRatio = 0.5;

/** Maximum distance of a label from its value, in fractions of the sheet. */
export const maximumLabelDistanceShare = 0.06;
