import { expect, test } from 'vitest';
import { renderMail } from '../../../functions/workers/send-mail/render-mail.ts';
import { builtInTemplates, type MailKind } from '../../../shared/mail/built-in/built-in-templates.ts';

const builtIn = (kind: MailKind) => builtInTemplates().find(({ id }) => id === `built-in.${kind}`)!;

test('rows and sections of a built-in mail without a value are left out', () => {
  const values = { task_title: 'Check the door', project_name: 'Harbour Street', task_status: 'open' };
  const { body, html_body } = renderMail(builtIn('task_assigned'), values);
  expect(body).toContain('Project:      Harbour Street\nStatus:       open\n\n--');
  for (const label of ['Due', 'Assigned to', 'Description', 'Priority']) {
    expect(body).not.toContain(label);
    expect(html_body).not.toContain(`>${label}<`);
  }
  const described = renderMail(builtIn('task_assigned'), { ...values, task_description: 'It is too low.' });
  expect(described.body).toContain('Description\nIt is too low.');
  expect(described.html_body).toContain('>Description<');
});

test("an organization's own template keeps its lines", () => {
  const texts = { subject: 'x', body: 'Due: {{task_due_date}}', html_body: '<p>Due: {{task_due_date}}</p>' };
  const own = { ...builtIn('task_assigned'), id: '01a21f1a', ...texts };
  expect(renderMail(own, {})).toEqual({ subject: 'x', body: 'Due:', html_body: '<p>Due: </p>' });
});

test('a space separates each value from its label', () => {
  const { body } = renderMail(builtIn('batch'), {
    project_name: 'Harbour Street',
    processed_count: '4',
    failed_count: '0',
  });
  const [project, processed, failed] = body.split('\n').filter((line) => /^(Project|Processed|Could)/.test(line));
  expect(failed).toBe('Could not be read: 0');
  expect(project?.indexOf('Harbour')).toBe(failed?.indexOf('0'));
  expect(processed?.indexOf('4')).toBe(failed?.indexOf('0'));
});
