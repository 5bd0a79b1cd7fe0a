import * as search from './search.ts';
import * as suggest from './suggest.ts';

/** In the order of the reference pages. */
export const operations = [search, suggest];
