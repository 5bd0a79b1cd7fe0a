/**
 * Maximum turn in radians between chords of one arc (the sides of an octagon are straight lines), and the minimum
 * turn.
 */
export const maximumChordTurnRadians = 0.7;
export const minimumChordTurnRadians = 0.003;

/** Minimum number of chords and minimum sweep in radians of an arc; less is a bent line. */
export const minimumChords = 4;
export const minimumSweepRadians = 0.35;
export const maximumRadiusPoints = 4000;

/** Maximum distance in points between ends that form a joint. */
export const arcJointTolerancePoints = 0.06;

/** Range of the radius in points, and of the sweep in radians, of an arc of a cloud. */
export const minimumScallopRadiusPoints = 1.5;
export const maximumScallopRadiusPoints = 60;
export const minimumScallopSweepRadians = 0.9;
export const maximumScallopSweepRadians = 4.5;
export const minimumCloudArcs = 8;

/** Maximum gap in points between arcs that follow each other. */
export const maximumScallopGapPoints = 1;

/** Minimum extent of a cloud in points: a smaller one is a plant or a cushion. */
export const minimumCloudPoints = 30;

/** Minimum share of arcs that bulge outwards. */
export const minimumOutwardsShare = 0.9;

/** A chain whose joints are this equally far from its centre is round, like the crown of a tree. */
export const minimumRoundnessRatio = 0.85;

/** Range of the distance between lines, in points: below it they are a fill, above it lines of the drawing. */
export const minimumSpacingPoints = 0.8;
export const maximumSpacingPoints = 24;
export const minimumHatchLines = 6;

/** A level or upright family is a hatch only with this many lines: stairs, boards and tables have fewer. */
export const minimumUprightHatchLines = 14;

/** Maximum deviation of a distance from the spacing of the family: absolute in points, and relative. */
export const spacingTolerancePoints = 0.2;
export const spacingToleranceShare = 0.04;

/** Minimum common length of adjacent lines, as a share of the shorter one. */
export const minimumHatchOverlapShare = 0.2;

/** Minimum length of a line in points. */
export const minimumHatchLinePoints = 2;

/** Maximum distance between the lines of a label, in text heights. */
export const maximumRoomGapTextHeights = 1.6;

/** Maximum offset between the centres of the lines of a label, in text heights. */
export const maximumRoomOffsetTextHeights = 5;

/** Range in radians of a door's swing: a quarter turn, which some offices draw slightly smaller. */
export const maximumMissingSwingRadians = 0.35;
export const maximumExtraSwingRadians = 0.12;

/** Range of a door leaf's width on paper in points: 0.5 m at 1:200 to 1.5 m at 1:20. */
export const minimumLeafPoints = 6;
export const maximumLeafPoints = 220;

/** Range of the radius in points of a tag's circle, and maximum number of letters inside. */
export const minimumBubbleRadiusPoints = 3;
export const maximumBubbleRadiusPoints = 40;
export const maximumTagCharacters = 8;

/** Range of the size of a block in points; smaller ones are dots or letters, larger ones title blocks. */
export const minimumBlockPoints = 4;
export const maximumBlockPoints = 250;

/** Minimum sweep of a circle around a text: the arrow of a section mark may hide a part of it. */
export const minimumBubbleRadians = 4.4;

/** The minimum around a mark, half of which may be filled. */
export const minimumMarkRadians = 2.6;

/** Range of the thickness of a wall in millimetres. */
export const minimumWallMillimetres = 60;
export const maximumWallMillimetres = 500;

/** Minimum ratio of the length of a wall to its thickness. */
export const minimumWallLengthRatio = 1.5;

/** Maximum deviation of the sides from parallel, as a sine. */
export const parallelToleranceSine = 0.01;

/** Minimum length in points of a side. */
export const minimumWallSidePoints = 6;

/** Minimum width of the pen of walls, relative to the pen that draws most of the sheet. */
export const minimumHeavierRatio = 1.4;

/** Maximum deviation of the sides of a hexagon from the same distance, as a share of it; in length twice as much. */
export const hexagonToleranceShare = 0.15;
export const minimumHexagonSides = 5;
