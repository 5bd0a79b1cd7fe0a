/** Minimum similarity (0..1) of two entries that are the same without having the same key. */
export const minimumEntrySimilarityRatio = 0.5;

/** Grey level below which a pixel belongs to a line, or is certainly ink. */
export const darkGreys = 200;

/** Maximum size, in text heights, of an arrow, a stroke or a dot at the end of a dimension line. */
export const maximumMarkTextHeights = 1.6;

/** Pixels by which an arrow or a dot is thicker than its line, and along which it must be. */
export const minimumMarkPixels = 3;

/**
 * Maximum distance from a line's free end to the object it measures, and that object's minimum extent to either side,
 * both in text heights.
 */
export const maximumStopDistanceTextHeights = 0.8;
export const minimumStopTextHeights = 0.3;

/** Maximum thickness of a dimension line in points. */
export const maximumDimensionThicknessPoints = 1.6;

/** Maximum length of a leader, in text heights, from its text to its corner or to the dimension. */
export const maximumLeaderTextHeights = 6;

/**
 * Maximum distance between the marks of a dimension line, in text heights, where the text does not fit between them.
 */
export const maximumMarkDistanceTextHeights = 8;

/**
 * Maximum distance of a dimension line from a text beside it, and maximum gap around a text within it, in text
 * heights.
 */
export const maximumOffsetTextHeights = 0.75;
export const maximumGapTextHeights = 0.9;

/** Half of a line's breadth in points, including rounding by the renderer. */
export const maximumHalfBreadthPoints = 1.4;

/** Extent of an arrow or a stroke to either side of the end of its line, or of a piece of an arc, in text heights. */
export const maximumMarkSideTextHeights = 0.9;

/**
 * Maximum extent of an extension line to either side, in text heights, and so of a dimension line's move; longer lines belong to
 * the drawing.
 */
export const maximumExtensionTextHeights = 5;

/** Maximum length in points of a break in a line where ink common to both sheets crosses it. */
export const maximumDimensionBreakPoints = 2;

/** Minimum share of the texts of the smaller of two objects that recur in the other, if both are the same object. */
export const minimumRowLikenessRatio = 0.4;

/** Maximum displacement in points of what kept its place. */
export const placeTolerancePoints = 1.5;

/** Maximum distance in points (about 2 mm) between pixels of one patch. */
export const patchGapPoints = 5.7;

/** Thickness in pixels below which faint ink is a line, and the length in points that such a line must have. */
export const maximumSliverPixels = 3;
export const minimumFaintLinePoints = 34;

/** Pixels at a density of one per point that no rendering artefact reaches. */
export const minimumMassivePixels = 500;
export const minimumMassiveStrongShare = 0.02;

/** Thickness in pixels that a line may gain or lose because renderers round its edges. */
export const maximumRoundingPixels = 1.4;

/** Margin in pixels beside a streak that is measured with it. */
export const streakMarginPixels = 3;

/** Suppressed differences larger than this, in pixels at a density of one per point, are counted. */
export const minimumNotablePixels = 30;

/** Added or removed pixels, at a density of one per point, that count even next to much more of the opposite. */
export const minimumMinorityPixels = 150;

/** Share of a patch's marks with ink on both sheets above which an unchanged text is drawn in another tone. */
export const minimumSharedInkShare = 0.7;

/** Maximum longer side in points of a symbol; larger areas are material fills, and views are larger on both sides. */
export const maximumSymbolPoints = 60;

/** Minimum share of restyled lines among those of a patch that are a change of their own. */
export const minimumRestyledShare = 0.3;

/** Minimum ink of a part of a patch, per pixel per point. */
export const minimumPartInkPixels = 4;

/** Minimum length in points of lines that are a change however little ink they leave. */
export const minimumSurePoints = 8;

/** Minimum length in points of the shorter side of a hollow object or a view; smaller ones are symbols or parts of symbols. */
export const minimumHollowSidePoints = 40;

/** Maximum breadth in points of a line around an area. */
export const maximumHollowStrokePoints = 1.4;

/**
 * Grey levels: darker pixels are ink, and so are pixels whose colour departs from grey by at least the second value.
 */
export const inkGreys = 225;
export const minimumColourLevels = 16;
export const patchCellPixels = 4;

