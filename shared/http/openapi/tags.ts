/** The groups of operations, in the order of the reference pages, each with what it is for. */
export const TAGS: Readonly<Record<string, string>> = {
  Projects: 'Everything belongs to a project. Its members see it; an organization’s administrators see all.',
  Documents:
    'Drawings, specifications and other files. Upload one, wait until `processing_status` is `PROCESSED`, and have its ' +
    'text, title blocks and page images; scanned pages follow while `text_status` is `recognising`. Each change of the ' +
    'record raises its `ETag`, processing too.',
  Uploads:
    'Files beyond 4 MB, up to 5 GiB: ask for a link, send the bytes to it, then register its `store_path` as a document.',
  'Drawing comparisons':
    'Two revisions of a drawing, and each change between them with its place, a `difference_rating` (1 cosmetic to 5 ' +
    'changes what is built) and a `cost_effect` (-5 large saving to 5 large extra cost). Both follow fixed rules of the ' +
    'kind of change and what it concerns: the same pair gives the same numbers.',
  Tasks: 'What is to be done, by whom and until when, about which documents.',
  Search: 'Documents, sheets, tasks and projects by words and codes; what you just wrote is found at once.',
  Reports: 'Registers and lists of a project as CSV, XLSX, PDF and JSON files.',
  Organizations: 'Tenants. No record of one is ever shown to another.',
  'Email templates': 'How notifications read.',
  'Email activities': 'Which mails were sent, to whom, and what became of them.',
  'External systems': 'Connections to other services, with credentials that are never answered.',
  'Documentation export': 'What the agents of the service do, as data.',
  Agents: 'Tools for AI agents, by the Model Context Protocol.',
  Public: 'Needs no token.',
};
