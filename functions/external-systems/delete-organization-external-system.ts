import * as first from './delete-external-system.ts';
import { underOrganization } from './lib/under-organization.ts';

export const { operation, handle, handler } = underOrganization(first, 'delete-organization-external-system');
