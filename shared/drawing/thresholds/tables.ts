/** Minimum size of a cell in points on both sides: a word does not fit between double rules. */
export const minimumCellPoints = 4;

/** Minimum length in points; shorter lines bound no cell with a word. */
export const minimumRulePoints = 5;

/** Maximum gap in points between collinear rules that are joined, and between rules that meet at a corner. */
export const maximumCornerGapPoints = 1.5;

/**
 * Minimum number of horizontal rules of equal extent that form a table without side lines, and their maximum distance
 * in points.
 */
export const minimumRungs = 3;
export const maximumRungDistancePoints = 150;

/** Minimum width in points of such a table; narrower stacks of horizontal lines are letters drawn as strokes. */
export const minimumTablePoints = 60;

/** Maximum share of the page for a cell; a larger one is the sheet's drawing area. */
export const maximumCellShare = 0.12;

/** Minimum number of rows, columns and cells with text; fewer form a box with a note. */
export const minimumTableRows = 2;
export const minimumTableColumns = 2;
export const minimumTableTexts = 3;

/** With fewer texts a table needs a complete header. */
export const minimumHeadlessTexts = 4;

/**
 * Minimum number of cells per grid position: walls and dimension chains of a plan form few cells across many rows and
 * columns.
 */
export const minimumRegularityShare = 0.38;

/** Minimum share of filled cells of a table as a whole, or in its first or last row (its header). */
export const minimumFilledShare = 0.6;
export const minimumFilledHeadShare = 0.75;

/** A form to be filled in: almost every grid position has a cell, some are filled, and most of these with words. */
export const minimumFormRows = 3;
export const minimumFormRegularityShare = 0.8;
export const minimumFormFilledShare = 0.3;
export const minimumFormWordedShare = 0.5;

/** Minimum share of texts with letters in an irregular grid; the bays of a plan contain mere dimensions. */
export const minimumLetteredShare = 0.2;

/** A table with lettering drawn as strokes: minimum rows, share of the grid that its cells cover, and share with ink. */
export const minimumDrawnTableRows = 3;
export const minimumDrawnCoveredShare = 0.9;
export const minimumDrawnFilledShare = 0.45;

/** Minimum number of short strokes in a cell that are lettering, and their maximum length in points. */
export const minimumLetteringStrokes = 4;
export const maximumLetteringStrokePoints = 14;

/** Maximum average number of words per cell; more is a page of framed notes. */
export const maximumMeanCellWords = 40;

/** Maximum length of a title; longer texts are notes. */
export const maximumTableTitleCharacters = 80;
export const minimumTitleBlockLabels = 4;
/** Minimum number of cells of a title block that hold a label and what is filled in. */
export const minimumFilledTitleBlockLabels = 3;

/** Maximum height of what may divide a table into sections, such as a heading of one, in heights of its rows. */
export const maximumDividerRows = 2.5;
