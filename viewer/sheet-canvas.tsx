import OpenSeadragon from 'openseadragon';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from './texts.ts';

/** A rectangle in fractions of the sheet. */
export interface Fractions {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An image that covers the whole sheet. */
export interface Layer {
  url: string;
  opacity: number;
}

/** A rectangle on the sheet; a button if `onSelect` is given. */
export interface CanvasMark {
  key: string;
  box: Fractions;
  className: string;
  label: string;
  onSelect?: () => void;
}

/** The operations of a canvas that its parent component calls. */
export interface Canvas {
  zoomBy(factor: number): void;
  fit(): void;
  show(box: Fractions): void;
  /** Returns the part that is visible after the current animation, and its width in screen pixels. */
  visible(): Fractions & { pixels: number };
  /** Width of the sheet's image in pixels; 0 until it is loaded. */
  imageWidth(): number;
  viewer: OpenSeadragon.Viewer;
}

interface Props {
  label: string;
  /** Height divided by width; needed for marks only. */
  ratio?: number;
  layers: readonly Layer[];
  marks?: readonly CanvasMark[];
  /** A sharper image of part of the sheet. */
  detail?: (Fractions & { url: string }) | undefined;
  onReady?: (canvas: Canvas) => void;
  onMoved?: (canvas: Canvas) => void;
}

/** The surroundings of a box that is shown, as a multiple of its size, and at least as a fraction of the sheet. */
const SURROUNDINGS = 1.5;
const LEAST_SHOWN = 0.12;
/** Milliseconds without a movement after which the view has settled. */
const SETTLED = 80;

const canvasOf = (viewer: OpenSeadragon.Viewer, ratio: number): Canvas => ({
  viewer,
  zoomBy: (factor) => {
    viewer.viewport.zoomBy(factor);
    viewer.viewport.applyConstraints();
  },
  fit: () => viewer.viewport.goHome(),
  show: ({ x, y, width, height }) => {
    const [wide, high] = [Math.max(width * SURROUNDINGS, LEAST_SHOWN), Math.max(height * SURROUNDINGS, LEAST_SHOWN)];
    const [left, top] = [x + width / 2 - wide / 2, y + height / 2 - high / 2];
    viewer.viewport.fitBounds(new OpenSeadragon.Rect(left, top * ratio, wide, high * ratio));
  },
  visible: () => {
    const shown = viewer.viewport.getBounds();
    const [left, top] = [Math.max(0, shown.x), Math.max(0, shown.y / ratio)];
    const [right, bottom] = [Math.min(1, shown.x + shown.width), Math.min(1, (shown.y + shown.height) / ratio)];
    const width = Math.max(0, right - left);
    const pixels = (viewer.viewport.getContainerSize().x * devicePixelRatio * width) / shown.width;
    return { x: left, y: top, width, height: Math.max(0, bottom - top), pixels };
  },
  imageWidth: () => viewer.world.getItemAt(0)?.getContentSize().x ?? 0,
});

/** OpenSeadragon describes its events as those of the browser. */
const itemIn = (event: unknown) => (event as { item: OpenSeadragon.TiledImage }).item;

/** An image whose reductions keep thin lines: OpenSeadragon reduces with the browser's fastest method. */
class SmoothImage extends OpenSeadragon.ImageTileSource {
  _createContext2D(image: CanvasImageSource, width: number, height: number): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return context;
  }
}

const openViewer = (element: HTMLElement): OpenSeadragon.Viewer =>
  OpenSeadragon({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    crossOriginPolicy: false,
    animationTime: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.25,
    maxZoomPixelRatio: 16,
    minZoomImageRatio: 0.8,
    visibilityRatio: 0.5,
    gestureSettingsMouse: { clickToZoom: false },
    imageSmoothingEnabled: true,
  });

const placeMarks = (viewer: OpenSeadragon.Viewer, marks: readonly CanvasMark[], ratio: number): void => {
  viewer.clearOverlays();
  for (const { box, className, label, onSelect } of marks) {
    const element = document.createElement(onSelect ? 'button' : 'div');
    element.className = className;
    if (onSelect) {
      element.setAttribute('aria-label', label);
      element.title = label;
      // The list beside the sheet is the way through the changes by keyboard.
      element.tabIndex = -1;
      new OpenSeadragon.MouseTracker({ element, clickHandler: () => onSelect() });
    }
    const location = new OpenSeadragon.Rect(box.x, box.y * ratio, box.width, box.height * ratio);
    viewer.addOverlay({ element, location });
  }
};

/** A sheet that can be zoomed and moved, with rectangles on it. */
export const SheetCanvas = ({ label, ratio = 1, layers, marks = [], detail, onReady, onMoved }: Props) => {
  const element = useRef<HTMLElement>(null);
  const canvas = useRef<Canvas>(undefined);
  const images = useRef(new Map<string, OpenSeadragon.TiledImage>());
  const moved = useRef(onMoved);
  moved.current = onMoved;
  const urls = layers.map(({ url }) => url).join(' ');

  useEffect(() => {
    const viewer = openViewer(element.current as HTMLElement);
    const made = canvasOf(viewer, ratio);
    canvas.current = made;
    images.current = new Map();
    for (const [index, { url, opacity }] of layers.entries()) {
      viewer.addTiledImage({
        tileSource: new SmoothImage({ url }),
        ...{ x: 0, y: 0, width: 1, opacity, index },
        success: (event) => {
          const item = itemIn(event);
          images.current.set(url, item);
          if (images.current.size === 1) viewer.viewport.goHome(true);
          element.current?.setAttribute('data-images', String(images.current.size));
        },
      });
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announceMove = () => {
      clearTimeout(timer);
      timer = setTimeout(() => moved.current?.(made), SETTLED);
    };
    for (const event of ['zoom', 'pan', 'resize'] as const) viewer.addHandler(event, announceMove);
    onReady?.(made);
    return () => {
      clearTimeout(timer);
      viewer.destroy();
    };
  }, [urls, ratio]);

  useEffect(() => {
    for (const { url, opacity } of layers) images.current.get(url)?.setOpacity(opacity);
  });

  useEffect(() => {
    if (canvas.current) placeMarks(canvas.current.viewer, marks, ratio);
  }, [urls, ratio, JSON.stringify(marks.map(({ key, className }) => [key, className]))]);

  useEffect(() => {
    const viewer = canvas.current?.viewer;
    if (!viewer || !detail) return;
    let added: OpenSeadragon.TiledImage | undefined;
    let wanted = true;
    viewer.addTiledImage({
      tileSource: { type: 'image', url: detail.url, buildPyramid: false },
      ...{ x: detail.x, y: detail.y * ratio, width: detail.width },
      success: (event) => {
        const item = itemIn(event);
        added = item;
        if (!wanted) viewer.world.removeItem(item);
        element.current?.setAttribute('data-detail', 'shown');
      },
    });
    return () => {
      wanted = false;
      if (added && viewer.world?.getIndexOfItem(added) >= 0) viewer.world.removeItem(added);
      element.current?.removeAttribute('data-detail');
    };
  }, [detail?.url]);

  return <section class="canvas" ref={element} aria-label={label} />;
};

/** The buttons that zoom a canvas. */
export const ZoomButtons = ({ canvas }: { canvas: () => Canvas | undefined }) => (
  <span class="zoom">
    <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => canvas()?.zoomBy(1 / 1.6)}>
      −
    </button>
    <button type="button" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={() => canvas()?.zoomBy(1.6)}>
      +
    </button>
    <button type="button" aria-label={texts.fit} title={texts.fit} onClick={() => canvas()?.fit()}>
      ⤢
    </button>
  </span>
);
