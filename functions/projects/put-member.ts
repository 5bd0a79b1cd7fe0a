import * as z from 'zod';
import { Conflict } from '../../shared/domain/errors.ts';
import { line, ProjectId, UserId } from '../../shared/domain/fields.ts';
import type { MemberRecord } from '../../shared/domain/projects/member.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { guardOf } from '../../shared/http/records.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { Member, toMember } from './view.ts';

export const operation = defineOperation({
  id: 'put-member',
  method: 'PUT',
  path: '/api/v1/projects/{id}/members/{user_id}',
  tag: 'Projects',
  summary: 'Add or update a member of a project',
  description:
    "`user_id` is the subject (`sub`) of the user's tokens; what a member may do follows from the roles in them. " +
    '`name` and `email` identify the user and replace the stored values. 409 if `If-Match` is not the current ' +
    'version.',
  auth: { scope: 'projects:write', role: 'manager' },
  params: z.object({ id: ProjectId, user_id: UserId }),
  body: z.strictObject({
    name: line(256).trim().min(1).nullable().default(null),
    email: z.email().max(254).nullable().default(null),
  }),
  responses: { 200: versioned('The member', Member) },
  errors: [404, 409],
  uses: ['members.read', 'members.write'],
});

type Asked = Request<typeof operation>;
type Used = PortsOf<typeof operation>;

const placeOf = ({ caller, params }: Asked) =>
  [caller.organizationId, { project_id: params.id, user_id: params.user_id }] as const;

const join = (request: Asked, ports: Used): Promise<MemberRecord> => {
  const [organization_id, id] = placeOf(request);
  if (request.ifMatch !== undefined) throw new Conflict('The member does not exist yet', 'version_conflict');
  const at = request.now.toISOString();
  const written = { created_at: at, updated_at: at, record_version: 1, write_id: request.newId() };
  return ports['members.write'].create({ organization_id, ...id, ...request.body, ...written });
};

const rename = (request: Asked, ports: Used, before: MemberRecord): Promise<MemberRecord> =>
  ports['members.write'].change(...placeOf(request), request.body, guardOf(request, before));

export const handle: Handle<typeof operation> = async (request, ports) => {
  await requireProject(request, request.params.id, { name: 'Project', loc: ['path', 'id'] });
  const find = () => ports['members.read'].get(...placeOf(request));
  const existing = await find();
  const record = existing
    ? await rename(request, ports, existing)
    : await join(request, ports).catch(async (error) => {
        // A concurrent request created the same membership.
        const created = error instanceof Conflict ? await find() : undefined;
        if (created) return rename(request, ports, created);
        throw error;
      });
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toMember(record) };
};

export const handler = lambda(operation, handle);
