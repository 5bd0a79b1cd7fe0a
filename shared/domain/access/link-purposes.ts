/**
 * The purposes of sealed links, by the name with which the ports that seal and open them begin: a link that was sealed
 * for one purpose does not open for another.
 */
export const LINK_PURPOSES = {
  links: 'download-link',
  'viewer-links': 'viewer-link',
  'transmittal-links': 'transmittal-link',
  unsubscribe: 'unsubscribe-link',
} as const;
export type LinkName = keyof typeof LINK_PURPOSES;
export type LinkPurpose = (typeof LINK_PURPOSES)[LinkName];
export const linkNames = Object.keys(LINK_PURPOSES) as LinkName[];
