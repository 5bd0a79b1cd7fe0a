/** The tenancy of what belongs to no organization and is there for all; no token can name it. */
export const NO_ORGANIZATION = '';
