import { useEffect, useRef, useState } from 'preact/hooks';
import { type Comparison, ok } from '../client/client.ts';
import { estimatesOf, type Filters, filterChanges, NO_FILTERS, type ShownChange, tradesOf } from './change-filters.ts';
import { ChangeList } from './change-list.tsx';
import { api, type Session, sentenceOf } from './session.ts';
import { type Canvas, ZoomButtons } from './sheet-canvas.tsx';
import { MODES, PairedSheets, type PairMode } from './sheet-pair.tsx';
import { Superseded } from './superseded.tsx';
import { texts } from './texts.ts';
import { useKeys } from './use-keys.ts';

/** Milliseconds between two requests for a comparison that is not ready. */
const POLL = 2000;

/** Returns the comparison, loaded again until it is ready or has failed. */
const useComparison = (drawing_comparison_id: string) => {
  const [state, setState] = useState<{ value?: Comparison; error?: string }>({});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const params = { path: { drawing_comparison_id } };
        const answer = await ok(api.GET('/api/v1/drawing-comparisons/{drawing_comparison_id}', { params }));
        const value = answer.drawing_comparison;
        setState({ value });
        if (!['ready', 'failed'].includes(value.status)) timer = setTimeout(load, POLL);
      } catch (error) {
        setState({ error: sentenceOf(error) });
      }
    };
    void load();
    return () => clearTimeout(timer);
  }, [drawing_comparison_id]);
  return state;
};

const FilterBar = ({
  filters,
  trades,
  onChange,
}: {
  filters: Filters;
  trades: readonly string[];
  onChange(filters: Filters): void;
}) => (
  <fieldset class="filters">
    <label>
      {texts.minimumRating}
      <select
        value={String(filters.rating)}
        onChange={(event) => onChange({ ...filters, rating: Number(event.currentTarget.value) })}
      >
        {[1, 2, 3, 4, 5].map((rating) => (
          <option key={rating} value={String(rating)}>{`${rating} ${texts.ratings[rating]}`}</option>
        ))}
      </select>
    </label>
    <label>
      {texts.trade}
      <select value={filters.trade} onChange={(event) => onChange({ ...filters, trade: event.currentTarget.value })}>
        <option value="">{texts.all}</option>
        {trades.map((trade) => (
          <option key={trade} value={trade}>
            {trade}
          </option>
        ))}
      </select>
    </label>
    <label>
      {texts.status}
      <select
        value={filters.status}
        onChange={(event) => onChange({ ...filters, status: event.currentTarget.value as Filters['status'] })}
      >
        <option value="">{texts.all}</option>
        <option value="open">{texts.open}</option>
        <option value="accepted">{texts.accepted}</option>
        <option value="rejected">{texts.rejected}</option>
      </select>
    </label>
  </fieldset>
);

const Totals = ({ changes, all }: { changes: readonly ShownChange[]; all: number }) => {
  const totals = estimatesOf(changes);
  return (
    <p class="totals" aria-live="polite">
      {texts.shown(changes.length, all)}
      {totals.map(({ currency, amount }) => (
        <strong key={currency}>
          {' '}
          {texts.total}: {new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)}
        </strong>
      ))}
    </p>
  );
};

const openReport = async (drawing_comparison_id: string) => {
  const params = { path: { drawing_comparison_id, name: 'report.html' as const } };
  const route = '/api/v1/drawing-comparisons/{drawing_comparison_id}/exports/{name}';
  location.assign((await ok(api.GET(route, { params }))).download_url as string);
};

const Ready = ({ comparison, permission }: { comparison: Comparison; permission: Session['permission'] }) => {
  const [items, setItems] = useState<readonly ShownChange[]>(comparison.items as readonly ShownChange[]);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [mode, setMode] = useState<PairMode>('overlay');
  const [sheet, setSheet] = useState(1);
  const [selected, setSelected] = useState<number>();
  const canvas = useRef<Canvas>(undefined);
  const pending = useRef<ShownChange>(undefined);

  const listed = filterChanges(items, filters);
  const shown = listed.filter((item) => item.sheet === sheet);
  const current = items.find(({ number }) => number === selected);

  const select = (change: ShownChange | undefined) => {
    if (!change) return;
    setSelected(change.number);
    if (change.sheet === sheet) canvas.current?.show(change.bounding_box);
    else {
      pending.current = change;
      setSheet(change.sheet);
    }
  };
  const step = (by: number) => {
    const at = listed.findIndex(({ number }) => number === selected);
    select(listed[Math.max(0, Math.min(listed.length - 1, at < 0 ? 0 : at + by))]);
  };
  const update = (changed: ShownChange) =>
    setItems((before) => before.map((item) => (item.number === changed.number ? changed : item)));

  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...Object.fromEntries(MODES.map((each, i) => [String(i + 1), () => setMode(each)])),
    '+': () => canvas.current?.zoomBy(1.6),
    '-': () => canvas.current?.zoomBy(1 / 1.6),
    '0': () => canvas.current?.fit(),
  });

  const facts = comparison.sheets[sheet - 1];
  return (
    <main class="comparison">
      <header>
        <h1>{[facts?.sheet_number, facts?.title].filter(Boolean).join(' ') || texts.drawing}</h1>
        <p class="revisions">
          {[facts?.original_revision, facts?.comparison_revision].map((revision) => revision ?? '–').join(' → ')}
        </p>
        {facts?.superseded_by && <Superseded by={facts.superseded_by} />}
        <div class="tools">
          {comparison.sheets.length > 1 && (
            <label>
              {texts.sheet}
              <select value={String(sheet)} onChange={(event) => setSheet(Number(event.currentTarget.value))}>
                {comparison.sheets.map((each, i) => (
                  <option key={`${each.page} ${each.original_page}`} value={String(i + 1)}>
                    {each.sheet_number ?? texts.page(each.page ?? each.original_page ?? i + 1)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <ZoomButtons canvas={() => canvas.current} />
          <button type="button" onClick={() => openReport(comparison.id)}>
            {texts.report}
          </button>
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
        </div>
      </header>
      <PairedSheets
        comparison={comparison}
        sheet={sheet}
        mode={mode}
        onMode={setMode}
        changes={shown}
        selected={selected}
        onSelect={(change) => select(change)}
        onReady={(made) => {
          canvas.current = made;
          const change = pending.current;
          pending.current = undefined;
          if (change) made.viewer.world.addOnceHandler('add-item', () => made.show(change.bounding_box));
        }}
      />
      <aside aria-label={texts.changes}>
        <Totals changes={listed} all={items.length} />
        <FilterBar filters={filters} trades={tradesOf(items)} onChange={setFilters} />
        <ChangeList
          comparison_id={comparison.id}
          changes={listed}
          current={current}
          permission={permission}
          onSelect={select}
          onChanged={update}
        />
        <p class="keys">
          {texts.keys}
          {permission === 'review' && texts.reviewKeys}
        </p>
      </aside>
    </main>
  );
};

/** One comparison: both sheets and the list of changes. */
export const ComparisonView = ({ id, permission }: { id: string; permission: Session['permission'] }) => {
  const { value, error } = useComparison(id);
  if (value?.status === 'ready') return <Ready key={value.updated_at} comparison={value} permission={permission} />;
  const message = value?.status === 'failed' ? `${texts.comparisonFailed} ${value.error}` : value && texts.notReady;
  return (
    <main class="message">
      <p role="status">{error ?? message ?? texts.loading}</p>
    </main>
  );
};
