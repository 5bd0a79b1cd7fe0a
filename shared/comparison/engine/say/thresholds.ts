/** Number of characters above which a text is shortened to where it differs, and number kept before that position. */
export const longTextCharacters = 60;
export const leadInCharacters = 24;

/** Maximum real size in millimetres of one door, window or column. */
export const maximumCountedMillimetres = 4_000;

/** Maximum difference in points between the sides of symbols of one kind. */
export const sizeTolerancePoints = 4;

/** Maximum breadth of a single line, in points. */
export const maximumLineBreadthPoints = 4;

/** Minimum share of its box that a fill covers, and of the fill that is not near its edge; that distance in points. */
export const minimumFilledShare = 0.5;
export const fillEdgeDistancePoints = 1;

/** Margin in points around a symbol that must be paper, and the share of it that a leader may cross. */
export const formClearancePoints = 1.5;
export const maximumCrossedShare = 0.06;

/** Maximum number of names that may be missing between two axes of a row; chains of dimensions skip more. */
export const maximumSkippedNames = 2;

/** Minimum share of a change on a layer for the layer to determine the trade. */
export const minimumTradeShare = 0.3;

/** Minimum share of a change on a layer for the layer's object to name the change. */
export const minimumObjectShare = 0.6;

/** Minimum share of a visible word's box that has ink. */
export const minimumWordInkShare = 0.08;

/** Depth in points of the band along each side that contains its strokes. */
export const sideBandPoints = 2;

/** Minimum share of each side that is drawn, and of the sheet's sides that its frame extends over. */
export const minimumSideShare = 0.8;

/** Minimum share of the change's ink within the bands. */
export const minimumSideInkShare = 0.9;

/** Minimum number of changed sides; fewer for the sheet's frame, as nothing else is as hollow and as large. */
export const minimumChangedSides = 3;
export const minimumChangedFrameSides = 2;

/** Maximum length of a row of the revision table, in text heights. */
export const maximumRevisionRowTextHeights = 80;

/** Maximum distance in points of a view's title below the view. */
export const maximumScaleDistancePoints = 24;

/** Tolerance in points of the end of a wall within changed ink. */
export const wallEndTolerancePoints = 4;

/** Minimum difference of a wall's length in points; less is a thicker pen. */
export const minimumWallGrowthPoints = 3;

/** Distance in points around a symbol within which its tag may stand. */
export const tagReachPoints = 2;

/** Maximum distance in points of a bubble from the row of its grid, and of the end of a dimension from the grid line that it measures. */
export const gridTolerancePoints = 4;

/** Maximum ratio of the longer side of any change of a door to its leaf. */
export const maximumOpeningRatio = 4;

/** Minimum share of an object's ink that fits mirrored. */
export const minimumMirroredShare = 0.8;

/** Minimum ratio of the size of a change to that of its tag for the tag to have moved with a symbol. */
export const minimumDrawnTagRatio = 1.5;
