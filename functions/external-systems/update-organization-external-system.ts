import { underOrganization } from './lib/under-organization.ts';
import * as first from './update-external-system.ts';

export const { operation, handle, handler } = underOrganization(first, 'update-organization-external-system');
