import * as z from 'zod';
import { Invalid } from '../../shared/domain/errors.ts';
import { endpointOf } from '../../shared/domain/external-systems/addresses.ts';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { exactLine } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { callSystem, type Outcome } from './lib/call-system.ts';
import { findSystem } from './lib/find-system.ts';
import { recordTest } from './lib/record-test.ts';
import { InOrganization, SystemParams } from './lib/system-schemas.ts';

const MAXIMUM_PARAMS = 50;

const TestResult = z
  .object({
    success: z.boolean(),
    status_code: z.int().nullable().meta({ description: 'null if the system did not respond' }),
    response_time_ms: z.int(),
    error_message: z.string().nullable(),
    tested_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ConnectionTestResult' });

export const operation = defineOperation({
  id: 'test-external-system',
  method: 'POST',
  path: '/api/v1/external-systems/{system_id}/test',
  tag: 'External systems',
  summary: 'Test the connection to an external system',
  description:
    'Calls the system with GET, its credentials and its custom headers. Responds with 200 even if the call fails. ' +
    '`test_endpoint` is a path below `base_url` or an absolute URL with the same origin; without it, `health_path` ' +
    'of the metadata is called, or else `base_url` itself. `test_params` become the query. Transient failures ' +
    '(connection, timeout, 429, 5xx) are retried `retry_attempts` times with growing delays; everything ends within ' +
    '27 seconds, whatever the record allows. A status of 200 to 299 counts as `success` and makes the system ' +
    '`active`, a failure makes it `error`; an inactive system stays inactive. 429 if `rate_limit_per_minute` is ' +
    'reached: then nothing was called.',
  auth: { scope: 'systems:write', role: 'org_admin', projects: false },
  params: SystemParams,
  query: InOrganization,
  body: z
    .strictObject({
      test_endpoint: exactLine(2048).nullable().optional(),
      test_params: z
        .record(z.string().max(256), z.union([exactLine(2048), z.number(), z.boolean()]))
        .refine((params) => Object.keys(params).length <= MAXIMUM_PARAMS, `At most ${MAXIMUM_PARAMS} parameters`)
        .nullable()
        .optional(),
    })
    .optional(),
  responses: { 200: { description: 'The result', schema: TestResult } },
  errors: [404, 409],
  uses: ['systems.read', 'systems.write', 'credentials.read', 'calls.write', 'outbound'],
  timeoutSeconds: 29,
});

type Body = z.output<(typeof operation)['body']>;

const urlOf = ({ base_url, metadata }: SystemRecord, body: Body): URL => {
  const usual = typeof metadata.health_path === 'string' ? metadata.health_path : null;
  const asked = body?.test_endpoint ?? null;
  const url = endpointOf(base_url, asked ?? usual);
  if (!url) throw Invalid.at(['body', 'test_endpoint'], 'must be a path below base_url, or a URL of the same origin');
  for (const [name, value] of Object.entries(body?.test_params ?? {})) url.searchParams.append(name, String(value));
  return url;
};

const resultOf = ({ answer, failure, milliseconds }: Outcome, testedAt: string): z.infer<typeof TestResult> => {
  const success = answer !== undefined && answer.status >= 200 && answer.status <= 299;
  return {
    success,
    status_code: answer?.status ?? null,
    response_time_ms: milliseconds,
    error_message: success ? null : (failure?.message ?? `The system answered ${answer?.status}`),
    tested_at: testedAt,
  };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const system = await findSystem(request, ports['systems.read']);
  const url = urlOf(system, request.body);
  const credentials = await ports['credentials.read'].open(system);
  const tested_at = request.now.toISOString();
  const result =
    system.authentication_type === 'none' || credentials
      ? resultOf(await callSystem({ system, url, credentials }, ports, request), tested_at)
      : {
          success: false,
          status_code: null,
          response_time_ms: 0,
          error_message: `The system has no stored credentials of the type ${system.authentication_type}`,
          tested_at,
        };
  await recordTest(system, result, ports, { writeId: request.newId(), now: new Date() });
  return { status: 200, body: result };
};

export const handler = lambda(operation, handle);
