import { RecordId } from '../fields.ts';

/**
 * Paths in the object store. Files uploaded by link are below `uploads/`, the only prefix with arrival events; files
 * sent through the function below `files/`; files created by the service below `derived/`; archives of transmittals,
 * which expire, below `archives/`. The organization is always
 * the second component.
 */
export const UPLOADS_FOLDER = 'uploads/';
export const DERIVED = 'derived/';
export const ARCHIVES = 'archives/';

const part = (value: string): string => encodeURIComponent(value);

/** Returns the folders of all files of an organization. */
export const tenantFolders = (organizationId: string): string[] =>
  [UPLOADS_FOLDER, 'files/', DERIVED, ARCHIVES].map((folder) => `${folder}${part(organizationId)}/`);

/** Returns the folder of an organization's archives. */
export const archivesFolder = (organizationId: string): string => `${ARCHIVES}${part(organizationId)}/`;

export const uploadPath = (organizationId: string, uploadId: string, filename: string): string =>
  `${UPLOADS_FOLDER}${part(organizationId)}/${part(uploadId)}/${filename}`;

export const filePath = (organizationId: string, documentId: string, filename: string): string =>
  `files/${part(organizationId)}/${part(documentId)}/${filename}`;

/** Returns the path of a file created by the service. @param name for example `page-0001.png` or `content-3.txt` */
export const derivedPath = (organizationId: string, documentId: string, name: string): string =>
  `${DERIVED}${part(organizationId)}/${part(documentId)}/${name}`;

/**
 * Forms post their file to a folder of its own: S3 lets a form overwrite an object, so a form must not write to the
 * issued path.
 */
const FORM = 'form';
export const formPathOf = (issuedPath: string): string => {
  const end = issuedPath.lastIndexOf('/');
  return `${issuedPath.slice(0, end)}/${FORM}${issuedPath.slice(end)}`;
};

/** Returns the issued path for an arrival: for a form's file, the path that the form was issued for. */
export const issuedPathOf = (arrived: string): string => {
  const parts = arrived.split('/');
  return parts.length === 5 && parts[3] === FORM ? [...parts.slice(0, 3), parts[4]].join('/') : arrived;
};

/** Returns the organization and upload id of an issued path; undefined for any other path. */
export const parseUploadPath = (path: string): { organizationId: string; uploadId: string } | undefined => {
  const [prefix, organizationId, uploadId, filename, ...rest] = path.split('/');
  if (`${prefix}/` !== UPLOADS_FOLDER || !organizationId || !uploadId || !filename || rest.length > 0) return undefined;
  try {
    const named = { organizationId: decodeURIComponent(organizationId), uploadId: decodeURIComponent(uploadId) };
    return Object.values(named).every((id) => RecordId.safeParse(id).success) ? named : undefined;
  } catch {
    return undefined;
  }
};
