import type { StageFile } from '../cloud/settings.ts';

/** What the stages of pull requests are deployed with. Names and certificates cannot be shared by several stages. */
export const preview: Omit<StageFile, 'domainName' | 'domainCertificate' | 'edgeName' | 'edgeCertificate'> = {};
