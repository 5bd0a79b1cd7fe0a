import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { ComparisonStatus } from '../../domain/comparisons/comparison.ts';
import { PriceList } from '../../domain/comparisons/price-list.ts';
import { ReviewStatus } from '../../domain/comparisons/review.ts';
import {
  DocumentStatus,
  DocumentType,
  FileHandlingTier,
  ProcessingStatus,
  RevisionState,
  TextStatus,
} from '../../domain/documents/values.ts';
import { AuthenticationType, SystemStatus, SystemType } from '../../domain/external-systems/system-values.ts';
import { ActivityStatus, EntityType } from '../../domain/mail/activity.ts';
import { DeliveryMode } from '../../domain/mail/mail-preferences.ts';
import { NotificationType, TemplateType } from '../../domain/mail/mail-values.ts';
import { ProjectStatus } from '../../domain/projects/project.ts';
import { SortOrder } from '../../domain/query-values.ts';
import { SortBy } from '../../domain/register/list-parameters.ts';
import { ReportFormat, ReportType } from '../../domain/reports/report.ts';
import { DISCIPLINES } from '../../domain/sheets/discipline.ts';
import { Sheet } from '../../domain/sheets/sheet.ts';
import { TaskPriority, TaskStatus } from '../../domain/tasks/task.ts';
import { User } from '../../domain/user.ts';
import { contentsOf, type Described, innerSchemas, namedBy, operationsOf, referenceTo, type Schema } from './json.ts';

/** Schemas that occur often, with names of their own, so that clients have one type for each. */
const NAMED: Readonly<Record<string, [schema: z.ZodType, description: string]>> = {
  User: [User, 'A person, as identified by their token'],
  Sheet: [Sheet, 'The fields of the title block of one page; null if not printed'],
  PriceList: [PriceList, 'Prices from which the costs of changes are calculated'],
  ProjectStatus: [ProjectStatus, 'The stage of a project'],
  // oapi-codegen names the value `task_status` of `ReportType` `TaskStatus`.
  TaskState: [TaskStatus, 'The state of a task'],
  TaskPriority: [TaskPriority, 'How urgent a task is'],
  DocumentStatus: [DocumentStatus, 'What a document may be used for'],
  DocumentType: [DocumentType, 'The kind of document; case-insensitive in requests'],
  FileHandlingTier: [FileHandlingTier, 'How a file is processed'],
  ProcessingStatus: [ProcessingStatus, 'The state of processing'],
  TextStatus: [TextStatus, 'The state of text recognition'],
  RevisionState: [RevisionState, 'Whether a document is the latest of its revisions'],
  Discipline: [z.enum(DISCIPLINES), 'The discipline of a sheet'],
  EntityType: [EntityType, 'The kind of record that a mail is about'],
  DeliveryMode: [
    DeliveryMode,
    'When a person is notified: at once, once per batch of uploads, with the daily digest, or never',
  ],
  ComparisonStatus: [ComparisonStatus, 'The state of a comparison'],
  ReviewStatus: [ReviewStatus, 'The decision on a change'],
  ReportType: [ReportType, 'The subject of a report'],
  ReportFormat: [ReportFormat, 'The format of a report'],
  TemplateType: [TemplateType, 'The purpose of a template'],
  NotificationType: [NotificationType, 'The event that a mail reports'],
  ActivityStatus: [ActivityStatus, 'The state of delivery'],
  SystemType: [SystemType, 'The kind of system'],
  AuthenticationType: [AuthenticationType, 'How calls are authenticated'],
  SystemStatus: [SystemStatus, 'Whether calls to a system succeed'],
  DocumentOrder: [SortBy, 'The field by which documents are sorted'],
  SortOrder: [SortOrder, 'Ascending or descending'],
};

/** Properties that an occurrence may add without making it a different schema. */
const PLACE_WORDS = ['description', 'example', 'default', 'nullable', 'title'] as const;

const split = (schema: Schema): { own: Schema; said: Schema } => {
  const own: Schema = { ...schema };
  const said: Schema = {};
  for (const name of PLACE_WORDS) {
    if (name in schema) Object.assign(said, { [name]: schema[name] });
    delete own[name];
  }
  return { own, said };
};

