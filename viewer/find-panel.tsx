import { useState } from 'preact/hooks';
import type { components } from '../client/api.d.ts';
import { ok } from '../client/client.ts';
import { api, sentenceOf } from './session.ts';
import { texts } from './texts.ts';

export type TextMatch = components['schemas']['TextMatch'];

interface Props {
  document_id: string;
  active: number | undefined;
  onFound(matches: readonly TextMatch[]): void;
  onSelect(index: number): void;
}

interface Found {
  matches: readonly TextMatch[];
  message: string;
}

/** Finds a text in the document and lists where it is. */
export const FindPanel = ({ document_id, active, onFound, onSelect }: Props) => {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found>({ matches: [], message: '' });

  const find = async (event: Event) => {
    event.preventDefault();
    if (query.trim() === '') return;
    const params = { path: { document_id }, query: { query } };
    try {
      const { items, truncated } = await ok(api.GET('/api/v1/documents/{document_id}/matches', { params }));
      const message = items.length === 0 ? texts.noMatches : texts.matches(items.length, truncated);
      setFound({ matches: items, message });
      onFound(items);
    } catch (error) {
      setFound({ matches: [], message: sentenceOf(error) });
      onFound([]);
    }
  };

  return (
    <search>
      <form onSubmit={find}>
        <label>
          {texts.search}
          <input type="search" value={query} maxLength={256} onInput={(event) => setQuery(event.currentTarget.value)} />
        </label>
        <button type="submit">{texts.find}</button>
      </form>
      <p aria-live="polite">{found.message}</p>
      <ol class="matches">
        {found.matches.map(({ page, text }, index) => (
          <li key={`${page} ${index}`}>
            <button type="button" aria-current={index === active ? 'true' : undefined} onClick={() => onSelect(index)}>
              {text} <small>{texts.page(page)}</small>
            </button>
          </li>
        ))}
      </ol>
    </search>
  );
};
