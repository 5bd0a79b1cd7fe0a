/** The groups of operations in the order of the reference pages, each with its purpose. */
export const TAGS: Readonly<Record<string, string>> = {
  Projects:
    'Everything belongs to a project. Its members have access to it; an organization’s administrators have access to all.',
  Documents:
    'Drawings, specifications and other files. Upload one, wait until `processing_status` is `PROCESSED`, and read its ' +
    'text, title blocks and page images; scanned pages follow while `text_status` is `recognising`. Each change of the ' +
    'record, including processing, changes its `ETag`.',
  Uploads:
    'Files above 4 MB, up to 5 GiB: request a link, send the bytes to it, then register its `store_path` as a document.',
  Sheets: 'The sheets in the documents of a project by number, each with its revisions and the current one.',
  Viewer: 'Links that show a document, a comparison or the current set of a project in the browser, without a token.',
  'Drawing comparisons':
    'Two revisions of a drawing, and each change between them with its location, a `difference_rating` (1 cosmetic to 5 ' +
    'changes what is built) and a `cost_effect` (-5 large saving to 5 large extra cost). Both follow fixed rules based on the ' +
    'kind of change and what it concerns: the same pair gives the same numbers.',
  Tasks: 'Work to be done, with assignee, due date and documents.',
  Transmittals:
    'Documents sent to members and outside addresses, each with a link of its own; who received which sheets.',
  Search: 'Documents, sheets, tasks and projects by words and codes; your own changes are found at once.',
  Reports: 'Registers and lists of a project as CSV, XLSX, PDF and JSON files.',
  Events:
    'The changes of what you may see, in order: read on from a cursor, and wait up to 20 seconds for the next event.',
  Webhooks:
    'Events sent to your address, signed according to Standard Webhooks: each in order, at least once, with the same id.',
  Organizations: 'Tenants. No organization can see another’s records.',
  'Email templates': 'The texts of notifications.',
  'Email activities': 'The mails that were sent, their recipients and their delivery.',
  'External systems': 'Connections to other services, with credentials that are never returned.',
  'Documentation export': 'What the agents of the service do, as data.',
  Agents: 'Tools for AI agents, with the Model Context Protocol.',
  Public: 'Requires no token.',
};
