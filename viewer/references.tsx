import { ok } from '../client/client.ts';
import { api } from './session.ts';
import { texts } from './texts.ts';
import { useLoaded } from './use-loaded.ts';

interface Props {
  document_id: string;
  pages: readonly number[];
  onSelect(page: number): void;
}

interface Place {
  document_id: string;
  page: number;
  sheet_number: string | null;
  title: string | null;
  revision: string | null;
  is_latest: boolean;
}

const loadReferences = (document_id: string) =>
  ok(api.GET('/api/v1/documents/{document_id}/references', { params: { path: { document_id } } }));

/** The sheets that the document refers to and those that refer to it; sheets of this document are links. */
export const SheetReferences = ({ document_id, pages, onSelect }: Props) => {
  const { value } = useLoaded(() => loadReferences(document_id), document_id);
  if (!value) return null;

  const entry = (key: string, detail: string | null, sheet_number: string | null, place: Place | undefined) => {
    const name = [detail && `${detail}/`, sheet_number, place?.title && ` ${place.title}`].filter(Boolean).join('');
    const note = place && !place.is_latest ? ` (${texts.superseded})` : '';
    const isHere = place?.document_id === document_id && pages.includes(place.page);
    return (
      <li key={key}>
        {isHere ? (
          <button type="button" class="link" onClick={() => onSelect(place.page)}>
            {name}
          </button>
        ) : (
          name
        )}
        {note}
      </li>
    );
  };
  const cites = value.cites.map(({ on, sheet_number, detail, sheets }, i) =>
    entry(`${i} ${on.page}`, detail, sheet_number, sheets.find(({ is_latest }) => is_latest) ?? sheets[0]),
  );
  const citedBy = value.cited_by.map(({ detail, sheet }, i) => entry(`by ${i}`, detail, sheet.sheet_number, sheet));
  return (
    <details>
      <summary>{texts.references}</summary>
      {cites.length + citedBy.length === 0 && <p>{texts.noReferences}</p>}
      {cites.length > 0 && <h2>{texts.cites}</h2>}
      <ul>{cites}</ul>
      {citedBy.length > 0 && <h2>{texts.citedBy}</h2>}
      <ul>{citedBy}</ul>
    </details>
  );
};
