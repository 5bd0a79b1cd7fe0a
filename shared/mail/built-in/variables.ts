import type { MailKind } from './built-in-templates.ts';

/** Variables in every mail, with sample values. */
const EVERYWHERE = {
  recipient_name: 'Ann Lee',
  unsubscribe_url: 'https://example.com/api/public/unsubscribe/sample',
};

const IN_PROJECT = { ...EVERYWHERE, project_id: 'p-1', project_name: 'Harbour Street' };

const OF_TASK = {
  ...IN_PROJECT,
  task_id: 't-1',
  task_title: 'Check the lintel over door D-12',
  task_description: 'The section shows 150 mm of bearing,\nthe schedule asks for 200 mm.',
  task_status: 'in progress',
  task_priority: 'high',
  task_due_date: '27 November 2026',
  assignee_name: 'Ann Lee',
  actor_name: 'Maria Santos',
};

const OF_DOCUMENT = {
  ...IN_PROJECT,
  document_id: 'd-1',
  document_title: 'Ground floor plan',
  document_reference: 'A-101',
  document_revision: 'C',
  document_type: 'DRAWING',
  document_pages: '1',
  filename: 'A-101.pdf',
};

/** The variables that the service fills, by kind of mail, each with a sample value. */
export const SAMPLES = {
  task_assigned: OF_TASK,
  task_updated: { ...OF_TASK, changes: 'Status: open → in progress\nPriority: medium → high' },
  task_due: OF_TASK,
  document_processed: { ...OF_DOCUMENT, picture_url: '' },
  document_failed: { ...OF_DOCUMENT, error: 'The file is encrypted' },
  comparison_completed: {
    ...IN_PROJECT,
    comparison_id: 'c-1',
    drawing_number: 'A-101',
    older_revision: 'B',
    newer_revision: 'C',
    change_count: '3',
    summary: '3 changes, 1 of which changes what is built',
    changes: '5/5  Door D-12 moved by 900 mm\n3/5  Dimension 2400 became 2700\n1/5  Note 4 was reworded',
    report_url: 'https://example.com/api/public/files/sample',
    picture_url: '',
  },
  report_ready: {
    ...IN_PROJECT,
    report_id: 'r-1',
    report_title: 'Drawing register',
    report_format: 'PDF',
    report_rows: '128',
    filename: 'drawing-register.pdf',
    download_url: 'https://example.com/api/public/files/sample',
  },
  webhook_disabled: {
    ...IN_PROJECT,
    webhook_id: 'w-1',
    webhook_host: 'hooks.example.com',
    webhook_description: 'Document control',
    reason: 'Every delivery has failed since 2026-11-20T09:00:00.000Z: The receiver responded with 500',
  },
  transmittal_sent: {
    ...IN_PROJECT,
    transmittal_id: 'tr-1',
    transmittal_number: 'TR-0012',
    transmittal_subject: 'Ground floor, issue C',
    transmittal_purpose: 'for construction',
    transmittal_note: 'Please replace the sheets of issue B.',
    transmittal_due_date: '27 November 2026',
    sender_name: 'Maria Santos',
    sender_company: 'Santos Architects',
    document_count: '2',
    sheet_count: '3',
    sheets: 'A-101  rev C  GROUND FLOOR PLAN\nA-102  rev C  FIRST FLOOR PLAN\nA-201  rev B  SECTIONS',
    expiry_date: '27 December 2026',
    download_url: 'https://example.com/api/public/transmittals/sample',
  },
  sheets_superseded: {
    ...IN_PROJECT,
    document_id: 'd-1',
    document_title: 'Structural set, issue C',
    sheet_count: '2',
    changes: 'S-101: revision B is superseded by revision C\nS-102: revision B is superseded by revision C',
  },
  batch: {
    ...IN_PROJECT,
    summary: '2 files processed, 1 could not be read',
    processed_count: '2',
    failed_count: '1',
    files: 'Could not be read: A-102.pdf: The file is encrypted\nProcessed: A-101.pdf\nProcessed: A-103.pdf',
  },
  digest: {
    ...EVERYWHERE,
    digest_date: '22 November 2026',
    item_count: '2',
    items:
      'Task assigned: Check the lintel over door D-12 (Harbour Street)\nReport ready: Drawing register (Harbour Street)',
  },
} as const satisfies Record<MailKind, Record<string, string>>;
