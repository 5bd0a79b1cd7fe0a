/** The agents that the service itself runs; which worker does which task of them stands in the workers' declarations. */
export const SERVICE_AGENTS = {
  'document-processing': {
    title: 'Document processing',
    description: 'Reads uploaded files: text, title blocks, page images, and chunks for search.',
    type: 'pipeline',
  },
  'drawing-comparison': {
    title: 'Drawing comparison',
    description: 'Finds what differs between two revisions of a drawing, rates each change and tells its cost effect.',
    type: 'pipeline',
  },
  notifications: {
    title: 'Notifications',
    description:
      'Tells people by mail what concerns them, at once or in a digest, and follows what became of each mail.',
    type: 'notifier',
  },
  reports: {
    title: 'Reports',
    description: 'Makes registers and lists of a project as CSV, XLSX, PDF and JSON files.',
    type: 'pipeline',
  },
  search: {
    title: 'Search',
    description: "Keeps each organization's search index at what its records say.",
    type: 'indexer',
  },
} as const;
export type ServiceAgentId = keyof typeof SERVICE_AGENTS;
