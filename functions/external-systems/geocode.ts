import * as z from 'zod';
import { Conflict, RateLimited, ThirdPartyFailed, ThirdPartyTimeout } from '../../shared/domain/errors.ts';
import { geocodingUrl } from '../../shared/domain/external-systems/addresses.ts';
import { CREDENTIALS } from '../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { line } from '../../shared/domain/fields.ts';
import { jsonDepth } from '../../shared/domain/json-depth.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import type { CredentialsRead, OutboundAnswer } from '../../shared/ports.ts';
import { callSystem, type Outcome } from './lib/call-system.ts';
import { findSystem } from './lib/find-system.ts';
import { retryAfterSeconds } from './lib/retry-delay.ts';
import { SystemParams } from './lib/system-schemas.ts';

export const operation = defineOperation({
  id: 'geocode',
  method: 'POST',
  path: '/api/v1/external-systems/{system_id}/geocode',
  tag: 'External systems',
  summary: 'Geocode an address',
  description:
    "Calls Geoapify's forward geocoding at the system's `base_url` with its stored `api_key` and returns the JSON. " +
    '409 if the system is inactive or has no `api_key`. An error or a broken connection of the provider is 502, a ' +
    'timeout 504, and its rate limit, or that of the system, 429.',
  auth: { scope: 'systems:use', role: 'member', projects: false },
  params: SystemParams,
  body: z.strictObject({
    text: line(1024).trim().min(1),
    limit: z.int().min(1).max(100).default(1),
    organization_id: OrganizationId.nullable().optional(),
  }),
  responses: { 200: { description: "The provider's answer", schema: z.record(z.string(), z.unknown()) } },
  errors: [404, 409, 502, 504],
  uses: ['systems.read', 'credentials.read', 'calls.write', 'outbound'],
  timeoutSeconds: 29,
});

/**
 * Returns the stored key.
 * @throws Conflict for a system that is inactive or has no key
 */
const apiKeyOf = async (system: SystemRecord, credentials: CredentialsRead): Promise<string> => {
  if (!system.is_active) throw new Conflict('The external system is inactive');
  const stored = system.authentication_type === 'api_key' ? await credentials.open(system) : undefined;
  if (!stored) throw new Conflict('The external system has no stored api_key');
  return CREDENTIALS.api_key.parse(stored).api_key;
};

/**
 * Returns the response if it is a success.
 * @throws ThirdPartyTimeout, ThirdPartyFailed or RateLimited otherwise
 */
const successOf = ({ answer, failure }: Outcome): OutboundAnswer => {
  if (failure?.code === 'timeout') throw new ThirdPartyTimeout(failure.message);
  if (!answer) throw new ThirdPartyFailed(failure?.message);
  const { status, headers } = answer;
  if (status >= 200 && status <= 299) return answer;
  if (status === 429) throw new RateLimited("The provider's rate limit is reached", retryAfterSeconds(headers));
  if (status === 408 || status === 504) throw new ThirdPartyTimeout(`The provider answered ${status}`);
  if (status === 401 || status === 403) throw new ThirdPartyFailed('The provider refused the stored api_key');
  throw new ThirdPartyFailed(`The provider answered ${status}`);
};

/** More levels than any geocoder returns; thousands would overflow the stack in JSON.stringify. */
const MAXIMUM_DEPTH = 100;

const Relayed = z.record(z.string(), z.unknown());

/**
 * Parses the provider's JSON.
 * @throws ThirdPartyFailed for anything else, and for a response that contains the key
 */
const relayed = (body: Uint8Array, apiKey: string): z.infer<typeof Relayed> => {
  const text = Buffer.from(body).toString('utf8');
  if (jsonDepth(text) > MAXIMUM_DEPTH) throw new ThirdPartyFailed('The provider answered JSON nested too deeply');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ThirdPartyFailed('The provider answered no JSON');
  }
  const parsed = Relayed.safeParse(json);
  if (!parsed.success) throw new ThirdPartyFailed('The provider answered no JSON object');
  // Escape sequences in the text are resolved in our response, so the key must not appear in that form.
  const relayedText = JSON.stringify(parsed.data);
  if (
    [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)].some((key) => relayedText.includes(key))
  ) {
    throw new ThirdPartyFailed('The provider answered with the stored api_key');
  }
  return parsed.data;
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, params, body } = request;
  ownOrganization(caller, body.organization_id, 'body');
  const system = await findSystem({ caller, params, query: {} }, ports['systems.read']);
  const apiKey = await apiKeyOf(system, ports['credentials.read']);
  const url = geocodingUrl(system.base_url);
  url.search = new URLSearchParams({ text: body.text, limit: String(body.limit), apiKey }).toString();
  const outcome = await callSystem({ system, url, credentials: undefined }, ports, request);
  return { status: 200, body: relayed(successOf(outcome).body, apiKey) };
};

export const handler = lambda(operation, handle);
