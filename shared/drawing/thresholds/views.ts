/** Minimum length of a grid line in diameters of its bubble; leaders to a tag are shorter. Needed by `colours 1`. */
export const minimumLengthDiameters = 5;

/** Minimum length of a section line between its two letters, and maximum distance of these from one line, in text heights. */
export const minimumSectionTextHeights = 4;
export const sectionAsideTextHeights = 2.5;
/** Maximum length of a section line, as a share of the drawn width or height. */
export const maximumSectionShare = 0.9;

/**
 * Maximum gap between the dashes of a grid line, in points; another line's mask may hide a dash.
 * Needed by `colours 1`.
 */
export const maximumGridGapPoints = 24;
/** The same in radii of the bubble: the gaps grow with the lettering of the sheet. */
export const maximumGridGapRadii = 2.5;

/** Maximum distance in points of the ends that meet at a kink of a grid line, and maximum length of its slanting piece. */
export const maximumKinkGapPoints = 0.7;
export const maximumKinkRadii = 4;
/** Minimum cosine of the angle between a grid line and a piece that is no kink, and between two equal directions. */
export const minimumStraightCosineRatio = 0.98;
export const parallelCosineRatio = 0.99999;
/** Minimum distance in points from which the end of a dash gives the direction of its line. */
export const minimumAimPoints = 16;
/** How far a slanting dash may be beside the line of those before it, as a share of the distance from their end. */
export const dashSlackShare = 0.02;
/** Minimum number of pieces of a line or a circle in dashes. */
export const minimumLineDashes = 3;

/** Minimum extent of a heading's line beyond its bubble, in radii of the bubble. Needed by `blocks 1`. */
export const minimumTitleRadii = 3;

/** Maximum distance of the title from the centre of its bubble, in radii of the bubble. */
export const maximumTitleGapRadii = 8;

/** Maximum distance of words above or below the line of a heading, in text heights. Needed by `blocks 1`. */
export const maximumBubbleDistanceTextHeights = 1.2;
/** Maximum length of a title of a view, a table or a legend; longer texts are notes. Needed by `blocks 1`. */
export const maximumTitleCharacters = 60;

/**
 * Minimum height of a title without a scale, relative to the median lettering of the sheet.
 * Needed by `vilmar_0704_p1`.
 */
export const minimumTitleHeightRatio = 1.3;

/** Maximum distance of a scale from its title, in heights of the title. Needed by `triaxial_s201_p1`. */
export const maximumScaleDistanceTextHeights = 1.6;

/**
 * Maximum share of the page for a cell of a title block, whose titles head no view; framed details are larger.
 * Needed by `rows 1`.
 */
export const maximumBlockCellShare = 0.03;

/** Minimum share of the page for a ruled rectangle that is a frame around views; rooms and facades are smaller. */
export const minimumViewFrameShare = 0.09;

/** Maximum distance to a grid line or a room label, as a share of the page's smaller side. */
export const gridReachShare = 0.1;
export const roomReachShare = 0.12;

/** Maximum distance to a wall in millimetres. */
export const wallReachMillimetres = 8000;

/** Maximum gap between the words of a line, in text heights. Needed by `rows 1`. */
export const maximumWordGapTextHeights = 1.2;

/** Maximum distance between the centres of words on one line, in text heights. Needed by `rows 1`. */
export const lineToleranceTextHeights = 0.4;

/** Maximum distance between the centres of words on one line, as a share of their height. Needed by `kyusekizu_p1`. */
export const sameLineTextHeights = 0.5;

/**
 * Minimum mean certainty, by character, of drawn lettering that is text. Plotter fonts of real sheets reach .91 and
 * are read rightly; lettering like handwriting, of which a third of the words is right, reaches .76.
 */
export const minimumCertaintyRatio = 0.85;

/**
 * A level or upright line longer than these shares of the used part of the page, and of the page, is a frame of the sheet or
 * of a part of it. The used part of a sheet with one row of drawings is as high as these.
 * Needed by `blocks 1`.
 */
export const minimumFrameShare = 0.55;
export const minimumPageFrameShare = 0.4;

/**
 * A white band of this width, about 6 mm, divides two drawings without any heading; each further multiple adds 1 to the
 * score of a cut. Machined parts and furniture are 16 to 45 points apart, dimensions from what they measure up to 14.
 */
export const dominantGapPoints = 17;

/** Maximum score of a cut: beyond it a wider band says nothing more. */
export const maximumCutScore = 1.5;

/** Cost of each line that crosses a cut between two headings; elevations share lines of levels. */
export const crossingCostScore = 0.5;

/** Cost of a part that is not a drawing: notes, north arrows, dimensions of their own, which are cut off only if far away. */
export const strayCostScore = 0.6;

/** Score of a drawing whose heading is on the same side as those of the other drawings, above or below. */
export const headingOnItsSideScore = 0.5;

/** Number of the widest bands in each direction that are tried, of the cuts that are followed, and of the parts divided. */
export const maximumTriedBands = 12;
export const maximumTriedCuts = 3;
export const maximumParts = 3000;

