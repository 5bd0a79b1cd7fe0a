/** Why an operation makes a call of a service, and why it cannot do without it. */
export interface Reason {
  /** The reason's name in the table of calls. */
  name: string;
  /** Matches the descriptions of the calls that it explains. */
  matches: RegExp;
  why: string;
}

/**
 * The first reason that matches explains a call. A call without a reason fails the test: either it is unnecessary, or
 * its reason is missing here.
 */
export const REASONS: readonly Reason[] = [
  {
    name: 'admit',
    matches: /^table: UpdateItem ORG#\*#LIMITS#\*\/HOUR#\* SET/,
    why: 'Counts the request and takes a slot of the concurrency limit in one conditional update, before anything is read. A counter in the function would not see the requests that other functions admit.',
  },
  {
    name: 'release',
    matches: /^table: UpdateItem ORG#\*#LIMITS#\*\/HOUR#\* DELETE/,
    why: 'Frees the slot. Slots also expire with their lease, but without this call a caller could make only as many requests per lease as may run at the same time. Reads do not wait for it.',
  },
  {
    name: 'caller',
    matches: /^table: BatchGetItem ORG#\*\/TOMBSTONE ORG#\*#PEOPLE\/\*/,
    why: 'Whether the organization has been deleted, and the stored claims of the caller, in one request; for a write also the name of the organization, which records state as the company of their creator. A cached answer would let tokens of a deleted organization in. Reads do not wait for it.',
  },
  {
    name: 'deleted',
    matches: /^table: GetItem ORG#\*\/TOMBSTONE/,
    why: 'Whether the organization of a link has been deleted; a link has no caller whose claims could be read with it.',
  },
  {
    name: 'project',
    matches: /^table: GetItem ORG#\*\/PROJECT#\*/,
    why: 'Access: that the project still exists, since projects can be deleted at any time. If the project is the answer or part of it, this is also the read of its record.',
  },
  {
    name: 'membership',
    matches: /^table: (BatchGetItem|GetItem) ORG#\*#USER#\*\/MEMBER#\*/,
    why: 'The membership, and in a batch the project with it.',
  },
  {
    name: 'records',
    matches: /^table: BatchGetItem /,
    why: 'The records of a page, or those that the request names, up to 100 in one request. List entries carry only the fields by which a list is filtered and sorted: with whole records in them, each change would pay for each list.',
  },
  {
    name: 'changes',
    matches: /^table: Query ORG#\*(#PROJECT#\*#CHANGES|#SEARCH-CHANGES)/,
    why: 'The changes since the last request, so that clients read their own writes.',
  },
  {
    name: 'index',
    matches: /^table: GetItem ORG#\*#SEARCH\/STATE/,
    why: 'Which version of the search index is the current one.',
  },
  {
    name: 'list',
    matches: /^table: Query /,
    why: 'One list in one query.',
  },
  {
    name: 'pointer',
    matches: /^table: GetItem \S*\/(LATEST|HEAD)/,
    why: 'The newest member of a chain, which the write is conditional on.',
  },
  {
    name: 'credentials',
    matches: /^credentials: GetItem/,
    why: 'The sealed credentials, kept in a table of their own, which few functions may read.',
  },
  {
    name: 'record',
    matches: /^table: GetItem /,
    why: 'The record that the request is about, strongly consistent: its project decides on access.',
  },
  {
    name: 'write',
    matches: /^table: (TransactWriteItems|UpdateItem)/,
    why: 'All items that change, with the event of the change, in one transaction (or one update, if the change has no event).',
  },
  {
    name: 'claim',
    matches: /^table: (PutItem|DeleteItem) \S*\/(SHA256#\*|\*)/,
    why: 'Reserves or frees what no transaction can span: the content of a file in its project, and the place of a file in the bucket, which must be known before the file exists in case the function ends in between.',
  },
  {
    name: 'batch write',
    matches: /^table: BatchWriteItem/,
    why: 'The index of sheet numbers, which a later request completes if this one is interrupted.',
  },
  {
    name: 'file',
    matches: /^bucket: (GET|HEAD|PUT|POST|DELETE)( \w+)? \S*(uploads|files)\//,
    why: 'The uploaded file itself: its size and first bytes decide what the service takes it for, its tag keeps it from expiring, its parts are the store’s.',
  },
  {
    name: 'derived',
    matches: /^bucket: (GET|HEAD|PUT) \S*(derived|registers)\//,
    why: 'Text, drawing model, result or snapshot: too large for an item of the table, whose limit is 400 KB.',
  },
  {
    name: 'clean up',
    matches: /^bucket: /,
    why: 'Finds or removes files of a deleted record.',
  },
  { name: 'send', matches: /^queue: /, why: 'Starts the work without waiting for the sweep that would find it.' },
  {
    name: 'seal',
    matches: /^keys: GenerateDataKey/,
    why: 'A data key of its own for each secret: a key that is used twice can open both.',
  },
  {
    name: 'unseal',
    matches: /^keys: Decrypt/,
    why: 'KMS checks on each use that the key may still be used for this purpose; revoking it takes effect at once.',
  },
  { name: 'embed', matches: /^model: /, why: 'The vector of the question, which no two users ask in the same words.' },
];

/**
 * Calls that an operation makes more than once, by operation and description, with the reason. Any other repeated call
 * fails the test.
 */
export const REPEATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'update-documents': {
    'table: GetItem ORG#*#DOCUMENT#*/DOCUMENT':
      'One for each document of the request: each has a result of its own, and is read as late as possible.',
  },
  'delete-documents': {
    'table: GetItem ORG#*#DOCUMENT#*/DOCUMENT':
      'One for each document of the request: each has a result of its own, and is read as late as possible.',
  },
  'update-sheet': {
    'table: Query ORG#*#PROJECT#*#SHEET-CORRECTIONS SHEET#*':
      'Once more after the write: a correction can merge sheets, and the response is the sheet as it is then.',
    'table: Query ORG#*#PROJECT#*#CHANGES *': 'As the query of corrections.',
  },
  'create-set-comparison': {
    'table: Query ORG#*#PROJECT#*#SHEET-CORRECTIONS SHEET#*':
      'The sheets of both sets are those of two times, each read with the corrections and changes of its time.',
  },
  'list-email-templates': {
    'table: Query ORG#*#TEMPLATES TEMPLATE#*':
      'The templates of the organization and those of every organization are two partitions, read concurrently.',
  },
  'export-comparison': {
    'table: GetItem ORG#*#COMPARISON#*/COMPARISON':
      'Once more after a file has been stored: if the comparison was deleted in the meantime, nothing else would remove it.',
  },
  'export-set-comparison': {
    'table: GetItem ORG#*#SET-COMPARISON#*/SET-COMPARISON':
      'Once more after a file has been stored: if the comparison was deleted in the meantime, nothing else would remove it.',
  },
  'delete-project': {
    'table: TransactWriteItems':
      'The first closes the project to new records, so that the second knows all that it removes from lists.',
  },
  'correct-sheet': {
    'table: TransactWriteItems':
      'The template of the office is a record of its own, whose concurrent change must not undo the correction.',
  },
};
