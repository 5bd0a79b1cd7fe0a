import { render } from 'preact';
import { ComparisonView } from './comparison-view.tsx';
import { DocumentView } from './document-view.tsx';
import { RegisterView } from './register-view.tsx';
import { readSession } from './session.ts';

const { type, id, permission } = readSession();
const views = {
  document: () => <DocumentView id={id} />,
  drawing_comparison: () => <ComparisonView id={id} permission={permission} />,
  project: () => <RegisterView id={id} />,
};
render(views[type](), document.body);
