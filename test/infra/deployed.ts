import { prefixOf } from '../../infra/cloud/settings.ts';
import { ofType, type Resource, type Stack } from './assembly.ts';
import type { Stage } from './registered.ts';

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

/** A function of a synthesized stage, with the resources attached to it. */
export interface Deployed {
  /** The operation's or worker's id. */
  id: string;
  stack: string;
  logicalId: string;
  properties: Record<string, unknown>;
  environment: Record<string, unknown>;
  role: Resource;
  statements: readonly Statement[];
}

/** The logical id to which `Ref` or `Fn::GetAtt` refers. */
export const target = (value: unknown): string | undefined => {
  const { Ref, 'Fn::GetAtt': attribute } = (value ?? {}) as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  return attribute?.[0] ?? Ref;
};

export const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Every function of a stage. @throws Error naming a function without a role in its own stack. */
export const functionsOf = (stage: Stage, stacks: readonly Stack[]): Deployed[] =>
  ofType(stacks, 'AWS::Lambda::Function').map(({ id: logicalId, stack, Properties: properties }) => {
    const resources = stacks.find(({ name }) => name === stack)!.resources;
    const role = resources[target(properties.Role) ?? ''];
    if (!role) throw new Error(`${logicalId} has no role`);
    const policies = (role.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
    return {
      id: String(properties.FunctionName)
        .replace(`${prefixOf({ stage })}-`, '')
        .replace(/-[0-9a-f]{4}$/, ''),
      stack,
      logicalId,
      properties,
      environment: (properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {},
      role,
      statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    };
  });

/** What statements allow, as sorted `action on resource` with references resolved. */
export const allowed = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap(({ Action, Resource, Condition }) =>
      list(Action).flatMap((action) =>
        list(Resource).map(
          (resource) => `${action} on ${written(resource)}${Condition ? ` when ${written(Condition)}` : ''}`,
        ),
      ),
    )
    .sort();

/** A value of a template on one line, with references and joins resolved. */
export const written = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
    'Fn::ImportValue': imported,
  } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return `<${Ref}>`;
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(written).join(String(join[0]));
  if (imported !== undefined) return `<${written(imported)}>`;
  return `{${Object.entries(value as object)
    .map(([name, part]) => `${name}: ${written(part)}`)
    .join(', ')}}`;
};
