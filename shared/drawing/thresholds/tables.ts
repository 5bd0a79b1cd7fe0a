/** Minimum size of a cell in points on both sides: a word does not fit between double rules. Needed by `colours 2`. */
export const minimumCellPoints = 4;

/** Minimum length in points; shorter lines bound no cell with a word. Needed by `rows 1`. */
export const minimumRulePoints = 5;

/**
 * Maximum gap in points between collinear rules that are joined, and between rules that meet at a corner.
 * Needed by `paper size 1`.
 */
export const maximumCornerGapPoints = 1.5;

/**
 * Minimum number of horizontal rules of equal extent that form a table without side lines, and their maximum distance
 * in points.
 * Needed by `a401_0622_p1`.
 */
export const minimumRungs = 3;
/** Needed by `a401_0622_p1`. */
export const maximumRungDistancePoints = 150;

/**
 * Minimum width in points of such a table; narrower stacks of horizontal lines are letters drawn as strokes.
 * Needed by `a401_0622_p1`.
 */
export const minimumTablePoints = 60;

/** Maximum share of the page for a cell; a larger one is the sheet's drawing area. Needed by `rows 1`. */
export const maximumCellShare = 0.12;

/** Minimum number of rows, columns and different texts; fewer form a box with a note, or repeat a symbol. Needed by `rows 1`. */
export const minimumTableRows = 2;
/** Needed by `rows 1`. */
export const minimumTableColumns = 2;
/** Needed by `rows 1`. */
export const minimumTableTexts = 3;

/** With fewer texts a table needs a complete header. Needed by `plans_20220610_p1`. */
export const minimumHeadlessTexts = 4;

/**
 * Minimum number of cells per grid position: walls and dimension chains of a plan form few cells across many rows and
 * columns.
 * Needed by `rows 1`.
 */
export const minimumRegularityShare = 0.38;

/**
 * Minimum share of filled cells of a table as a whole, of rows that no rules divide, or of its first or last row (its header).
 * Needed by `plans_20220610_p1`.
 */
export const minimumFilledShare = 0.6;
/** Needed by `plans_20220610_p1`. */
export const minimumFilledHeadShare = 0.75;

/** Minimum number of rows of a table known by its cells alone: a form, lettering in strokes, columns that no rules divide. */
export const minimumUnheadedRows = 3;

/**
 * A form to be filled in: almost every grid position has a cell, some are filled, and most of these with words.
 * Without it `kyusekizu_p1` is read better.
 */
export const minimumFormRegularityShare = 0.8;
/** Needed by `zaiser_dg_p1`. */
export const minimumFormFilledShare = 0.3;
/** Needed by `zaiser_dg_p1`. */
export const minimumFormWordedShare = 0.5;

/**
 * Minimum share of texts with letters in an irregular grid; the bays of a plan contain mere dimensions.
 * Without it `kyusekizu_p1` is read better.
 */
export const minimumLetteredShare = 0.2;

/**
 * A table with lettering drawn as strokes: minimum share of the grid that its cells cover, and share with ink.
 * Moved by 30 %, `floor_plan_p1` changes.
 */
export const minimumDrawnCoveredShare = 0.9;
export const minimumDrawnFilledShare = 0.45;

/**
 * Minimum number of short strokes in a cell that are lettering, and their maximum length in points.
 * Needed by `floor_plan_p1`.
 */
export const minimumLetteringStrokes = 4;
export const maximumLetteringStrokePoints = 14;

/** Maximum average number of words per cell; more is a page of framed notes. Needed by `rows 1`. */
export const maximumMeanCellWords = 40;

/** Minimum number of labels of a title block, in a table or in a part of the page without rules. Needed by `rows 1`. */
export const minimumTitleBlockLabels = 4;
/** Minimum number of cells of a title block that hold a label and what is filled in. Needed by `rows 1`. */
export const minimumFilledTitleBlockLabels = 3;

/** Maximum height of what may divide a table into sections, such as a heading of one, in heights of its rows. */
export const maximumDividerRows = 2.5;

/** Maximum height of a row with the title of a table, in heights of its lines of text. */
export const maximumHeadingRowTextHeights = 4;

/** Minimum length of the border of a sheet as a share of its ruled part. */
export const minimumBorderShare = 0.8;
/** Minimum height of the ruled part of a sheet with borders, as a share of the page. */
export const minimumRuledShare = 0.6;

/** Minimum number of labels of a title block each of whose rows starts with a text that ends in a colon. */
export const minimumLabelsOfLabelledRows = 2;

/** Minimum number of rows of a legend in a frame without rules inside. */
export const minimumLegendRows = 4;

/** Maximum distance of the sides of two cells that are one frame. */
export const maximumFrameOffsetPoints = 4;

/** Minimum number of texts that start at a column without rules. */
export const minimumColumnTexts = 2;

/** Maximum distance of texts of one column or row without rules, in text heights. */
export const sameColumnTextHeights = 1;
export const sameRowTextHeights = 0.6;

/** Minimum number of cells relative to the places of a table that neither its title nor its head names. */
export const minimumPlainRegularityShare = 0.6;
/** Maximum distance of a title block from a corner of the sheet, as a share of its smaller side. */
export const cornerReachShare = 0.1;

/** Columns that no rules divide: minimum share of the rows with texts beside each other. */
export const minimumDividedRowShare = 0.4;

/** Maximum share of a cell that a symbol in it fills, if the symbol looks like cells. */
export const maximumSymbolShare = 0.5;

/** Maximum share of the words of a table that reach beyond the sides of their cells, in a grid that nothing names. */
export const maximumOverhangShare = 0.1;

/** Maximum length of a title; longer texts are notes. Needed by `appuis_20220925_p1`. */
export const maximumTableTitleCharacters = 80;
