import { useEffect, useState } from 'preact/hooks';
import { sentenceOf } from './session.ts';

/** A value that is being loaded, has been loaded, or could not be loaded. */
export interface Loaded<T> {
  value?: T;
  error?: string;
}

/** Loads a value when `key` changes; a result that arrives after the next change is dropped. */
export const useLoaded = <T>(load: () => Promise<T>, key: string): Loaded<T> => {
  const [state, setState] = useState<Loaded<T> & { key: string }>({ key });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setState({ key, value }),
      (error: unknown) => current && setState({ key, error: sentenceOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return state.key === key ? state : {};
};
