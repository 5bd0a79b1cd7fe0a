import * as getSheet from './get-sheet.ts';
import * as listSheetRecipients from './list-sheet-recipients.ts';
import * as listSheets from './list-sheets.ts';
import * as updateSheet from './update-sheet.ts';

/** In the order of the reference pages. */
export const operations = [listSheets, getSheet, updateSheet, listSheetRecipients];
