import type { LinkTarget } from '../../../shared/domain/access/sealed-link.ts';
import { HOLDER_PORTS, holderMaySee } from '../../../shared/http/holder-access.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that checking a link needs, for `uses`. */
export const LINK_PORTS = ['documents.read', 'comparisons.read', 'reports.read', ...HOLDER_PORTS] as const;
type LinkPorts = Pick<Ports, (typeof LINK_PORTS)[number]>;

/** By type of record: whether the record still refers to the file. */
const hasFile: Readonly<Record<LinkTarget['record']['type'], (to: LinkTarget, ports: LinkPorts) => Promise<boolean>>> =
  {
    document: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['documents.read'].get(organization_id, record.id);
      return found?.project_id === project_id && !found.is_deleted && found.store_path === path;
    },
    drawing_comparison: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['comparisons.read'].get(organization_id, record.id);
      return found?.project_id === project_id && Object.values(found.files).includes(path);
    },
    report: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['reports.read'].get(organization_id, record.id);
      return found?.project_id === project_id && found.file_path === path;
    },
  };

/** Whether a link may be followed now: under the same conditions as its holder's direct download of the file. */
export const mayFollow = async (target: LinkTarget, now: Date, ports: LinkPorts): Promise<boolean> =>
  target.until > now.getTime() &&
  (await holderMaySee(target, ports)) &&
  (await hasFile[target.record.type](target, ports));
