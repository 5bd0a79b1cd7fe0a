/** Margin in points beside and above the strip that opened or closed. */
export const slideSidePoints = 40;
export const slideAbovePoints = 20;

/** Maximum distance in points from a cloud's line to its delta, and maximum side of the delta's triangle. */
export const maximumDeltaDistancePoints = 26;

/** Distance in points inside a cloud's outline from which a change is no delta. */
export const deltaMarginPoints = 6;

/** Maximum distance from a dimension line's end to its extension line, in text heights. */
export const maximumDimensionGapTextHeights = 0.4;

/** Maximum length of a piece of an angle's arc, in text heights. */
export const maximumArcPieceTextHeights = 12;

/** Maximum length in points of a break in a line where other ink crosses it, and between dashes. */
export const maximumLineBreakPoints = 36;
export const maximumDashGapPoints = 10;

/** The same in the line of a mark, which texts and walls interrupt. */
export const maximumMarkLineBreakPoints = 72;

/**
 * Maximum distance in points between two lines of one object, and minimum ratio of their length to the pair's
 * breadth.
 */
export const maximumPairGapPoints = 14;
export const minimumPairLengthRatio = 4;

/** Maximum side in points of a small piece, such as a corner, and its maximum distance from the object that it is part of. */
export const maximumPiecePoints = 34;
export const maximumPieceGapPoints = 8;

/** Minimum ratio of the sides of lettering that is more than one letter. */
export const minimumLetteringLengthRatio = 1.5;

/** Maximum side in points of a block or sign with lettering of its own. */
export const maximumLetteringBlockPoints = 220;

/** Minimum number of letters for a text to be unique on a sheet in practice. */
export const minimumUniqueLetters = 8;

/** Maximum distance in text heights between a label and what it names, and between the lines or entries of one block. */
export const maximumLabelTextHeights = 1.5;

/** Maximum longer side in points of an object: what a label names, or what was mirrored. */
export const maximumNamedPoints = 200;

/** Maximum distance in points between a removed value and the one that replaces it. */
export const maximumReplacedPoints = 15;

/** Maximum distance in points from a dimension to the linework that it measures. */
export const maximumMeasuredPoints = 10;
/**
 * Maximum distance in points between values that belong together: of parallel dimensions, consecutive numbers, or different units,
 * such as an angle and a slope.
 */
export const maximumChainPoints = 60;

/** Maximum breadth in points of a line, a dash or an edge. */
export const maximumLineBreadthPoints = 3.5;

/** Maximum length in points of a line, and its maximum distance from a text that it belongs to. */
export const maximumLeaderPoints = 60;
export const maximumLeaderGapPoints = 5;

/** Maximum shorter side of a mark of a text, in text heights: a level mark, a bubble. */
export const maximumMarkTextHeights = 2.5;

/** Minimum number of places at which ink without lines was removed, or added, throughout a sheet. */
export const minimumInkPlaces = 8;

/** Minimum number of removed dimensions that are one change, and maximum distance in points from one to the next. */
export const minimumRemovedDimensions = 5;
export const maximumRemovedGapPoints = 120;

/** Maximum space in points between entries of one row in a title block. */
export const maximumTitleRowPoints = 40;

/** Maximum side in points of linework beside a symbol that was filled. */
export const maximumFillPiecePoints = 40;

/** Maximum difference in points between displacements of parts that moved together. */
export const displacementTolerancePoints = 1.5;

/** Margin in points around an object, within which a change belongs to it. */
export const ownerMarginPoints = 4;

/** Minimum number of similar changes that are reported as one. */
export const minimumRepeats = 6;

/** Maximum longer side of a symbol, in points. */
export const maximumRepeatedSymbolPoints = 56;

/** Difference between the sides of two frames of equal views, which are placed by hand. */
export const sameSizeToleranceShare = 0.015;

/**
 * Maximum distance of a tag from its symbol, and minimum share of the symbol's removed ink that reappears displaced by
 * as much as the tag: a window leaves lines of its wall behind.
 */
export const maximumTagDistanceTextHeights = 6;
export const minimumTaggedInkShare = 0.6;

/** Maximum difference in points between the sides of a symbol at two places, or the leaves of one door. */
export const symbolSidesTolerancePoints = 1.2;

/** Minimum number of changes of one sort that are one: texts that moved alike, areas of rooms, consecutive numbers, equal values. */
export const minimumAlikeChanges = 3;

/** Maximum distance in text heights between the ends of dimensions of one chain. */
export const maximumEndDistanceTextHeights = 1.2;

/** Minimum number of texts in which the same words were exchanged. */
export const minimumEqualWordings = 2;

/** Minimum ratio of the ink of two equal pieces of linework. */
export const minimumEqualInkRatio = 0.95;

/** Margin in points around a view that moved. */
export const outlineMarginPoints = 30;

/** Maximum ratio of a side of linework that continues outside of a view to that of the view. */
export const maximumAttachedSideRatio = 0.5;

/**
 * Minimum displacement in points of an unchanged text with which linework may have shifted; renderers round less. Minimum
 * share of the linework's ink that shifted with it: the rest is not reported.
 */
export const minimumNudgePoints = 1;
export const minimumNudgedInkShare = 0.95;

/**
 * Maximum side and ink of a stub as shares of those of the object that it is part of, and maximum distance from it in points.
 * Maximum shorter side in points, except for what was removed from a redrawn object.
 */
export const maximumStubBreadthPoints = 8;
export const maximumStubSideShare = 0.25;
export const maximumStubInkShare = 0.1;
export const maximumStubGapPoints = 18;

/** Minimum number of changes in a view that is new or was redrawn. */
export const minimumViewParts = 3;

/** Maximum distance in points between parts of a view that stand on bare paper, and of an edge that moved from its object. */
export const maximumViewGapPoints = 24;

/**
 * Minimum longer side in points of a difference of distorted scans, from which those further apart are several, and minimum shorter
 * side.
 */
export const minimumScannedPoints = 24;
export const minimumScannedBreadthPoints = 8;
