/**
 * The tag of a file from its upload until a document registers it; the bucket expires objects with this tag. It is
 * removed before the document is stored, so that no registered file ever has it.
 */
export const UNREGISTERED = { key: 'registered', value: 'no' } as const;
