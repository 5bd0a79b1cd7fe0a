export const minimumLabelRegionRatio = 0.2;

/**
 * Distance in fractions of the sheet within which values of different pages have the same position.
 * Needed by `freecadfloorplans.com`.
 */
export const pagePositionToleranceShare = 0.025;

/** Minimum number of entries of a sheet index. Needed by `DELV Design`. */
export const minimumIndexEntries = 4;

/**
 * Number of pages searched for a sheet index, which is at the beginning of a set.
 * Needed by `DELV Design`.
 */
export const maximumIndexPages = 3;
/** Needed by `GOST form (platform)`. */
export const minimumFormRoles = 2;

/** Maximum displacement of a side of a form's cell, as a share of the form's widest cell: 1 mm of 120. */
export const formToleranceShare = 1 / 120;

/**
 * Minimum number of cells of a form besides those of number and name, and their minimum share of the cells in its area:
 * cells without text are not known.
 */
export const minimumFormCells = 2;
export const minimumFormCellsRatio = 0.6;

/**
 * Minimum number of different marks in one row or column of the frame.
 * Needed by `City of Austin Transportation`.
 */
export const minimumGridMarks = 3;

/** Minimum number of kinds of labels of a title block. Needed by `Континент`. */
export const minimumLineBlockKinds = 3;

/** Maximum gap between two words of one line, in font sizes. Needed by `Doppelhaus Bodenheim`. */
export const maximumGapTextHeights = 0.75;

/**
 * The same where the size is the height of the ink, which is less than that of the font.
 * Needed by `LfS Saarland / EBS`.
 */
export const maximumRecognisedGapTextHeights = 1.1;

/** The same where a ruled line separates them. Needed by `Doppelhaus Bodenheim`. */
export const maximumGapAcrossRuleTextHeights = 0.42;

/**
 * Maximum overlap of two words whose side bearings overlap, in font sizes.
 * Needed by `Romeu Vishnevskaia (Miami)`.
 */
export const maximumOverlapTextHeights = 0.35;

/**
 * Minimum number of letters of a label that is recognised with one wrong letter, and with two.
 * Needed by `DB Netz (Muster)`.
 */
export const minimumMisreadLetters = 6;
/** Needed by `SHE Architekten`. */
export const minimumTwiceMisreadLetters = 8;

/**
 * Minimum line pitch of one text, in font sizes: closer ones are texts drawn over one another.
 * Needed by `LfS Saarland / EBS`.
 */
export const minimumPitchTextHeights = 0.85;
/** Needed by `LfS Saarland / EBS`. */
export const maximumPitchTextHeights = 1.7;

/**
 * The same where the size is the height of the ink, which is less than that of the font.
 * Needed by `LfS Saarland / EBS`.
 */
export const maximumRecognisedPitchTextHeights = 2.4;
/** Needed by `LfS Saarland / EBS`. */
export const maximumParagraphLines = 4;

/**
 * Minimum ratio of a subtitle's font size to that of the title above it.
 * Without it `DB Netz (Muster)` is read better.
 */
export const maximumSizeRatio = 1.8;

/** Minimum number of words in a text layer that determine the orientation of the sheet. */
export const minimumDirectionWords = 20;

/**
 * Minimum likelihood that a position is in the title block.
 * Needed by `NASA Kennedy Space Center`.
 */
export const minimumBlockRegionRatio = 0.4;

/** Minimum share of the areas of title blocks that images cover if one of them may be of a title block. */
export const minimumImagesShare = 0.05;

/** Needed by `Doppelhaus Bodenheim`. */
export const minimumConfidenceRatio = 0.05;
/** Needed by `Doppelhaus Bodenheim`. */
export const maximumConfidenceRatio = 0.99;

/** Fields read with less confidence are worth another reading. */
export const certainConfidenceRatio = 0.8;

/** Confidence of an answer whose words are printed on the sheet, and of one on a sheet without a text layer. */
export const printedConfidenceRatio = 0.85;
export const unprovedConfidenceRatio = 0.7;

/**
 * Minimum confidence of an answer: an empty field is better than a guess.
 * Needed by `DB Netz (Muster)`.
 */
export const minimumSetConfidenceRatio = 0.7;

/** Confidence of the heading of a sheet's only view as its title. Needed by `Tech.Sketch (BD)`. */
export const headingConfidenceRatio = 0.4;

/**
 * Confidence of a number or title that the set's index lists with the other one.
 * Needed by `DELV Design`.
 */
export const listedConfidenceRatio = 0.85;

/**
 * Minimum share of words in lines of prose for a page of text without a title block.
 * Needed by `Florida Solar Energy Center`.
 */
export const minimumProseShare = 0.45;
/** Needed by `Florida Solar Energy Center`. */
export const minimumProseWords = 7;

/**
 * Number of words below which a page may be a drawing, whatever its lines look like.
 * Without it `Florida Solar Energy Center` is read better.
 */
export const minimumTextPageWords = 60;

/**
 * Minimum number of kinds of labels of a title block; fewer suffice with a scale, which text pages lack.
 * Without it `Florida Solar Energy Center` is read better.
 */
export const minimumTextPageKinds = 4;
export const minimumTextPageScaleKinds = 2;

/** Maximum length of a drawing's lines, which are room names and dimensions. Needed by `Континент`. */
export const maximumViewNameWords = 3;
/** Needed by `Tech.Sketch (BD)`. */
export const minimumViewNameShare = 0.75;

/** Minimum ratio of a heading's font size to the common one of the sheet. Needed by `Континент`. */
export const minimumHeadingRatio = 1.35;
