import { type Drawn, drawing } from './page.ts';

/** Two numbers of the same size at similar positions: nothing printed tells which is the sheet's. */
export const tied: Drawn[] = [
  ...drawing(2384, 1684),
  ['FIRST FLOOR PLAN', 2060, 1400, 18],
  ['S-204', 2060, 1560, 26],
  ['S-118', 2200, 1560, 26],
];
