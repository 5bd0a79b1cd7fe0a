import * as z from 'zod';

const Address = z.email().max(254);

/** The one address that a text is; undefined for anything else, such as two of them, or one with a name. */
export const oneAddress = (text: string | null): string | undefined => Address.safeParse(text).data;