/** Minimum side of a drawing as a share of the page's smaller side, and its squares with lines, in multiples of that side. */
export const minimumDrawingSideShare = 0.05;
export const drawingLineSquares = 3;

/**
 * Minimum share of a drawing's squares with ink that contain lines rather than lettering alone.
 * Needed by `rough-cvil_0`.
 */
export const minimumDrawnShare = 0.25;

/**
 * Height above and below a heading, in heights of the heading, within which lines belong to it rather than to a drawing: its
 * underline, scale bar and north arrow.
 */
export const headingRowsHeights = 2;

/**
 * Minimum length of a rule that cuts a strip off a sheet, and maximum width of the strip, as shares of the ruled part's extent.
 * Needed by `kirkland_p3`.
 */
export const minimumStripRuleShare = 0.9;
export const maximumBorderStripShare = 0.25;

/** Minimum area of a drawing relative to its heading; less is the heading alone, with its bubble or frame. */
export const minimumHeadedAreaRatio = 5;

/**
 * Minimum share of the page, and number of lines, for a view without a heading; logos, stamps and title blocks have fewer.
 * Needed by `heimenzu_p1`.
 */
export const minimumUntitledShare = 0.015;
export const minimumUntitledLines = 10;

/** Minimum number of lines for each text in such a view; a table without rules has an underline for each row. */
export const minimumLinesPerTextRatio = 2;

/** Maximum number of level rules between the texts of a title block without upright ones. */
export const maximumBlockRules = 5;

/** Maximum share of such a view that tables and title blocks cover: the rest is their frame, a logo, a stamp. */
export const maximumTabledShare = 0.4;

/** Maximum distance of a heading from a drawing whose region is to contain it, as a share of the page's smaller side. */
export const looseHeadingReachShare = 0.1;

/** How much more a distance beside a drawing counts than one above or below it, where its heading stands. Needed by `kirkland_p3`. */
export const asideRatio = 2;

/** Maximum length in points of a stroke of lettering. Needed by `cuisine_20221006_p1`. */
export const maximumTextStrokePoints = 8;

/**
 * Maximum distance of an underline from its title, and of their ends, in text heights.
 * Needed by `plans_20220610_p1`.
 */
export const underlineReachTextHeights = 0.8;
export const underlineEndsTextHeights = 1.2;

/**
 * A string of dimensions is so much longer than wide, at most this share of the page's smaller side wide, and belongs to
 * the drawing beside it, along which it runs for most of its length.
 * Needed by `appuis_20220925_p1`.
 */
export const minimumStripRatio = 3;
export const maximumStripShare = 0.08;
/** Needed by `danmenzu_p1`. */
export const maximumStripGapShare = 0.05;
export const minimumStripOverlapShare = 0.6;

/**
 * Maximum distance of a caption from the drawing above it in text heights, and from its axis as a share of its width.
 * Needed by `appuis_20220925_p1`.
 */
export const maximumCaptionTextHeights = 3.5;
/** Needed by `appuis_20220925_p1`. */
export const maximumCaptionAsideShare = 0.25;

/**
 * Captions head views if so many drawings of a sheet, and so many of all without a heading, have one.
 * Needed by `appuis_20220925_p1`.
 */
export const minimumCaptions = 2;
/** Without it `cuisine_20221006_p1` is read better. */
export const minimumCaptionShare = 0.5;

/**
 * Maximum distance of a title block from the border of the ruled part of the page, as a share of its smaller side.
 * Needed by `grey ground 1`.
 */
export const borderReachShare = 0.03;

/** Minimum height of an underlined title that names a kind of view, and of another one, relative to the median. */
export const underlinedTitleHeightRatio = 1.1;
/** Needed by `heimenzu_p1`. */
export const plainTitleHeightRatio = 2;

/** Minimum length of a dashed line that may connect two views, such as a level, as a share of the page's smaller side. */
export const minimumConnectingShare = 0.15;

/** Extent of a bubble from its centre with the arrow around it, in radii. */
export const bubbleReachRadii = 1.6;

/** Maximum ratio of the height of a section's filled arrow to its base, and minimum base in heights of its letter. */
export const maximumSectionArrowRatio = 4;
export const minimumSectionArrowTextHeights = 0.3;

/**
 * Minimum length of both strokes of a corner in which a section line ends, maximum length of the short one, and maximum distance
 * of the corner from its letter, in text heights. Needed by `martel_pianta2`.
 */
export const minimumCornerStrokeTextHeights = 0.5;
export const maximumCornerSideTextHeights = 5;
export const maximumCornerGapTextHeights = 1.5;

/** Range of the distance of an arrow's point from the centre of its bubble, and of its sides from the circle, in radii. */
export const minimumPointerRadii = 1.25;
export const maximumPointerRadii = 2.2;
export const tangentToleranceRadii = 0.2;
/** Minimum base of a bubble's filled arrow, in radii. */
export const minimumArrowBaseRadii = 1;
