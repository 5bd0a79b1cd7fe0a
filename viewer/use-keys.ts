import { useLayoutEffect, useRef } from 'preact/hooks';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select');

/** Calls the handler of a key pressed anywhere on the page, except while a text is being entered. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const latest = useRef(keys);
  latest.current = keys;
  // Both before the browser paints, so that a key finds the handlers of what is seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const handler = latest.current[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
};
