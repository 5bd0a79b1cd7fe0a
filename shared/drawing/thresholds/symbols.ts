/**
 * Maximum turn in radians between chords of one arc (the sides of an octagon are straight lines), and the minimum
 * turn.
 * Needed by `rows 1`.
 */
export const maximumChordTurnRadians = 0.7;
/** Needed by `rows 1`. */
export const minimumChordTurnRadians = 0.003;

/** Minimum number of chords and minimum sweep in radians of an arc; less is a bent line. Needed by `rows 1`. */
export const minimumChords = 4;
/** Needed by `rows 1`. */
export const minimumSweepRadians = 0.35;

/** How far the circles of the dashes of a dashed circle differ, in radii: they are short. */
export const dashedToleranceRadii = 0.06;
/** Maximum gap between its dashes. */
export const maximumDashGapRadians = 1.1;
/** Maximum radius of an arc in points; a flatter one is a line. Needed by `rows 1`. */
export const maximumRadiusPoints = 4000;

/** Maximum distance in points between ends that form a joint. Moved by 30 %, `floor_plan_p1` changes. */
export const arcJointTolerancePoints = 0.06;

/** Range of the radius in points, and of the sweep in radians, of an arc of a cloud. */
export const minimumScallopRadiusPoints = 1.5;
export const maximumScallopRadiusPoints = 60;
export const minimumScallopSweepRadians = 0.9;
export const maximumScallopSweepRadians = 4.5;
/** Minimum number of arcs of a cloud. */
export const minimumCloudArcs = 8;

/** Maximum gap in points between arcs that follow each other. Needed by `colours 3`. */
export const maximumScallopGapPoints = 1;

/** Minimum extent of a cloud in points: a smaller one is a plant or a cushion. */
export const minimumCloudPoints = 30;

/** Minimum share of arcs that bulge outwards. */
export const minimumOutwardsShare = 0.9;

/** A chain whose joints are this equally far from its centre is round, like the crown of a tree. */
export const minimumRoundnessRatio = 0.85;

/**
 * Range of the distance between lines, in points: below it they are a fill, above it lines of the drawing.
 * Needed by `floor_plan_p1`.
 */
export const minimumSpacingPoints = 0.8;
/** Needed by `blocks 1`. */
export const maximumSpacingPoints = 24;
/** Minimum number of lines of a hatch. Needed by `blocks 1`. */
export const minimumHatchLines = 6;

/**
 * A level or upright family is a hatch only with this many lines: stairs, boards and tables have fewer.
 * Needed by `colours 1`.
 */
export const minimumUprightHatchLines = 14;

/**
 * Maximum deviation of a distance from the spacing of the family: absolute in points, and relative.
 * Needed by `floor_plan_p1`.
 */
export const spacingTolerancePoints = 0.2;
/** Needed by `colours 1`. */
export const spacingToleranceShare = 0.04;

/** Minimum common length of adjacent lines, as a share of the shorter one. Needed by `colours 1`. */
export const minimumHatchOverlapShare = 0.2;

/** Minimum length of a line in points. Needed by `blocks 1`. */
export const minimumHatchLinePoints = 2;

/** Maximum distance between the lines of a label, in text heights. Needed by `colours 1`. */
export const maximumRoomGapTextHeights = 1.6;

/** Maximum offset between the centres of the lines of a label, in text heights. Needed by `colours 1`. */
export const maximumRoomOffsetTextHeights = 5;

/**
 * Range in radians of a door's swing: a quarter turn, which some offices draw slightly smaller.
 * Needed by `floor_plan_p1`.
 */
export const maximumMissingSwingRadians = 0.35;
/** Some leaves are drawn open by a little more than a quarter turn. */
export const maximumExtraSwingRadians = 0.2;

/** Minimum real width in millimetres of a leaf: the lid of a toilet is smaller. */
export const minimumLeafMillimetres = 350;

/** Minimum swing in radians of a leaf that is drawn half open. */
export const minimumHalfOpenRadians = 0.7;

