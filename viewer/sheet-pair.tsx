import { useEffect, useRef, useState } from 'preact/hooks';
import type { Comparison } from '../client/client.ts';
import type { ShownChange } from './change-filters.ts';
import { type Canvas, type CanvasMark, type Layer, SheetCanvas } from './sheet-canvas.tsx';
import { texts } from './texts.ts';

/** The ways of showing two sheets, in the order of their keys. */
export const MODES = ['overlay', 'side', 'fade', 'blink'] as const;
export type PairMode = (typeof MODES)[number];
const NAMES: Readonly<Record<PairMode, string>> = {
  overlay: texts.overlay,
  side: texts.sideBySide,
  fade: texts.fade,
  blink: texts.blink,
};

/** Milliseconds for which each sheet is shown while they alternate. */
const BLINK = 800;

interface Props {
  comparison: Comparison;
  /** The number of the sheet, from 1. */
  sheet: number;
  mode: PairMode;
  onMode(mode: PairMode): void;
  changes: readonly ShownChange[];
  selected: number | undefined;
  onSelect(change: ShownChange): void;
  onReady(canvas: Canvas): void;
}

const useBlink = (active: boolean): boolean => {
  const [isNewer, setNewer] = useState(true);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNewer((before) => !before), BLINK);
    return () => clearInterval(timer);
  }, [active]);
  return isNewer;
};

/** Makes the second canvas show what the first shows, and the reverse. */
const synchronize = (a: Canvas, b: Canvas): void => {
  let leading: Canvas | undefined;
  const follow = (from: Canvas, to: Canvas) => () => {
    if (leading && leading !== from) return;
    leading = from;
    to.viewer.viewport?.zoomTo(from.viewer.viewport.getZoom(), undefined, true);
    to.viewer.viewport?.panTo(from.viewer.viewport.getCenter(), true);
    leading = undefined;
  };
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const event of ['zoom', 'pan'] as const) from.viewer.addHandler(event, follow(from, to));
  }
};

/** The older and the newer sheet in one of the modes. The images of a comparison are aligned with each other. */
export const PairedSheets = ({ comparison, sheet, mode, onMode, changes, selected, onSelect, onReady }: Props) => {
  const [fade, setFade] = useState(0.5);
  const isNewer = useBlink(mode === 'blink');
  const first = useRef<Canvas>(undefined);
  const facts = comparison.sheets[sheet - 1];
  const image = (name: string) => comparison.files[`sheet-${sheet}/${name}`] ?? '';
  const [overlay, older, newer] = [image('overlay'), image('removed'), image('added')];

  const marks: CanvasMark[] = changes.map((change) => ({
    key: String(change.number),
    box: change.bounding_box,
    className: `change rating-${change.difference_rating}${change.number === selected ? ' active' : ''}`,
    label: `${texts.change(change.number)}: ${change.description}`,
    onSelect: () => onSelect(change),
  }));
  const ratio = facts?.width && facts.height ? facts.height / facts.width : 1;
  const layersOf: Record<Exclude<PairMode, 'side'>, Layer[]> = {
    overlay: [{ url: overlay, opacity: 1 }],
    fade: [
      { url: older, opacity: 1 },
      { url: newer, opacity: fade },
    ],
    blink: [
      { url: older, opacity: 1 },
      { url: newer, opacity: isNewer ? 1 : 0 },
    ],
  };
  const canvas = (label: string, layers: readonly Layer[], ready: (made: Canvas) => void) => (
    <SheetCanvas key={`${label} ${sheet}`} {...{ label, ratio, layers, marks }} onReady={ready} />
  );

  return (
    <section class={`sheets ${mode}`} aria-label={texts.drawing}>
      <fieldset class="modes">
        <legend class="hidden">{texts.views}</legend>
        {MODES.map((each) => (
          <button key={each} type="button" aria-pressed={mode === each} onClick={() => onMode(each)}>
            {NAMES[each]}
          </button>
        ))}
        {mode === 'fade' && (
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={String(fade)}
            aria-label={texts.fadePosition}
            onInput={(event) => setFade(Number(event.currentTarget.value))}
          />
        )}
        {mode === 'blink' && <span>{isNewer ? texts.newer : texts.older}</span>}
        {mode === 'overlay' && <span class="legend">{texts.legend}</span>}
      </fieldset>
      {overlay === '' ? (
        <p class="message">{facts?.message}</p>
      ) : mode === 'side' ? (
        <div class="pair">
          {canvas(texts.older, [{ url: older, opacity: 1 }], (made) => {
            first.current = made;
          })}
          {canvas(texts.newer, [{ url: newer, opacity: 1 }], (made) => {
            if (first.current) synchronize(first.current, made);
            onReady(made);
          })}
        </div>
      ) : (
        canvas(NAMES[mode], layersOf[mode], onReady)
      )}
    </section>
  );
};
