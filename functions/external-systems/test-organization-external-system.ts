import { underOrganization } from './lib/under-organization.ts';
import * as first from './test-external-system.ts';

export const { operation, handle, handler } = underOrganization(first, 'test-organization-external-system');
