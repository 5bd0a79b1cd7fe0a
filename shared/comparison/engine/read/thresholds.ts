/** Line height of a typed annotation, in font sizes. */
export const annotationLineTextHeights = 1.2;

/** Tolerance in points between the bounds of one object, or one filled area, on two sheets. */
export const boundsTolerancePoints = 0.75;

/** Margin in points around a change that contains its objects. */
export const layerMarginPoints = 1.5;

/**
 * Maximum height of a cell relative to its lines of text, in the median; a frame with a drawing exceeds it.
 * Needed by `rows 1`.
 */
export const maximumCellLineHeights = 5;

/** Minimum number of rows; two form a label with its value. Needed by `rows 1`. */
export const minimumGridRows = 3;

/** Maximum distance of a title above the rules of its table, in font sizes. */
export const maximumCaptionTextHeights = 2;

/** Tolerance in points for the left edge of the lines of a block. */
export const noteEdgeTolerancePoints = 1.5;

/** Tolerance in font sizes for the middles of centred lines, whose lengths fonts round. */
export const centreToleranceTextHeights = 0.3;

/** Maximum distance between the middles of two lines of a block, and from a number to its note, in font sizes. */
export const maximumNotePitchTextHeights = 4;

/** Distance between two lines, relative to the usual one, from which a paragraph begins. */
export const minimumParagraphPitchRatio = 1.3;

/** Minimum number of words of a block, and of a line in the mean; shorter texts are labels. */
export const minimumNoteWords = 8;
export const minimumMeanNoteWords = 3;

/** Maximum space within a line, in font sizes; columns of a table are further apart. Needed by `rows 1`. */
export const maximumSpaceTextHeights = 0.6;

/** The same between slanting words, whose lengths are derived from upright boxes and inexact. */
export const maximumSlantingSpaceTextHeights = 1;

/** Minimum space between two numbers, in font sizes; spaces within a number or a date are narrower. */
export const minimumNumberSpaceTextHeights = 0.3;

/** Tolerance in points for the edge or the middle that the entries of a column share. */
export const columnTolerancePoints = 1;

/** Minimum number of rows of a table, and maximum number of empty rows within it. */
export const minimumUnruledRows = 5;
export const maximumEmptyRows = 3;

/** Maximum distance in points between columns of one table. */
export const maximumColumnGapPoints = 200;

/** Minimum share of the entries of the shorter of two columns that have one of the other in their row. */
export const minimumSharedRowsShare = 0.6;

/** Minimum intersection over union of the boxes of a door on both sheets that did not change. */
export const minimumSameDoorShare = 0.8;