const key = (schema: Schema): string =>
  JSON.stringify(split(schema).own, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const inOpenApi = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  JSON.parse(JSON.stringify(createSchema(schema, { io, openapiVersion: '3.0.3' }).schema)) as Schema;

/** Returns a reference, with what the occurrence adds. */
const withReference = (name: string, said: Schema): Schema =>
  Object.keys(said).length === 0 ? referenceTo(name) : { ...said, allOf: [referenceTo(name)] };

/** Removes unreferenced schemas, repeatedly, until every remaining one is referenced. */
const removeUnused = (document: Described): void => {
  const { schemas } = document.components;
  for (let unused = ['']; unused.length > 0; ) {
    const text = JSON.stringify(document);
    unused = Object.keys(schemas).filter((name) => !text.includes(`"${referenceTo(name).$ref}"`));
    for (const name of unused) delete schemas[name];
  }
};

/**
 * Moves bodies, responses and frequent schemas to named components. A nullable value is written out in place: in
 * OpenAPI 3.0 a reference cannot be nullable.
 */
export const nameSchemas = (document: Described): void => {
  const { schemas } = document.components;
  const known = new Map<string, string>();
  for (const [name, [schema, description]] of Object.entries(NAMED)) {
    const shown = inOpenApi(schema, 'output');
    known.set(key(shown), name);
    const taken = inOpenApi(schema, 'input');
    // If responses contain more than requests need, the request's schema stays inline.
    if (key(taken) !== key(shown) && taken.type !== 'object') known.set(key(taken), name);
    schemas[name] = { ...shown, description };
  }

  /** Returns the name of an enumeration that also contains null, derived from the one without it. */
  const nameOrNull = (values: Schema): string | undefined => {
    const withoutNull = { ...values, enum: values.enum?.filter((value) => value !== null) ?? [] };
    const knownName = known.get(key(withoutNull));
    if (knownName === undefined) return undefined;
    const name = `${knownName}OrNull`;
    schemas[name] ??= { ...values, nullable: true, description: `${schemas[knownName]?.description}, or null` };
    return name;
  };

  const visit = (schema: Schema): void => {
    for (const { inner, replace } of innerSchemas(schema)) {
      visit(inner);
      const [only, ...others] = inner.allOf ?? [];
      const target = inner.nullable && only?.$ref && others.length === 0 ? schemas[namedBy(only.$ref)] : undefined;
      if (target) {
        const { allOf: _, ...said } = inner;
        replace({ ...structuredClone(target), ...said });
        continue;
      }
      if (inner.nullable && inner.enum) {
        const { own, said } = split(inner);
        const { nullable: _, ...words } = said;
        const orNull = nameOrNull(own);
        if (orNull !== undefined) replace(withReference(orNull, words));
        continue;
      }
      const name = inner.nullable ? undefined : known.get(key(inner));
      if (name !== undefined) replace(withReference(name, split(inner).said));
    }
  };
  // Named schemas first, so that they are also recognised with references inside.
  for (const name of Object.keys(NAMED)) {
    const schema = schemas[name];
    if (!schema) continue;
    visit(schema);
    known.set(key(schema), name);
  }
  for (const schema of Object.values(schemas)) visit(schema);

  const bodies = new Map<string, string>();
  for (const { content, name, about } of contentsOf(document)) {
    const { schema } = content;
    visit(schema);
    if (schema.$ref || (schema.type !== 'object' && !schema.anyOf && !schema.oneOf)) continue;
    const same = known.get(key(schema)) ?? bodies.get(key(schema)) ?? name;
    if (same === name) schemas[name] = { description: about, ...schema };
    bodies.set(key(schema), same);
    content.schema = referenceTo(same);
  }
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (!parameter.schema) continue;
      const name = known.get(key(parameter.schema));
      if (name !== undefined) parameter.schema = withReference(name, split(parameter.schema).said);
    }
  }
  removeUnused(document);
};
