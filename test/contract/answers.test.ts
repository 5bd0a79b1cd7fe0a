import { afterAll, beforeAll, expect, test } from 'vitest';
import recorded from '../../shared/http/openapi/answers.json' with { type: 'json' };
import { sampleAnswers } from '../support/sample-answers.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let answers: Record<string, unknown>;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' });
  answers = await sampleAnswers(await service.as({ user: 'ann.lee@example.com', organization: 'demo' }));
});
afterAll(() => service?.end());

/** Returns every path in a value with its type: paths of changes by their kind, of other lists by any element. */
const shapeOf = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) {
    return [
      ...new Set(value.flatMap((each) => shapeOf(each, `${path}[${(each as { kind?: string } | null)?.kind ?? ''}]`))),
    ];
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, each]) => shapeOf(each, `${path}.${name}`));
};

test.each(Object.keys(recorded))(
  'the example of %s has the fields that the service answers (npm run record-answers)',
  (id) => {
    const example: unknown = recorded[id as keyof typeof recorded];
    expect(shapeOf(example).sort()).toEqual(shapeOf(answers[id]).sort());
  },
);

test('the example of a comparison has a complete change of each kind that occurs in the sample', () => {
  const { items } = (recorded['get-comparison'] as { drawing_comparison: { items: { kind: string }[] } })
    .drawing_comparison;
  const real = answers['get-comparison'] as { drawing_comparison: { items: { kind: string }[] } };
  const kinds = (of: { kind: string }[]) => of.map(({ kind }) => kind).sort();
  expect(kinds(items).length).toBeGreaterThanOrEqual(3);
  expect(kinds(items)).toEqual(kinds(real.drawing_comparison.items));
});
