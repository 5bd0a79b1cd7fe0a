import * as z from 'zod';
import { wholeNumber } from './parameters.ts';

/**
 * Pagination by page number. Documents and comparisons use `size` and report whether there are more; projects and tasks
 * have a shorter form with `page_size`. A page beyond the end is empty and has the true total.
 */

const page = wholeNumber({ minimum: 1 }).default(1);
const atMost100 = wholeNumber({ minimum: 1, maximum: 100 });

/** Query parameters of a list with `size`. */
export const pageQuery = { page, size: atMost100.default(10) };
/** Query parameters of a list with `page_size`. */
export const shortPageQuery = { page, page_size: atMost100.default(20) };

export const Page = <I extends z.ZodType>(item: I) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    has_more: z.boolean(),
    total_pages: z.int(),
  });

export const ShortPage = <I extends z.ZodType>(item: I) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() });

/** Returns the index of the first record of a page, from 0. */
export const skipOf = ({ page, ...query }: { page: number } & ({ size: number } | { page_size: number })): number =>
  (page - 1) * ('size' in query ? query.size : query.page_size);

/** @param total number of records in the whole list */
export const toPage = <I>({ page, size }: { page: number; size: number }, items: I[], total: number) => {
  const total_pages = Math.ceil(total / size);
  return { items, total, page, size, has_more: page < total_pages, total_pages };
};

/** @param total number of records in the whole list */
export const toShortPage = <I>(query: { page: number; page_size: number }, items: I[], total: number) => ({
  items,
  total,
  page: query.page,
  page_size: query.page_size,
});
