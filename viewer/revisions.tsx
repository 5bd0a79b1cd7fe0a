import { ok } from '../client/client.ts';
import { api } from './session.ts';
import { texts } from './texts.ts';
import { useLoaded } from './use-loaded.ts';

const load = async (document_id: string, page: number) => {
  const path = { document_id, page };
  return (await ok(api.GET('/api/v1/documents/{document_id}/pages/{page}/revisions', { params: { path } }))).items;
};

/** The revisions of the sheet on a page, the newest first; the page itself and the current one are marked. */
export const Revisions = ({ document_id, page }: { document_id: string; page: number }) => {
  const { value = [] } = useLoaded(() => load(document_id, page), `${document_id} ${page}`);
  if (value.length === 0) return null;
  return (
    <details open>
      <summary>{texts.revisions}</summary>
      <ol class="timeline">
        {value.toReversed().map((each) => {
          const isThis = each.document_id === document_id && each.page === page;
          const received = new Date(each.received_at).toLocaleDateString();
          return (
            <li key={`${each.document_id} ${each.page}`} aria-current={isThis ? 'true' : undefined}>
              <strong>{each.revision ?? '–'}</strong> {each.date ?? received}
              {each.is_current && <span class="badge">{texts.current}</span>}
              {isThis && <small>{texts.thisPage}</small>}
            </li>
          );
        })}
      </ol>
    </details>
  );
};
