import type { Discipline } from '../../domain/sheets/discipline.ts';
import type { Box } from './geometry.ts';
import type { TextMeaning } from './read/text-meaning.ts';

export type { SheetFacts } from '../../domain/sheets/facts.ts';

export type ItemKind =
  | 'text_added'
  | 'text_removed'
  | 'text_changed'
  | 'text_moved'
  | 'graphic_added'
  | 'graphic_removed'
  | 'graphic_changed'
  | 'restyled'
  | 'row_added'
  | 'row_removed'
  | 'view_added'
  | 'view_removed'
  | 'view_moved'
  | 'view_rescaled'
  | 'cloud_added'
  | 'repeated'
  | 'title_block'
  | 'group'
  | 'sheet_added'
  | 'sheet_removed'
  | 'sheet_replaced';

/** One change. Boxes lie on the newer sheet; those of a removed sheet on the older one. */
export interface ComparisonItem {
  /** 1-based place in the result's `items`; parts of an item have none. */
  number?: number;
  /** 1-based place of its sheet in the result's `sheets`. */
  sheet?: number;
  description: string;
  /** What the rules said, where `description` is a language model's. */
  rule_description?: string;
  /** 1 cosmetic … 5 changes what is built. */
  difference_rating: number;
  /** −5 large saving … 5 large extra cost, 0 none. */
  cost_effect: number;
  /** Fractions of the page's width and height, origin top left. */
  bounding_box: Box;
  /** 1-based page of the newer document (of the older one for `sheet_removed`). */
  page: number;
  /** The same box in pixels of the sheet's overlay picture. */
  pixel_box: Box;
  kind: ItemKind;
  /** 0..1: how sure it is that a person would call this a change. */
  confidence: number;
  /** Where it was, of what moved: fractions of the newer page, as `bounding_box`. */
  original_box?: Box;
  /** A revision cloud goes round it; absent where the newer sheet brought no clouds. */
  clouded?: boolean;
  /** Changes that a revision cloud goes round; only clouds have it. */
  encloses?: number;
  /** How much there is of it, by the scale of its view; `each` where it is counted. */
  quantity?: { value: number; unit: 'm' | 'm²' | 'each' };
  /** Where it lies, as a person would say it: `near grid B-4`. */
  place?: string;
  /** Who does the work, and the CSI MasterFormat division of it (`08`), where words or layers tell. */
  trade?: string;
  division?: string;
  /** The layer of the PDF that most of it is drawn on, where it has layers. */
  layer?: string;
  /** The line of text before and after, where the change is one of text. */
  old_text?: string;
  new_text?: string;
  /** What that text is: a dimension, a level, a note, …, by its spelling and by the dimension line that it stands at. */
  meaning?: TextMeaning;
  /** The single changes of a group, of a repeated change, or of a row or view. */
  parts?: ComparisonItem[];
}

/** What became of a sheet within its set. */
export type SetChange = 'renumbered' | 'reordered' | 'inserted' | 'removed';

interface SheetAlignment {
  method: 'text' | 'ink' | 'none';
  confidence: number;
  /** Millimetres, degrees clockwise, factor: how the older sheet had to be moved. */
  shift_x_mm: number;
  shift_y_mm: number;
  rotation_degrees: number;
  scale: number;
}

/** One sheet of the comparison; `page` or `original_page` is null where the other document has no such sheet. */
export interface ComparedSheet {
  page: number | null;
  original_page: number | null;
  sheet_number: string | null;
  title: string | null;
  /** What its number says, else its title. */
  discipline: Discipline | null;
  original_revision: string | null;
  comparison_revision: string | null;
  /** As the title blocks print them. */
  original_date: string | null;
  comparison_date: string | null;
  /** Both documents hold this sheet and the two show the same thing. */
  matched: boolean;
  /** What to know about the sheet as a whole. */
  message: string;
  alignment: SheetAlignment | null;
  /** 0..1: share of the sheet's inked places that are alike. */
  similarity: number | null;
  /** The paper as it is displayed: the newer page, or the older one of a removed sheet. */
  page_size?: { width_mm: number; height_mm: number };
  /** Pixels of the overlay picture. */
  width: number | null;
  height: number | null;
  item_count: number;
  /** What became of the sheet within its set, where anything did. */
  set_changes?: SetChange[];
  /** Larger differences of ink that were held back as an accident of rendering, and are no item. */
  suppressed?: number;
}

/** Result of a comparison, in the shape of the API's `drawing_comparison`. */
export interface ComparisonResult {
  /** What the files are called; null where the caller did not say. */
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