/** Range of a door leaf's width on paper in points: 0.5 m at 1:200 to 1.5 m at 1:20. Needed by `a401_0622_p1`. */
export const minimumLeafPoints = 6;
/** Needed by `colours 1`. */
export const maximumLeafPoints = 220;

/** Range of the radius in points of a tag's circle, and maximum number of letters inside. Needed by `rows 1`. */
export const minimumBubbleRadiusPoints = 3;
/** Needed by `rows 1`. */
export const maximumBubbleRadiusPoints = 40;
/** Needed by `rows 1`. */
export const maximumTagCharacters = 8;

/** Range of the size of a block in points; smaller ones are dots or letters, larger ones title blocks. */
export const minimumBlockPoints = 4;
export const maximumBlockPoints = 250;

/** Minimum sweep of a circle around a text: the arrow of a section mark may hide a part of it. Needed by `rows 1`. */
export const minimumBubbleRadians = 4.4;

/** The minimum around a mark, half of which may be filled. Needed by `a401_0622_p1`. */
export const minimumMarkRadians = 2.6;

/** Range of the thickness of a wall in millimetres. Needed by `blocks 1`. */
export const minimumWallMillimetres = 60;
/** Needed by `blocks 1`. */
export const maximumWallMillimetres = 500;

/** Minimum ratio of the length of a wall to its thickness. Needed by `blocks 1`. */
export const minimumWallLengthRatio = 1.5;

/** Maximum sine of the angle between lines with one direction: sides of a wall, a level line. Needed by `casaenergia-plan_0`. */
export const parallelToleranceSine = 0.01;

/** Minimum length in points of a side. Needed by `colours 1`. */
export const minimumWallSidePoints = 6;

/** Minimum width of the pen of walls, relative to the pen that draws most of the sheet. Needed by `blocks 1`. */
export const minimumHeavierRatio = 1.4;

/**
 * Maximum deviation of the sides of a hexagon from the same distance, as a share of it; in length twice as much.
 * Needed by `zaiser_dg_p1`.
 */
export const hexagonToleranceShare = 0.15;
/** The same of the sides of a square or a diamond, all of which are drawn. */
export const squareToleranceShare = 0.08;
/** Minimum number of sides of a hexagon that are drawn. Needed by `colours 1`. */
export const minimumHexagonSides = 5;

/** Minimum length in points of a leaf whose swing is drawn in dashes: a smaller one has too few of them. */
export const minimumDashedLeafPoints = 12;
/** Maximum length of a dash or chord of a swing, in points, or as a share of the leaf's. */
export const maximumChordPoints = 6;
export const maximumChordShare = 0.2;
/** Maximum distance of a dash from its circle, as a share of the radius: the leaf's thickness moves the hinge. */
export const swingToleranceShare = 0.04;
/** Maximum distance of the first dash from the tip of the leaf, as a share of its length. */
export const maximumFirstGapShare = 0.25;
/** Minimum share of a circle or a quarter of one with dashes, and maximum share of the quarters beside it. */
export const minimumDashedShare = 0.5;
export const maximumStrayShare = 0.2;
/** Maximum difference of the two leaves of a door, and distance of their closed tips, as a share of their width. */
export const doubleDoorShare = 0.15;

/** Range of the radius in points of a level mark's disc. */
export const minimumTargetPoints = 2;
export const maximumTargetPoints = 16;
/** Minimum number of lines that fill a quarter of such a disc. */
export const minimumTargetLines = 4;
/** Maximum gap between a level mark's disc and its number, in radii. */
export const maximumLevelTextRadii = 3;

/** Range of the sides in points of a triangle that marks a level or an elevation. */
export const minimumTrianglePoints = 2.5;
export const maximumTrianglePoints = 60;
/** Range of the ratio of such a triangle's height to its base: an arrowhead is longer. */
export const minimumTriangleHeightRatio = 0.35;
export const maximumTriangleHeightRatio = 1.3;
/** Maximum number of points of a filled triangle: its corners may be repeated. */
export const maximumTriangleCorners = 8;
/** Maximum gap between a level and its triangle, in text heights. */
export const maximumTriangleTextHeights = 1.2;

/** Minimum length of the line under a level from which its mark hangs, in widths of the mark. */
export const minimumShelfRatio = 1.2;

