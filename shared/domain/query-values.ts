import * as z from 'zod';

/** Query parameters of the lists, parsed from text to values; `meta` is shown in the OpenAPI document. */

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success;
const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/;
const millisecondsOf = (time: string): number => Date.parse(hasZone.test(time) ? time : `${time}Z`);
const DateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
  error: 'must be a date or a date-time of ISO 8601',
});
/** Whether a time in canonical form is in the years 0 to 9999: others are written with six digits, which sort elsewhere. */
const hasFourDigits = z.refine<string>((time) => /^\d/.test(time), 'must be between the years 0 and 9999 in UTC');
/** Matches digits below the millisecond, which `Date` drops. */
const belowMillisecond = /\.\d{3}\d*[1-9]/;

/** Describes a string without a format, since a client that validates `date-time` would reject a date. */
const shown = (description: string) => ({
  description,
  override: ({ jsonSchema }: { jsonSchema: { type?: unknown; anyOf?: unknown } }) => {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}(T.+)?$' });
  },
});

/**
 * The first instant included, in canonical ISO 8601. A date means the start of the day; without a zone, UTC applies.
 */
export const LowerBound = DateOrTime.transform((value) => {
  if (isDate(value)) return `${value}T00:00:00.000Z`;
  const time = millisecondsOf(value);
  return new Date(belowMillisecond.test(value) ? time + 1 : time).toISOString();
})
  .check(hasFourDigits)
  .meta(shown('ISO 8601, inclusive. A date alone means its start; a time without a zone is UTC.'));

/** The parameter of lists for the records changed since an instant. */
export const UpdatedSince = LowerBound.optional();

/** The last instant included; a date includes the whole day. */
export const UpperBound = DateOrTime.transform((value) => {
  if (isDate(value)) return `${value}T23:59:59.999Z`;
  return new Date(millisecondsOf(value)).toISOString();
})
  .check(hasFourDigits)
  .meta(shown('ISO 8601, inclusive. A date alone includes that day; a time without a zone is UTC.'));

/** `true` or `false`, also as 1 and 0. */
export const flag = (otherwise: boolean) =>
  z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'must be true or false' })
    .default(otherwise)
    .meta({ override: { type: 'boolean', default: otherwise } });

/** Returns the schema of one or several of these values, separated by commas, described as a plain string. */
export const separated = <V extends z.ZodType>(value: V, description: string) =>
  z
    .preprocess(
      (values) => (typeof values === 'string' ? values.split(',').map((each) => each.trim()) : values),
      z.array(value).max(50),
    )
    .optional()
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: { type?: unknown; items?: unknown; maxItems?: unknown } }) => {
        const { enum: values = [] } = jsonSchema.items as { enum?: string[] };
        delete jsonSchema.items;
        delete jsonSchema.maxItems;
        Object.assign(jsonSchema, {
          type: 'string',
          description: `${description} Values: ${values.map((each) => `\`${each}\``).join(', ')}; at most 50.`,
          example: values.slice(0, 2).join(','),
        });
      },
    });

export const SortOrder = z.enum(['asc', 'desc']);
