import { render } from 'preact';
import { ComparisonView } from './comparison-view.tsx';
import { DocumentView } from './document-view.tsx';
import { readSession } from './session.ts';

const { type, id, permission } = readSession();
render(
  type === 'document' ? <DocumentView id={id} /> : <ComparisonView id={id} permission={permission} />,
  document.body,
);
