import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../client/api.d.ts';
import { type Document, each, ok } from '../client/client.ts';
import { FindPanel, type TextMatch } from './find-panel.tsx';
import { SheetReferences } from './references.tsx';
import { Revisions } from './revisions.tsx';
import { api } from './session.ts';
import { type Canvas, type CanvasMark, type Fractions, SheetCanvas, ZoomButtons } from './sheet-canvas.tsx';
import { Superseded } from './superseded.tsx';
import { texts } from './texts.ts';
import { useKeys } from './use-keys.ts';
import { useLoaded } from './use-loaded.ts';

type DocumentPage = components['schemas']['DocumentPage'];

/** Seconds for which image links are requested: a page may stay open for a day. */
const LINK_SECONDS = 86_400;
/** Screen pixels per pixel of the stored image above which a sharper image is requested. */
const SHARP_ENOUGH = 0.9;
/** Maximum width in pixels of an image drawn on request. */
const MOST_PIXELS = 2400;

interface Loaded {
  document: Document;
  pages: DocumentPage[];
}

const load = async (document_id: string): Promise<Loaded> => {
  const path = { document_id };
  const pages: DocumentPage[] = [];
  const listed = each((page) =>
    ok(
      api.GET('/api/v1/documents/{document_id}/pages', {
        params: { path, query: { page, size: 100, image_expiration: LINK_SECONDS } },
      }),
    ),
  );
  const [document] = await Promise.all([
    ok(api.GET('/api/v1/documents/{document_id}', { params: { path, query: { view: 'compact' } } })),
    (async () => {
      for await (const page of listed) pages.push(page);
    })(),
  ]);
  return { document, pages };
};

/** Draws the visible part of a page if its stored image is too coarse for it. Returns the URL of the image. */
const drawPart = async (
  document_id: string,
  page: DocumentPage,
  { pixels, ...part }: Fractions & { pixels: number },
) => {
  const image = await ok(
    api.GET('/api/v1/documents/{document_id}/pages/{page}/image', {
      params: {
        path: { document_id, page: page.page },
        query: { ...part, pixels: Math.min(MOST_PIXELS, Math.round(pixels)) },
      },
      parseAs: 'blob',
    }),
  );
  return { ...part, url: URL.createObjectURL(image as unknown as Blob) };
};

type Detail = Fractions & { url: string };

/** The image of one page, sharpened where it is enlarged. */
const PageCanvas = ({
  document,
  page,
  marks,
  onReady,
}: {
  document: Document;
  page: DocumentPage;
  marks: readonly CanvasMark[];
  onReady: (canvas: Canvas) => void;
}) => {
  // Only pages of a PDF can be drawn in parts.
  const isDrawn = document.mime_type === 'application/pdf';
  const [detail, setDetail] = useState<Detail>();
  const wanted = useRef(0);
  const kept = useRef<Detail>(undefined);
  const replace = (next: Detail | undefined) => {
    if (kept.current) URL.revokeObjectURL(kept.current.url);
    kept.current = next;
    setDetail(next);
  };
  useEffect(() => () => replace(undefined), [page.page]);

  const sharpen = async (canvas: Canvas) => {
    const request = ++wanted.current;
    const visible = canvas.visible();
    if (!isDrawn || visible.width <= 0 || visible.pixels <= visible.width * canvas.imageWidth() * SHARP_ENOUGH) {
      replace(undefined);
      return;
    }
    // Without a sharper image the stored one stays.
    const drawn = await drawPart(document.document_id, page, visible).catch(() => undefined);
    if (!drawn) return;
    if (request === wanted.current) replace(drawn);
    else URL.revokeObjectURL(drawn.url);
  };

  return (
    <SheetCanvas
      label={`${texts.drawing}: ${texts.page(page.page)}`}
      ratio={page.width && page.height ? page.height / page.width : Math.SQRT1_2}
      layers={[{ url: page.image_url ?? '', opacity: 1 }]}
      marks={marks}
      detail={detail}
      onReady={onReady}
      onMoved={sharpen}
    />
  );
};

const PageButtons = ({ number, count, onSelect }: { number: number; count: number; onSelect(n: number): void }) => (
  <>
    <button type="button" disabled={number <= 1} aria-label={texts.previousPage} onClick={() => onSelect(number - 1)}>
      ‹
    </button>
    <span aria-live="polite">{texts.pageOf(number, count)}</span>
    <button type="button" disabled={number >= count} aria-label={texts.nextPage} onClick={() => onSelect(number + 1)}>
      ›
    </button>
  </>
);

