import * as createProject from './create-project.ts';
import * as deleteMember from './delete-member.ts';
import * as deleteProject from './delete-project.ts';
import * as getProject from './get-project.ts';
import * as listMembers from './list-members.ts';
import * as listProjects from './list-projects.ts';
import * as putMember from './put-member.ts';
import * as updateProject from './update-project.ts';

/** In the order of the reference pages. */
export const operations = [
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  listMembers,
  putMember,
  deleteMember,
];
