/** The agents that the service itself runs. The workers' declarations assign each worker to a task of an agent. */
export const SERVICE_AGENTS = {
  'document-processing': {
    title: 'Document processing',
    description: 'Reads uploaded files: text, title blocks, page images, and chunks for search.',
    type: 'pipeline',
  },
  'drawing-comparison': {
    title: 'Drawing comparison',
    description:
      'Finds the differences between two revisions of a drawing, rates each change and estimates its cost effect.',
    type: 'pipeline',
  },
  notifications: {
    title: 'Notifications',
    description: 'Notifies people by mail, at once or in a digest, and records the delivery of each mail.',
    type: 'notifier',
  },
  reports: {
    title: 'Reports',
    description: 'Creates registers and lists of a project as CSV, XLSX, PDF and JSON files.',
    type: 'pipeline',
  },
  search: {
    title: 'Search',
    description: "Keeps each organization's search index up to date with its records.",
    type: 'indexer',
  },
} as const;
export type ServiceAgentId = keyof typeof SERVICE_AGENTS;
