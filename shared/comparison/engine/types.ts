import type { QuantityUnit } from '../../domain/comparisons/price-list.ts';
import type { Discipline } from '../../domain/sheets/discipline.ts';
import type { Box, Point } from './geometry.ts';

/** The meaning of a line of text on a drawing, which decides how its change is described and rated. */
export type TextMeaning =
  | 'dimension'
  | 'level'
  | 'note'
  | 'date'
  | 'plot_stamp'
  | 'scale'
  | 'revision'
  | 'sheet_number'
  | 'quantity'
  | 'label'
  | 'sign';

export type { SheetFacts } from '../../domain/sheets/facts.ts';

export type ItemKind =
  | 'text_added'
  | 'text_removed'
  | 'text_changed'
  | 'text_moved'
  | 'graphic_added'
  | 'graphic_removed'
  | 'graphic_changed'
  | 'graphic_moved'
  | 'restyled'
  | 'row_added'
  | 'row_removed'
  | 'row_changed'
  | 'rows_moved'
  | 'column_added'
  | 'column_removed'
  | 'view_added'
  | 'view_removed'
  | 'view_moved'
  | 'view_rescaled'
  | 'cloud_added'
  | 'markup_added'
  | 'markup_removed'
  | 'repeated'
  | 'title_block'
  | 'group'
  | 'sheet_added'
  | 'sheet_removed'
  | 'sheet_replaced';

/** One change. Boxes are on the newer sheet; those of a removed sheet are on the older one. */
export interface ComparisonItem {
  /** 1-based index in the result's `items`; absent for parts of an item. */
  number?: number;
  /** 1-based index of its sheet in the result's `sheets`. */
  sheet?: number;
  description: string;
  /** The description by the rules, where `description` was written by a language model. */
  rule_description?: string;
  /** From 1 (cosmetic) to 5 (changes what is built). */
  difference_rating: number;
  /** From −5 (large saving) to 5 (large extra cost); 0 is none. */
  cost_effect: number;
  /** Fractions of the page's width and height, origin top left. */
  bounding_box: Box;
  /** 1-based page of the newer document (of the older one for `sheet_removed`). */
  page: number;
  /** The same box in pixels of the sheet's overlay picture. */
  pixel_box: Box;
  kind: ItemKind;
  /** Probability (0..1) that a person would call this a change. */
  confidence: number;
  /** For what moved: its former box, in fractions of the newer page as `bounding_box`. */
  original_box?: Box;
  /** Whether a revision cloud encloses it; absent where the newer sheet added no clouds. */
  clouded?: boolean;
  /** Number of changes inside a revision cloud; only for clouds. */
  encloses?: number;
  /** Measured quantity, by the scale of its view; the unit is `each` for counted objects. */
  quantity?: { value: number; unit: QuantityUnit };
  /** Location in words: `near grid B-4`. */
  place?: string;
  /** Number and title of the view that contains it: `2 FIRST FLOOR PLAN`. */
  view?: string;
  /** The ends of a changed dimension on the newer sheet, in fractions of the page. */
  ends?: { from: Point; to: Point };
  /** Trade that does the work, and its CSI MasterFormat division (`08`), where words or layers indicate it. */
  trade?: string;
  division?: string;
  /** The PDF layer on which most of it is drawn, where there are layers. */
  layer?: string;
  /** The line of text before and after a change of text. */
  old_text?: string;
  new_text?: string;
  /** What that text states: a dimension, a level, a note, …, by its spelling and by the dimension line next to it. */
  meaning?: TextMeaning;
  /** The single changes of a group, a repeated change, a row or a view. */
  parts?: ComparisonItem[];
}

/** How the position of a sheet in its set changed. */
export type SetChange = 'renumbered' | 'reordered' | 'inserted' | 'removed';

interface SheetAlignment {
  method: 'points' | 'views' | 'text' | 'ink' | 'none';
  confidence: number;
  /** How the older sheet was transformed: millimetres, degrees clockwise, factor. */
  shift_x_mm: number;
  shift_y_mm: number;
  rotation_degrees: number;
  scale: number;
}

/** One sheet of the comparison; `page` or `original_page` is null where that document lacks the sheet. */
export interface ComparedSheet {
  page: number | null;
  original_page: number | null;
  sheet_number: string | null;
  title: string | null;
  /** By its number, else by its title. */
  discipline: Discipline | null;
  original_revision: string | null;
  comparison_revision: string | null;
  /** As printed in the title blocks. */
  original_date: string | null;
  comparison_date: string | null;
  /** Whether both documents contain this sheet and show the same drawing on it. */
  matched: boolean;
  /** A statement about the sheet as a whole. */
  message: string;
  alignment: SheetAlignment | null;
  /** Share of the sheet's inked area that is alike, 0..1. */
  similarity: number | null;
  /** The paper as displayed: that of the newer page, or of the older one for a removed sheet. */
  page_size?: { width_mm: number; height_mm: number };
  /** Pixels of the overlay picture. */
  width: number | null;
  height: number | null;
  item_count: number;
  /** Changes of the sheet's position in its set, if any. */
  set_changes?: SetChange[];
  /** Number of larger ink differences suppressed as rendering artefacts; they are not items. */
  suppressed?: number;
}

/** The result of a comparison, in the shape of the API's `drawing_comparison`. */
export interface ComparisonResult {
  /** File names; null where the caller gave none. */
  original_file: string | null;
  comparison_file: string | null;
  original_drawing_number: string;
  comparison_drawing_number: string;
  original_drawing_revision: string;
  comparison_drawing_revision: string;
  description: string;
  summary: string;
  /** Most important first. */
  items: ComparisonItem[];
  sheets: ComparedSheet[];
}
