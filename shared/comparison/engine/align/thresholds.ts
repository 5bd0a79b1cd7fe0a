export const coarseSidePixels = 256;

/**
 * Ratio of the highest to the second-highest correlation peak above which a coarse fit is accepted without trying
 * further rotations and scales.
 */
export const sufficientClarityRatio = 1.6;
export const blockSidePixels = 128;
export const maximumBlocks = 36;
export const minimumBlockClarityRatio = 1.25;

/** A matrix that displaces every corner by less than this is treated as the identity. */
export const maximumIdentityPoints = 0.06;

/** A spelling that occurs more often than this on a sheet is too ambiguous to align by. */
export const maximumWordOccurrences = 6;
export const consensusCells = 12;

/** Accepted probability that a better consensus was missed when the search ends before its last trial. */
export const maximumMissProbabilityRatio = 1e-6;

/** Number of the longest lines by which sheets are aligned. */
export const maximumAlignedLines = 3000;

/** Number of lines of one length above which only the one at the same place is considered. */
export const maximumLineOccurrences = 4;

/**
 * Tolerances in points of the rounds by which lines align two sheets, and minimum number and share of the lines that agree, on
 * the sheet or in a view.
 */
export const lineTolerancesPoints = [1, 0.5, 0.25] as const;
export const minimumAgreeingLines = 8;
export const minimumAgreeingLineShare = 0.5;

/**
 * Words that must agree on a displacement or a scale; those at the rim must also be twice as many as the words that did not
 * move.
 */
export const minimumAgreeingWords = 6;

/** Maximum difference in points between the places of a line, or of words of equal spelling, on both sheets. */
export const placeTolerancePoints = 1;

/** Tolerances in points of the rounds by which words align two views, and minimum number of such words. */
export const viewWordTolerancesPoints = [2, 1, 0.5, 0.25] as const;
export const minimumViewWords = 3;

/** Maximum turn in degrees between two views that lettering explains. */
export const maximumBiasDegrees = 1;

/** Minimum difference in grey levels between pixels two apart that form an edge. */
export const minimumEdgeGreys = 48;

/** Minimum number of edges, across and down, of a block that is compared. */
export const minimumBlockEdges = 12;

/** Minimum number of blocks that agree on an alignment. */
export const minimumAgreeingBlocks = 5;

/** Minimum number of parts of the sheet, of twelve by twelve, that contain agreeing blocks. */
export const minimumAgreeingCells = 3;

/** Maximum turn in degrees, beside quarter turns, and maximum difference of the scale between two sheets that are drawn rather than scanned. */
export const maximumDrawnTurnDegrees = 0.05;
export const maximumDrawnScaleDifferenceRatio = 0.005;

/** Confidence of an alignment by ink below which a scan is bent onto the other. */
export const minimumRigidConfidenceRatio = 0.5;

/** Factor by which distorted scans are reduced before their blocks are compared, and distance of these blocks in reduced pixels. */
export const bendReductionRatio = 3;
export const bendStridePixels = 64;

/**
 * Distance in reduced pixels within which blocks are displaced alike, maximum difference of their displacements, minimum number of
 * such blocks around one, and minimum share of all blocks that have them.
 */
export const nearBendPixels = 186;
export const maximumBendDifferencePixels = 2;
export const minimumBendNeighbours = 3;
export const minimumBendShare = 0.4;

/** Length in pixels of a piece of a row along which the displacement grows evenly. */
export const bendStepPixels = 16;

/** Grey level below which a pixel is ink of a scan, or of a colour, and distance in points up to which ink of two copies is the same. */
export const scanInkGreys = 160;
export const settledPoints = 2.9;

/** Share of a sheet along its rim that is not compared in distorted scans. */
export const scanRimShare = 0.03;
