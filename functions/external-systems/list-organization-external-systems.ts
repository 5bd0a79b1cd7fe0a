import { underOrganization } from './lib/under-organization.ts';
import * as first from './list-external-systems.ts';

export const { operation, handle, handler } = underOrganization(first, 'list-organization-external-systems');
