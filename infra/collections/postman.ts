import type { SampleRequest, SampleValue } from './sample-requests.ts';

const listed = (values: readonly SampleValue[]) =>
  values.map(({ name, value, description, required }) => ({ key: name, value, description, disabled: !required }));

const requestOf = ({ method, path, description, parameters, json, takesForm, isPublic }: SampleRequest) => {
  const segments = path.split('/').slice(1);
  const query = parameters.query.filter(({ required }) => required);
  const search = query.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
  const headers = [
    ...(json === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...listed(parameters.header),
  ];
  return {
    method,
    description,
    ...(isPublic && { auth: { type: 'noauth' } }),
    header: headers,
    url: {
      raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${search && `?${search}`}`,
      host: ['{{baseUrl}}'],
      path: segments.map((segment) => segment.replace(/\{(\w+)\}/g, ':$1')),
      query: listed(parameters.query),
      variable: parameters.path.map(({ name, value, description: text }) => ({ key: name, value, description: text })),
    },
    ...(json !== undefined && {
      body: { mode: 'raw', raw: JSON.stringify(json, null, 2), options: { raw: { language: 'json' } } },
    }),
    ...(json === undefined &&
      takesForm && { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] } }),
  };
};

/** Returns a collection in Postman's format 2.1: a folder per tag, with `baseUrl` and `token` as variables. */
export const postmanCollection = (title: string, requests: readonly SampleRequest[], baseUrl: string) => {
  const folders = [...new Set(requests.map(({ folder }) => folder))];
  return {
    info: { name: title, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'token', value: '' },
    ],
    item: folders.map((name) => ({
      name,
      item: requests
        .filter(({ folder }) => folder === name)
        .map((request) => ({ name: request.name, request: requestOf(request) })),
    })),
  };
};
