import { render } from 'preact';
import { ComparisonView } from './comparison-view.tsx';
import { DocumentScreen } from './document-view.tsx';
import { RegisterView } from './register-view.tsx';
import { readSession } from './session.ts';

const { type, id, permission } = readSession();
const views = {
  document: () => <DocumentScreen id={id} />,
  drawing_comparison: () => <ComparisonView id={id} permission={permission} />,
  project: () => <RegisterView id={id} />,
};
render(views[type](), document.body);
