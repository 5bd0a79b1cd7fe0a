/** A violation of an invariant of the service. */
export interface Finding {
  check:
    | 'list'
    | 'register'
    | 'revisions'
    | 'links'
    | 'claims'
    | 'leases'
    | 'queue'
    | 'clock'
    | 'objects'
    | 'search'
    | 'events';
  organization: string;
  /** The record, key or path concerned. */
  subject: string;
  problem: string;
}
