/** Maximum side of a character in points; larger ink is part of the drawing. */
export const maximumGlyphPoints = 60;

/** Distance in points and share of the size within which the strokes of a character meet. */
export const maximumMeetingGapPoints = 0.12;
export const maximumMeetingGapShare = 0.015;

/** Maximum subpaths in a cell; a denser one is a hatch. */
export const maximumCellParts = 60;

/** Logarithmic cost of taking a glyph of a line for no character. */
export const unknownSpellingNats = 3;

/** Logarithmic cost of a word that mixes letters and digits. */
export const mixedAlphabetNats = 2.2;

/** Logarithmic cost of a letter of another script than the page's. */
export const foreignCharacterNats = 5;

/** Maximum gap within a line, in heights of its characters. */
export const maximumCharacterGapHeights = 1.7;

/** Minimum ratio of the heights of two characters that start a line; smaller ones are added to it later. */
export const minimumHeightRatio = 0.5;

/** By how much the gap between two words exceeds the usual one between characters, in heights of the line. */
export const wordGapHeights = 0.36;

/** Maximum width of a character, in heights of the line. */
export const maximumGlyphWidthHeights = 1.5;

/** Maximum gap in heights between parts of a character that lie side by side, as in a quotation mark. */
export const maximumPartGapHeights = 0.2;

/** Minimum height of parts that are letters of their own if they are side by side, and the gap between them, in heights. */
export const minimumTallPartHeights = 0.5;
export const minimumApartHeights = -0.05;
/** Maximum width of a stem, in heights. */
export const maximumStemHeights = 0.3;

/** A short line is read only if it is as high as this many characters of the page. */
export const minimumAlikeCharacters = 6;

/** Maximum gap in heights between a mark or a low character and its neighbour. */
export const maximumMarkGapHeights = 0.7;

/** Heights in points of the capitals of lettering. */
export const minimumCapitalPoints = 2;
export const maximumCapitalPoints = 45;

/** Maximum parts of a character that do not touch. */
export const maximumGlyphParts = 3;

/** Readings of a glyph that are kept, down to a logarithm of their probability. */
export const maximumGlyphReadings = 6;
export const minimumReadingLogarithm = -9;

/**
 * An accent is above its letter: gap between both, by how much their boxes overlap and the middle of the accent is beside the
 * letter, and the accent's size, in heights of the line; and the minimum height of the letter.
 */
export const maximumAccentGapHeights = 0.4;
export const maximumAccentOverlapHeights = 0.1;
export const maximumAccentOffsetHeights = 0.1;
export const maximumAccentWidthHeights = 0.75;
export const maximumAccentHeights = 0.45;
export const minimumAccentedLetterHeights = 0.4;
/** Minimum height of a capital I that has an accent; a lower stem is an i. */
export const capitalStemHeights = 0.88;
/** Maximum width of an upright stroke as a share of its height. */
export const maximumStemShare = 0.1;

/** By how much likelier a mark above a letter is its accent than a character, as a logarithm. */
export const accentedNats = 1;

/**
 * Logarithm of the probability from which on a letter with an accent is read well, and the cost of reading both as something
 * else then: the network of whole characters doesn't know most accented letters.
 */
export const minimumAccentedLogarithm = -1.5;
export const wholeReadingNats = 3;

/** How far a cedilla or an ogonek reaches below the line at least, in heights of the line. */
export const minimumMarkDepthHeights = 0.08;

/** Logarithmic cost of a letter with an accent that no other letter of the page surely has. */
export const foreignAccentNats = 2;

/** Room of a font above its capitals and below the baseline, in heights of the capitals. */
export const aboveCapitalsHeights = 0.2;
export const belowBaselineHeights = 0.25;

/** Share of the font size that capitals are high. */
export const capitalHeightShare = 0.7;

/** Minimum share of a line's characters that are surely read and more than mere strokes. */
export const minimumStrongCharacterShare = 0.25;

/** Minimum mean probability of a line's characters. */
export const minimumLineProbability = 0.55;

/** The same for a line of mere strokes that is as high as other lettering, and for one of a single character. */
export const minimumStrokesProbability = 0.75;
export const minimumSingleProbability = 0.85;

/** On a page with fewer sure words there is no drawn lettering. */
export const minimumSureWords = 4;

/** By how much a line must read better upside down. */
export const upsideDownMarginProbability = 0.1;

/** Minimum confidence of a word. */
export const minimumWordConfidenceRatio = 0.5;
/** Number of lines read in a sample, without a good one among them, after which a page has no lettering. */
export const minimumSampledLines = 40;
/** A text layer of so many words may be complete. */
export const manyWords = 60;
/** Side of the squares of a sample of the page, one square of so many. */
export const sampleSquarePoints = 144;
export const sampledSquares = 8;
/** Minimum number of squares of a sample; pages without as many, up to A3, are read whole. */
export const minimumSampledSquares = 8;
/** Minimum share of sure words in the sample of a page with lettering. */
export const minimumSureSampleShare = 0.2;

/** Minimum number of characters besides the words, of a page or in the areas of its title blocks, that may be lettering. */
export const minimumUnreadCharacters = 20;

/** Minimum mean probability and share of sure characters of a line that text recognition may read though its strokes are not. */
export const minimumPossibleLineProbability = 0.35;
export const minimumPossibleStrongCharacterShare = 0.2;

/** Maximum share of a line that longer ones cover; more of it is a part of them. */
export const maximumCoveredLineShare = 0.4;

/** Maximum number of characters of a page that text recognition reads line by line, in about 7 ms each. */
export const maximumRecognisedCharacters = 4000;

/** Minimum likelihood that a position is in a title block for its unread ink to be of interest. */
export const minimumUnreadRegionRatio = 0.4;

/** Maximum number of path points of a page whose unread ink is searched. */
export const maximumUnreadPoints = 1_500_000;

/** Minimum share of the page for an image: smaller ones are logos, seals and parts of a drawing. */
export const minimumImageShare = 0.0005;
