/** Minimum side in points of an area that counts; smaller ones are arrowheads and dots. */
export const minimumAreaPoints = 2;

/** Minimum number of dashes that only one sheet has there, on each sheet, and their maximum length in points. */
export const minimumDashes = 2;
export const maximumDashLengthPoints = 60;

/** Minimum number of gaps of a line that was solid on the other sheet. */
export const minimumGaps = 4;

/** Minimum share that the extents of the dashes of both sheets have in common. */
export const minimumCommonDashShare = 0.6;

/** Distance in points between samples along a line. */
export const sampleStepPoints = 1;

/** Minimum length in points of added and removed lines that are a change. */
export const minimumChangedPoints = 1.5;

/** Minimum share of a line's samples that have changed ink: the rest may be hidden by other ink. */
export const minimumInkedShare = 0.25;

/** Maximum distance in points of rendering artefacts from the edge of their line, and minimum share of marks there. */
export const artefactReachPoints = 1;
export const minimumOnLineShare = 0.85;

/** Number of a patch's marks that are examined. */
export const sampledMarks = 80;

/** Maximum share of lines of the opposite direction in a fill, and minimum share of lines that end at its outline. */
export const maximumOppositeShare = 0.1;
export const minimumChordShare = 0.8;

/** Minimum overlap of a patch with a changed area. */
export const minimumAreaShare = 0.7;

/** Minimum length in points of a piece that counts as a difference, and of the difference between the lengths of two lines. */
export const minimumPiecePoints = 0.5;

/**
 * Maximum sine of the angle between lines on one another, and between a line and a displacement along it; lines that cross
 * coincide for a moment as well.
 */
export const maximumSlopeSine = 0.1;

/** Maximum difference in points between the widths of pens that leave the same mark. */
export const widthTolerancePoints = 0.2;

/** Share of the newer sheet's lines drawn with another pen above which all of them are one change. */
export const minimumRestyledLineShare = 0.5;

/** Minimum length in points of a piece that votes for a shift, and number of similar lines beyond which its vote is ignored. */
export const minimumVotePoints = 2;
export const maximumAlikeLines = 60;

/** Distance in points within which linework is one part. */
export const movedPartGapPoints = 6;

/** Maximum displacement in points; a part further away is another one. */
export const maximumPartMovePoints = 120;

/** Minimum longer side in points of a part. */
export const minimumPartPoints = 6;

/** Maximum share of the length of a part that has one direction. */
export const maximumOneDirectionShare = 0.97;

/** Minimum share of the length of a part that moved that the other sheet has at its other place. */
export const minimumMovedLengthShare = 0.8;

/** Minimum ratio of what one sheet lacks of a part that moved to what the other lacks. */
export const minimumMovedLengthRatio = 0.6;

/** Number of lines that only one sheet has above which no parts are sought in them. */
export const maximumMovedPieces = 20_000;
