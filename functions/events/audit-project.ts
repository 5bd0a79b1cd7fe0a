import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

export const operation = defineOperation({
  id: 'audit-project',
  method: 'GET',
  path: '/api/v1/projects/{id}/audit',
  tag: 'Projects',
  summary: 'Verify the events of a project',
  description:
    'Recomputes the hash of every event of the project and compares it with its successor, with the newest event and ' +
    'with the heads that the service has sealed daily. A modified or missing event is named in `problems`.',
  auth: { scope: 'projects:read', role: 'manager' },
  params: z.object({ id: ProjectId }),
  responses: {
    200: {
      description: 'The result',
      schema: z
        .object({
          is_intact: z.boolean().meta({ description: 'False if an event is modified or missing' }),
          events: z.int().meta({ description: 'The number of events' }),
          signed_heads: z.int().meta({ description: 'The number of days whose last event is sealed' }),
          head: z.string().nullable().meta({ description: 'The hash of the newest event; null without events' }),
          problems: z.array(z.string()).meta({ description: 'The first 20 violations' }),
        })
        .meta({ id: 'ProjectAudit' }),
    },
  },
  errors: [404],
  uses: ['events.verify'],
  timeoutSeconds: 29,
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { id } = await requireProject(request, request.params.id);
  return { status: 200, body: await ports['events.verify'].verify(request.caller.organizationId, id) };
};

export const handler = lambda(operation, handle);
