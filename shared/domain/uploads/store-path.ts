/**
 * Where files lie in the object store. Uploads by link stand under `uploads/`, the only prefix whose arrivals
 * are announced; files that came through the function under `files/`; what the service made of them under
 * `derived/`. The organization is always the second component.
 */
export const UPLOADS = 'uploads/';
export const DERIVED = 'derived/';

const part = (value: string): string => encodeURIComponent(value);

/** The folders of all files of an organization. */
export const tenantFolders = (organizationId: string): string[] =>
  [UPLOADS, 'files/', DERIVED].map((folder) => `${folder}${part(organizationId)}/`);

export const uploadPath = (organizationId: string, uploadId: string, filename: string): string =>
  `${UPLOADS}${part(organizationId)}/${part(uploadId)}/${filename}`;

export const filePath = (organizationId: string, documentId: string, filename: string): string =>
  `files/${part(organizationId)}/${part(documentId)}/${filename}`;

/** @param name for example `page-0001.png` or `content-3.txt` */
export const derivedPath = (organizationId: string, documentId: string, name: string): string =>
  `${DERIVED}${part(organizationId)}/${part(documentId)}/${name}`;

/** Where a form brings its file. S3 lets a form replace what is there, so that it never writes to the issued path. */
const FORM = 'form';
export const formPathOf = (issuedPath: string): string => {
  const end = issuedPath.lastIndexOf('/');
  return `${issuedPath.slice(0, end)}/${FORM}${issuedPath.slice(end)}`;
};

/** The issued path of an arrival: of a form's, the one beside it. */
export const issuedPathOf = (arrived: string): string => {
  const parts = arrived.split('/');
  return parts.length === 5 && parts[3] === FORM ? [...parts.slice(0, 3), parts[4]].join('/') : arrived;
};

/** The organization and upload id that an issued path names; undefined for any other path. */
export const parseUploadPath = (path: string): { organizationId: string; uploadId: string } | undefined => {
  const [prefix, organizationId, uploadId, filename, ...rest] = path.split('/');
  if (`${prefix}/` !== UPLOADS || !organizationId || !uploadId || !filename || rest.length > 0) return undefined;
  try {
    return { organizationId: decodeURIComponent(organizationId), uploadId: decodeURIComponent(uploadId) };
  } catch {
    return undefined;
  }
};
