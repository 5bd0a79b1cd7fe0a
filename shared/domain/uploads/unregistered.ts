/**
 * The tag that a file has from its upload until a document registers it; the bucket expires what still carries it.
 * It goes before the document is stored, so that nothing registered ever has it.
 */
export const UNREGISTERED = { key: 'registered', value: 'no' } as const;
