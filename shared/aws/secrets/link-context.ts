/** Purposes of sealed tokens: a token sealed for one purpose does not open for another. */
export const LINK_CONTEXT = { purpose: 'download-link' };
export const VIEWER_CONTEXT = { purpose: 'viewer-link' };
export const UNSUBSCRIBE_CONTEXT = { purpose: 'unsubscribe-link' };
export const TRANSMITTAL_CONTEXT = { purpose: 'transmittal-link' };
