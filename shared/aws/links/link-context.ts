/** Purposes of sealed tokens: one made for another purpose does not open. */
export const LINK_CONTEXT = { purpose: 'download-link' };
export const UNSUBSCRIBE_CONTEXT = { purpose: 'unsubscribe-link' };