const Thumbnails = ({
  pages,
  current,
  onSelect,
}: {
  pages: DocumentPage[];
  current: number;
  onSelect(n: number): void;
}) => (
  <nav class="thumbnails" aria-label={texts.pages}>
    <ol>
      {pages.map(({ page, thumbnail_url, sheet, superseded_by }) => (
        <li key={page}>
          <button type="button" aria-current={page === current ? 'page' : undefined} onClick={() => onSelect(page)}>
            {thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}
            <span>
              {sheet?.sheet_number ?? texts.page(page)}
              {superseded_by && <small> ({texts.superseded})</small>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);

const Details = ({ document, page }: { document: Document; page: DocumentPage | undefined }) => {
  const sheet = page?.sheet;
  const rows: [string, string | null | undefined][] = [
    [texts.sheet, sheet?.sheet_number],
    [texts.sheetTitle, sheet?.title ?? document.title],
    [texts.revision, sheet?.revision ?? document.revision],
    [texts.date, sheet?.date],
    [texts.scale, sheet?.scale],
  ];
  return (
    <details open>
      <summary>{texts.details}</summary>
      <dl>
        {rows.flatMap(([name, value]) =>
          value ? [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{value}</dd>] : [],
        )}
      </dl>
    </details>
  );
};

const Opened = ({ document, pages }: Loaded) => {
  const document_id = document.document_id;
  const [number, setNumber] = useState(1);
  const [matches, setMatches] = useState<readonly TextMatch[]>([]);
  const [active, setActive] = useState<number>();
  const canvas = useRef<Canvas>(undefined);
  const pending = useRef<Fractions>(undefined);
  const page = pages[number - 1];
  const go = (to: number) => setNumber(Math.max(1, Math.min(pages.length, to)));

  const showMatch = (index: number) => {
    const match = matches[index];
    const box = match?.bounding_boxes[0];
    if (!match || !box) return;
    setActive(index);
    if (match.page === number) canvas.current?.show(box);
    else pending.current = box;
    go(match.page);
  };
  const download = async () => {
    const path = { document_id };
    const link = await ok(api.GET('/api/v1/documents/{document_id}/download', { params: { path } }));
    location.assign(link.download_url as string);
  };
  useKeys({
    PageDown: () => go(number + 1),
    PageUp: () => go(number - 1),
    '+': () => canvas.current?.zoomBy(1.6),
    '-': () => canvas.current?.zoomBy(1 / 1.6),
    '0': () => canvas.current?.fit(),
  });

  const marks: CanvasMark[] = matches.flatMap((match, index) =>
    match.page === number
      ? match.bounding_boxes.map((box, part) => ({
          key: `${index}.${part}`,
          box,
          className: index === active ? 'match active' : 'match',
          label: match.text,
        }))
      : [],
  );
  return (
    <main class="document">
      <header>
        <h1>{document.title ?? document.filename}</h1>
        <div class="tools">
          {pages.length > 0 && <PageButtons number={number} count={pages.length} onSelect={go} />}
          <ZoomButtons canvas={() => canvas.current} />
          <button type="button" onClick={download}>
            {texts.download}
          </button>
        </div>
      </header>
      <Thumbnails pages={pages} current={number} onSelect={go} />
      {page?.image_url ? (
        <PageCanvas
          key={page.page}
          document={document}
          page={page}
          marks={marks}
          onReady={(made) => {
            canvas.current = made;
            const box = pending.current;
            pending.current = undefined;
            if (box) made.viewer.addOnceHandler('open', () => made.show(box));
            if (box) made.viewer.world.addOnceHandler('add-item', () => made.show(box));
          }}
        />
      ) : (
        <p class="message">{[document.error, texts.noImages].filter(Boolean).join(' ')}</p>
      )}
      <aside aria-label={texts.details}>
        <FindPanel
          document_id={document_id}
          active={active}
          onFound={(found) => {
            setMatches(found);
            setActive(undefined);
          }}
          onSelect={showMatch}
        />
        {page?.superseded_by && <Superseded by={page.superseded_by} />}
        <Details document={document} page={page} />
        {page?.sheet?.sheet_number && <Revisions document_id={document_id} page={page.page} />}
        <SheetReferences document_id={document_id} pages={pages.map((each) => each.page)} onSelect={go} />
      </aside>
    </main>
  );
};

/** One document: its pages, its text and the sheets it refers to. */
export const DocumentScreen = ({ id }: { id: string }) => {
  const { value, error } = useLoaded(() => load(id), id);
  if (value) return <Opened {...value} />;
  return (
    <main class="message">
      <p role="status">{error ?? texts.loading}</p>
    </main>
  );
};
