/** Minimum length of a grid line in diameters of its bubble; leaders to a tag are shorter. */
export const minimumLengthDiameters = 5;

/** Maximum gap between the dashes of a grid line, in points; another line's mask may hide a dash. */
export const maximumGridGapPoints = 24;

/** Minimum extent of a heading's line beyond its bubble, in radii of the bubble. */
export const minimumTitleRadii = 3;

/** Maximum distance of words above or below the line of a heading, in text heights. */
export const maximumBubbleDistanceTextHeights = 1.2;
export const maximumTitleCharacters = 60;

/** Minimum height of a title without a scale, relative to the median lettering of the sheet. */
export const minimumTitleHeightRatio = 1.3;

/** Maximum distance of a scale from its title, in heights of the title. */
export const maximumScaleDistanceTextHeights = 1.6;

/** Maximum share of the page for a cell of a title block, whose titles head no view; framed details are larger. */
export const maximumBlockCellShare = 0.03;

/** Maximum distance to a grid line or a room label, as a share of the page's smaller side. */
export const gridReachShare = 0.1;
export const roomReachShare = 0.12;

/** Maximum distance to a wall in millimetres. */
export const wallReachMillimetres = 8000;

/** Maximum gap between the words of a line, in text heights. */
export const maximumWordGapTextHeights = 1.2;

/** Maximum distance between the centres of words on one line, in text heights. */
export const lineToleranceTextHeights = 0.4;

/** Maximum distance between the centres of words on one line, as a share of their height. */
export const sameLineTextHeights = 0.5;

/**
 * Minimum mean certainty, by character, of drawn lettering that is text. Plotter fonts of real sheets reach .91 and
 * are read rightly; lettering like handwriting, of which a third of the words is right, reaches .76.
 */
export const minimumCertaintyRatio = 0.85;

/** A level or upright line longer than this share of the used part of the page is a frame of the sheet or of a part of it. */
export const minimumFrameShare = 0.55;

/** Minimum number of squares of a drawing; fewer are a stray mark. */
export const minimumViewSquares = 6;

/** Maximum distance of a drawing from its heading, as a share of the page's smaller side. */
export const maximumReachShare = 0.35;

/** Weight of the distance to a drawing below its heading, as opposed to above it, where most drawings are. */
export const belowWeightRatio = 2.5;

/** The weight in a part that several headings divide. */
export const dividedWeightRatio = 20;

/** Minimum share of the page for a view without a heading, and maximum distance of its parts. */
export const minimumUntitledShare = 0.03;
export const maximumMergedShare = 0.012;

/** Minimum number of lines in a view without a heading; logos and stamps have fewer. */
export const minimumSheetLines = 60;

/** Maximum length in points of a stroke of lettering. */
export const maximumTextStrokePoints = 8;

/** Minimum share of the squares of such a view that contain lines rather than lettering alone. */
export const minimumDrawnShare = 0.5;

/** Maximum distance of an underline from its title, and of their ends, in text heights. */
export const underlineReachTextHeights = 0.8;
export const underlineEndsTextHeights = 1.2;

/** Minimum share of the page for a drawing with a caption, and for one with dimensions, that has no heading. */
export const minimumCaptionedShare = 0.004;
export const minimumMeasuredShare = 0.02;

/** A strip of dimensions is so much longer than wide, and belongs to a drawing within a share of the page's smaller side. */
export const minimumStripRatio = 3;
export const maximumStripGapShare = 0.1;

/** Maximum distance of a caption from the drawing above it in text heights, and from its axis as a share of its width. */
export const maximumCaptionTextHeights = 3.5;
export const maximumCaptionAsideShare = 0.25;

/** Captions head views if so many drawings of a sheet, and so many of all without a heading, have one. */
export const minimumCaptions = 2;
export const minimumCaptionShare = 0.5;

/** Maximum distance of a title block from the border of the ruled part of the page, as a share of its smaller side. */
export const borderReachShare = 0.03;

/** Minimum height of an underlined title that names a kind of view, and of another one, relative to the median. */
export const underlinedTitleHeightRatio = 1.1;
export const plainTitleHeightRatio = 2;
