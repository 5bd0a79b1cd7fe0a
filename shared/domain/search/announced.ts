/** The suffix of each partition of search changes, by which the table's stream is filtered. */
export const SEARCH_CHANGES_SUFFIX = '#SEARCH-CHANGES';

/** Returns the organization of a partition of search changes; undefined for any other partition. */
export const announcedOrganization = (partition: string): string | undefined =>
  partition.endsWith(SEARCH_CHANGES_SUFFIX)
    ? decodeURIComponent(partition.slice('ORG#'.length, -SEARCH_CHANGES_SUFFIX.length))
    : undefined;
