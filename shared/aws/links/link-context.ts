/** Separates these tokens from anything else the same key encrypts; part of every data key's context. */
export const LINK_CONTEXT = { purpose: 'download-link' };
