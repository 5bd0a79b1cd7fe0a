/** The organization id of records that belong to no organization and are shared by all; no token can contain it. */
export const NO_ORGANIZATION = '';
