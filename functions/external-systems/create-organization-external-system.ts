import * as first from './create-external-system.ts';
import { underOrganization } from './lib/under-organization.ts';

export const { operation, handle, handler } = underOrganization(first, 'create-organization-external-system');
