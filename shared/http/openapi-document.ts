/**
 * The bundler replaces this name with the finished document as JSON, so that the function that serves it contains
 * neither the operations nor the generator. A text costs nothing to load; an object would be compiled at each start.
 */
declare const OPENAPI_DOCUMENT: string | undefined;

type Document = Readonly<Record<string, unknown>>;
type Source = () => Document | Promise<Document>;

let source: Source | undefined =
  typeof OPENAPI_DOCUMENT === 'undefined' || OPENAPI_DOCUMENT === undefined
    ? undefined
    : () => JSON.parse(OPENAPI_DOCUMENT);

/** Sets the source of the document in a process that is not bundled. */
export const provideOpenApi = (given: Source): void => {
  source = given;
};

/** Returns the document for clients. @throws Error if neither the bundler nor `provideOpenApi` supplied one */
export const openApiDocument: Source = () => {
  if (!source) throw new Error('No OpenAPI document was bundled or provided');
  return source();
};
