import type { StageFile } from '../cloud/settings.ts';

/** The settings of the stages of pull requests. Names and certificates cannot be shared by several stages. */
export const preview: Omit<StageFile, 'domainName' | 'domainCertificate' | 'edgeName' | 'edgeCertificate'> = {};
