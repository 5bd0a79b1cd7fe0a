import * as first from './get-external-system.ts';
import { underOrganization } from './lib/under-organization.ts';

export const { operation, handle, handler } = underOrganization(first, 'get-organization-external-system');
