/**
 * The bundler writes the finished document in place of this name, so that the function that serves it holds neither
 * the operations nor what builds the document.
 */
declare const OPENAPI_DOCUMENT: Readonly<Record<string, unknown>> | undefined;

type Document = Readonly<Record<string, unknown>>;
type Source = () => Document | Promise<Document>;

let source: Source | undefined =
  typeof OPENAPI_DOCUMENT === 'undefined' || OPENAPI_DOCUMENT === undefined ? undefined : () => OPENAPI_DOCUMENT;

/** Says where the document comes from, in a process that has not been bundled. */
export const provideOpenApi = (given: Source): void => {
  source = given;
};

/** The document that clients get. @throws Error when neither the bundler nor `provideOpenApi` gave one */
export const openApiDocument: Source = () => {
  if (!source) throw new Error('No OpenAPI document was built in or provided');
  return source();
};
