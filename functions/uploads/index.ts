import * as abortUpload from './abort-upload.ts';
import * as completeUpload from './complete-upload.ts';
import * as getUpload from './get-upload.ts';
import * as listUploadParts from './list-upload-parts.ts';
import * as presignUpload from './presign-upload.ts';
import * as signUploadParts from './sign-upload-parts.ts';

/** In the order of the reference pages. */
export const operations = [presignUpload, getUpload, signUploadParts, listUploadParts, completeUpload, abortUpload];
