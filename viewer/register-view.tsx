import { useRef, useState } from 'preact/hooks';
import { each, ok } from '../client/client.ts';
import { api } from './session.ts';
import { type Canvas, SheetCanvas, ZoomButtons } from './sheet-canvas.tsx';
import { byDiscipline, compareSets, type ListedSheet, matchingSheets, type SheetChange } from './sheet-lists.ts';
import { texts } from './texts.ts';
import { useKeys } from './use-keys.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the set at the end of a day, `2026-05-04`; the current one without a day. */
const loadSet = async (project_id: string, day: string): Promise<ListedSheet[]> => {
  const sheets: ListedSheet[] = [];
  const as_of = day === '' ? undefined : new Date(`${day}T23:59:59.999`).toISOString();
  const listed = each((page) =>
    ok(
      api.GET('/api/v1/sheets', {
        params: { query: { project_id, page, size: 100, ...(as_of !== undefined && { as_of }) } },
      }),
    ),
  );
  for await (const sheet of listed) sheets.push(sheet);
  return sheets;
};

const Entry = ({
  sheet,
  change,
  isCurrent,
  onSelect,
}: {
  sheet: ListedSheet;
  change: SheetChange | undefined;
  isCurrent: boolean;
  onSelect(): void;
}) => (
  <li>
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={onSelect}>
      <img src={sheet.current.thumbnail_url} alt="" loading="lazy" />
      <span>
        <strong>{sheet.sheet_number}</strong> {sheet.title}
        <small>
          {[
            sheet.current.revision && `${texts.revision} ${sheet.current.revision}`,
            sheet.current.date,
            sheet.revision_count > 1 && texts.revisionCount(sheet.revision_count),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {change && <span class={`badge ${change}`}>{texts[change]}</span>}
    </button>
  </li>
);

interface ListProps {
  sheets: readonly ListedSheet[];
  changes: ReadonlyMap<string, SheetChange>;
  removed: readonly ListedSheet[];
  selected: ListedSheet | undefined;
  onSelect(sheet: ListedSheet): void;
}

const SheetList = ({ sheets, changes, removed, selected, onSelect }: ListProps) => (
  <>
    {sheets.length === 0 && <p>{texts.noSheets}</p>}
    {byDiscipline(sheets).map(([discipline, group]) => (
      <section key={discipline} aria-label={discipline}>
        <h2>{discipline}</h2>
        <ol class="changes set">
          {group.map((sheet) => (
            <Entry
              key={sheet.id}
              sheet={sheet}
              change={changes.get(sheet.id)}
              isCurrent={sheet.id === selected?.id}
              onSelect={() => onSelect(sheet)}
            />
          ))}
        </ol>
      </section>
    ))}
    {removed.length > 0 && (
      <section aria-label={texts.removed}>
        <h2>{texts.removed}</h2>
        <ul>
          {removed.map(({ id, sheet_number, title }) => (
            <li key={id}>
              {sheet_number} {title}
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

const DayInput = ({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) => (
  <label>
    {label}
    <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  </label>
);

/** The set of sheets of a project, and what changed in it since a day. */
export const RegisterView = ({ id }: { id: string }) => {
  const [asOf, setAsOf] = useState('');
  const [since, setSince] = useState('');
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<ListedSheet>();
  const canvas = useRef<Canvas>(undefined);
  const set = useLoaded(() => loadSet(id, asOf), `${id} ${asOf}`);
  const earlier = useLoaded(async () => (since === '' ? undefined : loadSet(id, since)), `${id} ${since}`);

  const sheets = matchingSheets(set.value ?? [], text);
  const { changes, removed } =
    set.value && earlier.value
      ? compareSets(earlier.value, set.value)
      : { changes: new Map<string, SheetChange>(), removed: [] };
  const shown = selected && (sheets.find((sheet) => sheet.id === selected.id) ?? sheets[0]);
  const current = shown ?? sheets[0];
  const step = (by: number) => {
    const at = sheets.findIndex((sheet) => sheet.id === current?.id);
    setSelected(sheets[Math.max(0, Math.min(sheets.length - 1, at + by))]);
  };
  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    '+': () => canvas.current?.zoomBy(1.6),
    '-': () => canvas.current?.zoomBy(1 / 1.6),
    '0': () => canvas.current?.fit(),
  });
  const error = set.error ?? earlier.error;
  return (
    <main class="comparison register">
      <header>
        <h1>{document.title}</h1>
        <p class="revisions" aria-live="polite">
          {set.value ? texts.sheets(sheets.length) : (error ?? texts.loading)}
        </p>
        <div class="tools">
          <ZoomButtons canvas={() => canvas.current} />
        </div>
      </header>
      {current ? (
        <SheetCanvas
          key={current.current.image_url}
          label={`${texts.drawing}: ${current.sheet_number}`}
          layers={[{ url: current.current.image_url, opacity: 1 }]}
          onReady={(made) => {
            canvas.current = made;
          }}
        />
      ) : (
        <p class="message">{error ?? (set.value ? texts.noSheets : texts.loading)}</p>
      )}
      <aside aria-label={texts.currentSet}>
        <fieldset class="filters">
          <DayInput label={texts.asOf} value={asOf} onChange={setAsOf} />
          <DayInput label={texts.changedSince} value={since} onChange={setSince} />
          <label>
            {texts.filterSheets}
            <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        </fieldset>
        <SheetList {...{ sheets, changes, removed, selected: current }} onSelect={setSelected} />
      </aside>
    </main>
  );
};