/** Maximum radius in points of a compass. */
export const maximumNorthRadiusPoints = 60;
/** Maximum distance of a north arrow's ends from its letter, in text heights. */
export const maximumNorthTextHeights = 6;
/** Minimum number of lines of a star or an arrow beside a word for north. */
export const minimumStarLines = 4;
/** Maximum share of its box that an arrow fills: a rectangle fills all of it, a triangle half. */
export const maximumPointedShare = 0.75;

/** Maximum number of lines of a page that are as long as the jambs of a window; pages with more are not searched for windows. */
export const maximumJambs = 200_000;

/** Range in points of the thickness of a wall with windows, and maximum width of a window. */
export const minimumWindowWallPoints = 1.5;
export const maximumWindowWallPoints = 45;
export const maximumWindowPoints = 300;
/** Minimum width in millimetres of a window on a sheet with a scale. */
export const minimumWindowMillimetres = 300;
/** Minimum ratio of a window's width to the thickness of its wall. */
export const minimumWindowRatio = 0.8;
/** Minimum length of one pane, and of all, as a share of the opening's width. */
export const minimumPaneShare = 0.3;
export const minimumPaneCoverShare = 0.75;

/** Range of the size in points of lines that a page repeats as a symbol, and of the number of its lines and arcs. */
export const minimumRepeatPoints = 5;
export const maximumRepeatPoints = 90;
export const minimumRepeatElements = 5;
export const maximumRepeatElements = 200;
/** Minimum ratio of the extents of such lines across and along their axis of inertia: a tick or a dash is slimmer. */
export const minimumRepeatSlimness = 0.28;
/** Maximum size in points of a letter that could be taken for a symbol. */
export const maximumLetterPoints = 15;
/** Minimum number of equal groups of lines, so that they are a symbol. */
export const minimumRepeats = 3;
/** Maximum difference of lengths and distances of equal groups, as a share of their total length. */
export const repeatToleranceShare = 0.008;
/** Maximum number of short lines and arcs of a page on which repeated groups are looked for. */
export const maximumRepeatPieces = 80_000;

/** Maximum gap between a sample of a legend and its text, in text heights, and deviation of its texts' margin in points. */
export const maximumLegendGapHeights = 5;
export const legendColumnPoints = 3;
/** Minimum share of the places of a block with the same text, so that it is its name. */
export const minimumTaggedShare = 0.6;

/** Maximum gap between a text and the line of its leader, in text heights. */
export const leaderReachTextHeights = 1;
/** Range of the length in points of a line of a leader. */
export const minimumLeaderPoints = 3;
export const maximumLeaderPoints = 500;
/** Maximum number of lines that begin beside a text with a leader: more are a hatch. */
export const maximumLeaderLines = 40;
/** Maximum number of lines of a leader, one after the other, and of lines that one of its joints divides into. */
export const maximumLeaderPieces = 3;
export const maximumLeaderTips = 6;
/** Maximum distance in points of an arrowhead from the line that it ends. */
export const arrowAsidePoints = 1.2;
/** Minimum cosine of the angle between an arrowhead and its leader. */
export const minimumLeaderCosineRatio = 0.96;
/** Maximum length in points of the two lines of an open arrowhead, and range of the cosine of their angle to the leader. */
export const maximumBarbPoints = 14;
export const minimumBarbCosineRatio = 0.7;
export const maximumBarbCosineRatio = 0.995;
/** Maximum diameter in points of a leader's dot, and minimum number of its corners. */
export const maximumLeaderDotPoints = 8;
export const minimumDotCorners = 8;

/** Minimum numbers under one class of elements, more than the sheets that a view of that name is likely to be on. */
export const minimumClassNumbers = 3;

/** Minimum number of frames in a column with texts beside them, which are a key rather than tags. */
export const minimumKeyRows = 2;

/**
 * Maximum distance of the name in a bubble from its centre in radii, and minimum size of the name relative to other words that
 * reach into the bubble.
 */
export const maximumCentralRadii = 0.25;
export const minimumCentralSizeRatio = 1.3;
