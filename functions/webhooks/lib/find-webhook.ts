import * as z from 'zod';
import { type Caller, hasRole } from '../../../shared/domain/access/caller.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { WebhookRecord } from '../../../shared/domain/events/webhook.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { Ports } from '../../../shared/ports.ts';

export const WebhookParams = z.object({ id: RecordId });

interface Asked {
  caller: Caller;
  projects: ProjectAccess;
}

/** Returns true if the caller may manage the webhooks of a project or, for null, of the whole organization. */
export const mayManage = async ({ caller, projects }: Asked, projectId: string | null): Promise<boolean> =>
  projectId === null ? hasRole(caller, 'org_admin') : projects.allows(projectId);

/**
 * Returns the webhook named in the request's path.
 * @throws NotFound unless it exists and the caller may manage it
 */
export const findWebhook = async (
  request: Asked & { params: { id: string } },
  webhooks: Pick<Ports['webhooks.read'], 'get'>,
): Promise<WebhookRecord> => {
  const record = await webhooks.get(request.caller.organizationId, request.params.id);
  if (!record || !(await mayManage(request, record.project_id))) throw new NotFound();
  return record;
};
