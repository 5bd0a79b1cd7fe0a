/** Runs in every JavaScript environment; `node.ts` adds access to files and environment variables. */
export type { components, operations, paths } from './api.d.ts';
export {
  type Api,
  ApiError,
  type ClientOptions,
  type Comparison,
  compare,
  createApi,
  type Document,
  deleteDocuments,
  documentsOf,
  each,
  ok,
  processed,
  reportUrl,
  viewerUrl,
  type Waiting,
} from './client.ts';
export { type UploadOptions, type UploadSource, upload } from './upload.ts';
