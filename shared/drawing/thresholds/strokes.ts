/**
 * Rounding of end points by drawing programs, in points, which limits the accuracy of a short piece's direction. The
 * coarsest program observed rounds to a sixteenth of a point.
 * Needed by `vilmar_0704_p1`.
 */
export const roundingPoints = 0.07;

/**
 * Minimum side in points of an opaque area; smaller ones (arrowheads, dots, letters) hide nothing relevant.
 * Needed by `blocks 1`.
 */
export const minimumCoverPoints = 4;

/**
 * Maximum length of a dash and maximum gap, in points, of a dashed line drawn in pieces, such as centre lines and
 * property lines.
 */
export const maximumDashPoints = 90;
export const maximumDashGapPoints = 14;

/** Minimum length of the gaps of a dashed line, as a share of its shortest piece. */
export const minimumDashGapShare = 0.1;

/** Minimum number of pieces of a dashed line. Needed by `floor_plan_p1`. */
export const minimumDashPieces = 4;

/**
 * Maximum width in points of a plotted line; a filled strip up to this width is a line drawn as an area.
 * Moved by 30 %, `colours 1` changes.
 */
export const maximumFilledLinePoints = 3;

/** Minimum ratio of the sides of a filled strip that is a line. */
export const minimumFilledLineRatio = 3;

/** Maximum distance in points of an arc from its chords. */
export const chordTolerancePoints = 0.1;
