import * as createExternalSystem from './create-external-system.ts';
import * as createOrganizationExternalSystem from './create-organization-external-system.ts';
import * as deleteExternalSystem from './delete-external-system.ts';
import * as deleteOrganizationExternalSystem from './delete-organization-external-system.ts';
import * as geocode from './geocode.ts';
import * as getExternalSystem from './get-external-system.ts';
import * as getOrganizationExternalSystem from './get-organization-external-system.ts';
import * as listExternalSystems from './list-external-systems.ts';
import * as listOrganizationExternalSystems from './list-organization-external-systems.ts';
import * as testExternalSystem from './test-external-system.ts';
import * as testOrganizationExternalSystem from './test-organization-external-system.ts';
import * as updateExternalSystem from './update-external-system.ts';
import * as updateOrganizationExternalSystem from './update-organization-external-system.ts';

/** In the order of the reference pages. */
export const operations = [
  listExternalSystems,
  createExternalSystem,
  getExternalSystem,
  updateExternalSystem,
  deleteExternalSystem,
  testExternalSystem,
  geocode,
  listOrganizationExternalSystems,
  createOrganizationExternalSystem,
  getOrganizationExternalSystem,
  updateOrganizationExternalSystem,
  deleteOrganizationExternalSystem,
  testOrganizationExternalSystem,
];
