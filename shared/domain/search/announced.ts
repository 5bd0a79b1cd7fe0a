/** Ends the name of each partition of changes for search: the table's stream is filtered by it. */
export const SEARCH_CHANGES_SUFFIX = '#SEARCH-CHANGES';

/** The organization whose changes a partition holds, from its name; undefined for any other partition. */
export const announcedOrganization = (partition: string): string | undefined =>
  partition.endsWith(SEARCH_CHANGES_SUFFIX)
    ? decodeURIComponent(partition.slice('ORG#'.length, -SEARCH_CHANGES_SUFFIX.length))
    : undefined;