/** Minimum share of a line, excluding the part covered by text, that must be marked as removed or added. */
export const minimumMarkedLineShare = 0.6;

/** Penalty on a line's share for each text height of distance from the text. */
export const shiftPenaltyPerTextHeightRatio = 0.2;

/** Minimum length of a line visible beside its text, in text heights. */
export const minimumVisibleTextHeights = 0.25;

/** Minimum ratio of the shorter to the longer of two lines that state the same length. */
export const minimumSameLengthRatio = 0.9;

/** Side in pixels of a cell of the map of ink. */
export const shareCellPixels = 8;

/** Maximum range of grey levels of an area in which no lettering is visible. */
export const maximumEvenRangeGreys = 12;

/** Minimum range of grey levels of visible lettering. */
export const minimumVisibleRangeGreys = 60;

/** Share of a word's box that is examined, measured across its direction: rules of tables run along its edges. */
export const wordCoreShare = 0.4;
export const similarityCellPixels = 16;

/**
 * Minimum share of alike area; below it the sheet was redrawn, or the sheets are different drawings, unless their words
 * agree.
 */
export const minimumAlikeShare = 0.3;
export const minimumAlikeShareWithWords = 0.12;
export const minimumCommonWordShare = 0.35;

/** Maximum share of the area that both parts may need together for a cut to be worthwhile. */
export const maximumSparseAreaShare = 0.4;

/** Very large boxes are cut sooner: a box over a quarter of a sheet does not locate a change. */
export const minimumLargeSideRatio = 6;
export const maximumLargeSparseAreaShare = 0.75;
export const maximumSparseFillShare = 0.15;

/** Maximum number of pieces added, or removed; with more the area was redrawn as a whole. */
export const maximumSplitPieces = 6;

/** Minimum side in points of what was added, and of what was removed, if both are objects. */
export const minimumPlacePoints = 12;

/** Minimum share of rows with an entry in a column of keys, and of these with an entry of their own. */
export const minimumFilledShare = 0.8;
export const minimumUniqueShare = 0.9;

/** Minimum share of the rows of the larger version that both versions of a table without rules have. */
export const minimumKeptRowsShare = 0.5;

/** Height in pixels below which the strokes of letters merge. */
export const maximumTinyPixels = 10;

/** Tolerance, as a share of the font size, within which two words of equal spelling are the same word. */
export const positionToleranceTextHeights = 0.45;

/** Minimum share of the smaller of two lines that must overlap if they have no word in common. */
export const minimumCoveredWordShare = 0.3;

/** Maximum distance in a row between an old and a new number, and the clearance from other changes, in text heights. */
export const maximumRowGapTextHeights = 0.75;
export const moveClearanceTextHeights = 3;

/** Maximum distance in points over which equal text is paired as moved before positions are compared. */
export const maximumTextMovePoints = 200;

/** Minimum ratio of sizes at which lettering counts as resized rather than set in another font. */
export const minimumResizeRatio = 1.25;

/** Maximum distance, in heights of the larger lettering, by which resized text may have been moved aside. */
export const maximumResizedShiftTextHeights = 4;

/**
 * Number of sectors of the colour circle, and minimum departure from grey of a pixel with a colour. A colour is foreign to
 * a sheet that has at most this share of its pixels on the other sheet, and small amounts are no colour.
 */
export const colourSectors = 60;
export const minimumSaturationRatio = 48;
export const maximumForeignShare = 0.05;
export const minimumForeignPixels = 60;

/** Minimum share of a part, a change or a wall that must lie within what it belongs to: an object, an area, a layer, ink. */
export const minimumInsideShare = 0.8;

/** Side in points below which a patch that is mostly empty is not cut. */
export const minimumCutPoints = 50;

/** Minimum number of characters of a text that was extended, and so remains the same entry. */
export const minimumContainedCharacters = 4;

/** Minimum intersection over union of the boxes of an object's versions on both sheets. */
export const minimumVersionShare = 0.3;

/** Minimum share of a mark-up or of a drawing at which the sheets differ; less is drawn on the other sheet as well. */
export const minimumMarkedShare = 0.5;

/** Maximum space between the entries of one row, in text heights: the widest space within one text. */
export const maximumEntrySpaceTextHeights = 24;
