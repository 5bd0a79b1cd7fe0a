import * as createOrganization from './create-organization.ts';
import * as deleteOrganization from './delete-organization.ts';
import * as getMe from './get-me.ts';
import * as getOrganization from './get-organization.ts';
import * as listOrganizations from './list-organizations.ts';
import * as updateOrganization from './update-organization.ts';

/** In the order of the reference pages. */
export const operations = [
  getMe,
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
];
