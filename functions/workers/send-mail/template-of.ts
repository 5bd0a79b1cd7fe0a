import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import type { TemplateRecord } from '../../../shared/domain/mail/mail-template.ts';
import { builtInTemplates, type MailKind, mailKindOf } from '../../../shared/mail/built-in/built-in-templates.ts';
import type { Ports } from '../../../shared/ports.ts';

type Facts = Pick<TemplateRecord, 'template_type' | 'notification_type' | 'is_active'>;

const isOf = (kind: MailKind, facts: Facts): boolean => facts.is_active && mailKindOf(facts) === kind;

/**
 * Returns the template for a kind of mail: the organization's newest active one, else one for all organizations, else
 * the built-in one.
 */
export const mailTemplateOf = async (
  organizationId: string,
  kind: MailKind,
  ports: Pick<Ports, 'templates.read'>,
): Promise<TemplateRecord> => {
  for (const tenancy of [organizationId, NO_ORGANIZATION]) {
    const entries = await ports['templates.read'].entries(tenancy, { list: 'inOrganization' });
    const found = entries.find((entry) => isOf(kind, entry));
    const template = found && (await ports['templates.read'].get(tenancy, found.id));
    if (template) return template;
  }
  return builtInTemplates().find((template) => isOf(kind, template)) as TemplateRecord;
};
