import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { ComparisonStatus } from '../../domain/comparisons/comparison.ts';
import { PriceList } from '../../domain/comparisons/price-list.ts';
import { ReviewStatus } from '../../domain/comparisons/review.ts';
import { Sheet, User } from '../../domain/documents/document.ts';
import {
  DocumentStatus,
  DocumentType,
  FileHandlingTier,
  ProcessingStatus,
  RevisionState,
  TextStatus,
} from '../../domain/documents/values.ts';
import { AuthenticationType, SystemStatus, SystemType } from '../../domain/external-systems/values.ts';
import { ActivityStatus, EntityType } from '../../domain/mail/activity.ts';
import { DeliveryMode } from '../../domain/mail/preferences.ts';
import { NotificationType, TemplateType } from '../../domain/mail/values.ts';
import { ProjectStatus } from '../../domain/projects/project.ts';
import { SortBy, SortOrder } from '../../domain/register/query-values.ts';
import { ReportFormat, ReportType } from '../../domain/reports/report.ts';
import { DISCIPLINES } from '../../domain/sheets/discipline.ts';
import { TaskPriority, TaskStatus } from '../../domain/tasks/task.ts';
import { contentsOf, type Described, innerSchemas, namedBy, operationsOf, referenceTo, type Schema } from './json.ts';

/** What stands in many schemas, under a name of its own, so that clients make one type of it. */
const NAMED: Readonly<Record<string, [schema: z.ZodType, description: string]>> = {
  User: [User, 'A person, as the token told of them'],
  Sheet: [Sheet, 'What the title block of one page says; null where nothing is printed'],
  PriceList: [PriceList, 'Prices by which the costs of changes are worked out'],
  ProjectStatus: [ProjectStatus, 'How far a project is'],
  // `TaskStatus` is what oapi-codegen calls the value `task_status` of `ReportType`.
  TaskState: [TaskStatus, 'How far a task is'],
  TaskPriority: [TaskPriority, 'How urgent a task is'],
  DocumentStatus: [DocumentStatus, 'What a document may be used for'],
  DocumentType: [DocumentType, 'What kind of document it is; read whatever its case'],
  FileHandlingTier: [FileHandlingTier, 'What is done with a file'],
  ProcessingStatus: [ProcessingStatus, 'How far a file has been processed'],
  TextStatus: [TextStatus, 'How far the text of a file has been read'],
  RevisionState: [RevisionState, 'Whether a document is the latest of its revisions'],
  Discipline: [z.enum(DISCIPLINES), 'The discipline of a sheet'],
  EntityType: [EntityType, 'What kind of record a mail is about'],
  DeliveryMode: [DeliveryMode, 'When somebody is told: at once, with the daily digest, or not at all'],
  ComparisonStatus: [ComparisonStatus, 'How far a comparison is'],
  ReviewStatus: [ReviewStatus, 'What people decided of a change'],
  ReportType: [ReportType, 'What is reported on'],
  ReportFormat: [ReportFormat, 'The format of a report'],
  TemplateType: [TemplateType, 'What a template is for'],
  NotificationType: [NotificationType, 'Of what a mail tells'],
  ActivityStatus: [ActivityStatus, 'How far a mail has come'],
  SystemType: [SystemType, 'What kind of system it is'],
  AuthenticationType: [AuthenticationType, 'How calls prove who they are'],
  SystemStatus: [SystemStatus, 'Whether calls of a system succeed'],
  DocumentOrder: [SortBy, 'The field by which documents are sorted'],
  SortOrder: [SortOrder, 'Upwards or downwards'],
};

/** What a place may say of a schema without making it another one. */
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

/** A reference in the place of a schema, with what the place says of it. */
const referring = (name: string, said: Schema): Schema =>
  Object.keys(said).length === 0 ? referenceTo(name) : { ...said, allOf: [referenceTo(name)] };

/** Removes the schemas that nothing refers to, until each is referred to by something that stays. */
const removeUnused = (document: Described): void => {
  const { schemas } = document.components;
  const isUsed = (name: string) => JSON.stringify(document).includes(`"${referenceTo(name).$ref}"`);
  for (let unused = ['']; unused.length > 0; ) {
    unused = Object.keys(schemas).filter((name) => !isUsed(name));
    for (const name of unused) delete schemas[name];
  }
};

/**
 * Gives bodies, answers, and what stands in many schemas a name among the components. A value that may be null is
 * written out where it stands: in OpenAPI 3.0 null passes no reference.
 */
export const nameSchemas = (document: Described): void => {
  const { schemas } = document.components;
  const known = new Map<string, string>();
  for (const [name, [schema, description]] of Object.entries(NAMED)) {
    const shown = inOpenApi(schema, 'output');
    known.set(key(shown), name);
    const taken = inOpenApi(schema, 'input');
    // Where an answer says more than a request has to, the request's shape stays where it is.
    if (key(taken) !== key(shown) && taken.type !== 'object') known.set(key(taken), name);
    schemas[name] = { ...shown, description };
  }

  /** The list of values that holds null as well, named after the one without it. */
  const nameOrNull = (values: Schema): string | undefined => {
    const withoutNull = { ...values, enum: values.enum?.filter((value) => value !== null) ?? [] };
    const standing = known.get(key(withoutNull));
    if (standing === undefined) return undefined;
    const name = `${standing}OrNull`;
    schemas[name] ??= { ...values, nullable: true, description: `${schemas[standing]?.description}, or null` };
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
        if (orNull !== undefined) replace(referring(orNull, words));
        continue;
      }
      const name = inner.nullable ? undefined : known.get(key(inner));
      if (name !== undefined) replace(referring(name, split(inner).said));
    }
  };
  // Those first, so that they are known by what they refer to as well.
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
      if (name !== undefined) parameter.schema = referring(name, split(parameter.schema).said);
    }
  }
  removeUnused(document);
};
