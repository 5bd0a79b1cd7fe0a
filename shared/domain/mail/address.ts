import * as z from 'zod';

const Address = z.email().max(254);

/**
 * Returns the text if it is a single e-mail address; undefined for anything else, such as two addresses or one with a
 * display name.
 */
export const oneAddress = (text: string | null): string | undefined => Address.safeParse(text).data;
