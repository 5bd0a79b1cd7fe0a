import * as health from './health.ts';
import * as landingPage from './landing-page.ts';
import * as openapi from './openapi.ts';
import * as referenceAsset from './reference-asset.ts';
import * as referenceDocs from './reference-docs.ts';
import * as referenceRedoc from './reference-redoc.ts';

/** In the order of the reference pages. */
export const operations = [landingPage, health, openapi, referenceDocs, referenceRedoc, referenceAsset];
