import type { SampleRequest, SampleValue } from './sample-requests.ts';

const block = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;

/** Formats one value per line; `~` disables it. */
const lineOf = ({ name, value, required }: SampleValue): string =>
  `${required ? '' : '~'}${name}: ${value.replace(/\s+/g, ' ')}`;

const indented = (text: string): string[] => text.split('\n');

const bodyOf = ({ json, takesForm }: SampleRequest): 'json' | 'multipartForm' | 'none' =>
  json !== undefined ? 'json' : takesForm ? 'multipartForm' : 'none';

const fileOf = (request: SampleRequest, place: number): string => {
  const { name, method, path, parameters, json, isPublic, description } = request;
  const body = bodyOf(request);
  const required = parameters.query.filter((each) => each.required);
  const search = required.map((each) => `${each.name}=${encodeURIComponent(each.value)}`).join('&');
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${search && `?${search}`}`;
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${place}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${body}`, `auth: ${isPublic ? 'none' : 'inherit'}`]),
    block('params:query', parameters.query.map(lineOf)),
    block('params:path', parameters.path.map(lineOf)),
    block('headers', parameters.header.map(lineOf)),
    body === 'json' ? block('body:json', indented(JSON.stringify(json, null, 2))) : '',
    body === 'multipartForm' ? block('body:multipart-form', ['file: @file()']) : '',
    block('docs', indented(description)),
  ]
    .filter((text) => text !== '')
    .join('\n');
};

/**
 * Returns the files of a Bruno collection by path: a folder per tag, and the environment `local` with `baseUrl` and
 * `token`.
 */
export const brunoCollection = (
  title: string,
  requests: readonly SampleRequest[],
  baseUrl: string,
): Map<string, string> => {
  const files = new Map<string, string>([
    ['bruno.json', `${JSON.stringify({ version: '1', name: title, type: 'collection', ignore: [] }, null, 2)}\n`],
    ['collection.bru', `${block('auth', ['mode: bearer'])}\n${block('auth:bearer', ['token: {{token}}'])}`],
    ['environments/local.bru', `${block('vars', [`baseUrl: ${baseUrl}`])}vars:secret [\n  token\n]\n`],
  ]);
  for (const [i, request] of requests.entries())
    files.set(`${request.folder}/${request.id}.bru`, fileOf(request, i + 1));
  return files;
};
