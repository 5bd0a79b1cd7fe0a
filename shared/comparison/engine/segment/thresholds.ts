/** Side of a cell in pixels; moved parts of the sheet are found on a grid of cells. */
export const moveCellPixels = 12;

/** Side of a cell in pixels, and number of cells that a gap in the line may span where other ink crosses it. */
export const cloudCellPixels = 2;
export const maximumCloudGapCells = 2;

/** Minimum side of a cloud in points; smaller outlines are symbols. */
export const minimumCloudSidePoints = 24;

/**
 * Minimum share of the box enclosed by the line, minimum depth of a scallop in points, and minimum number of
 * scallops.
 */
export const minimumEnclosedShare = 0.4;
export const minimumSwingPoints = 1.2;
export const minimumScallops = 4;

/** Minimum number of reversals along a side; an arc, such as a detail circle, has only one. */
export const minimumCloudTurns = 3;

/**
 * Maximum distances in points between pieces of one region: pieces with words, pieces without, and pieces that are
 * mostly new.
 */
export const maximumWordPieceGapPoints = 90;
export const maximumInkPieceGapPoints = 45;
export const maximumNewPieceGapPoints = 10;

/**
 * Minimum shorter side in points of the moved part of a view identified by its ink; the rest of the view may have
 * changed.
 */
export const minimumPartSidePoints = 45;

/**
 * White space in points that separates two views, and minimum shorter side of a view: a smaller window, door or
 * symbol may have been removed and an equal one added.
 */
export const minimumWhitespacePoints = 12;
export const minimumViewSidePoints = 100;

/** Maximum number of views examined, largest first. */
export const maximumDriftViews = 16;

/** Minimum displacement in points of a part, or of the entries below an inserted one; below it lines are merely offset. */
export const minimumDriftPoints = 4;

/** Minimum share of the length of a view's lines that lie where the shift maps them. Needed by `jun-a`. */
export const minimumViewLineShare = 0.55;

/** Maximum fit of another shift relative to the best: a hatch also matches itself one stroke further on. */
export const maximumRivalFitRatio = 0.8;

/** Minimum number of marked pixels of a cell, and maximum share of them that the move may leave unexplained. */
export const minimumCellInkPixels = 4;
export const maximumUnexplainedShare = 0.25;

/**
 * Maximum length in points of linework that links parts of a view, such as a leader; longer lines are the sheet's
 * frame.
 */
export const maximumLinkPoints = 200;

/** Maximum breadth of the sheet's frame, in cells. */
export const maximumFrameBreadthCells = 2;

/** Maximum number of occurrences on either sheet; more frequent spellings do not indicate a displacement. */
export const maximumMovedWordOccurrences = 8;
export const displacementBinPoints = 2;
export const displacementTolerancePoints = 0.8;
export const minimumFlockWords = 4;
export const minimumFlockLetters = 3;
export const maximumFlocks = 10;
export const maximumDisplacementBins = 12;

/** Minimum difference of the scale of a rescaled view from the sheet's. */
export const minimumScaleDifferenceRatio = 0.02;

/** Maximum gap in pixels in a line where ink common to both sheets crosses it. */
export const maximumRunOutGapPixels = 2;

/** Maximum distance in points by which rows of a table, or notes, slide when others are added or removed above. */
export const maximumSlidePoints = 80;

/** Maximum height of a row of a table or a note above its first words, in text heights. */
export const maximumSlideRowTextHeights = 4;

/** Margin in points around a flock's words that is searched for its linework. */
export const wordMarginPoints = 250;

/** Margin in points around linework that moved without words. */
export const inkMarginPoints = 60;

/** Maximum distance in points between cells of one piece. */
export const maximumCellGapPoints = 30;
export const moveMarginPoints = 15;

/** Minimum share of its ink that moves with a part of the sheet. */
export const minimumMovedInkShare = 0.75;

/** Maximum share of the former position's ink that remains; if only labels moved, most of it does. */
export const maximumRemainingMarkShare = 0.5;

/** Intersection over union above which two regions have the same position. */
export const minimumMoveOverlapShare = 0.6;

/** Side in points of a square of the grid on which drawings are told apart, and squares of white space between them. */
export const drawingSquarePoints = 8;
export const drawingGapSquares = 3;

/** Lines longer than this share of the sheet frame it or its parts, and connect nothing. */
export const minimumFrameShare = 0.75;

/** Maximum distances in points of a heading, and of other words, from their drawing. */
export const maximumHeadingDistancePoints = 90;
export const maximumTitleGapPoints = 34;

/** Minimum share of a part within a heading. */
export const minimumHeadingShare = 0.6;

/**
 * Maximum share of a drawing's lines that the other sheet has, and maximum share if its other version has no more than that.
 */
export const maximumKeptShare = 0.35;
export const maximumPairKeptShare = 0.55;

/** Minimum intersection over union of the two versions of a drawing or a view. */
export const minimumCommonShare = 0.2;

/** Minimum number of words by which a drawing may be recognized elsewhere, and minimum share that it keeps. */
export const minimumRecognizedTexts = 8;
export const minimumTextLikenessRatio = 0.75;

/** Minimum share of a drawing, or of the words of a part of the sheet, that a move explains. */
export const minimumMovedShare = 0.5;

/** Margin in points around linework that its ink may reach: half a pen, serifs. */
export const drawingMarginPoints = 3;

/** Maximum ratio of the lines of a dimension to its length. */
export const maximumDimensionLengthRatio = 4;
