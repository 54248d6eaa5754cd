import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Notes that something was written, so that lists begin at their first page again. */
export function noteWrite(): void {
  count += 1;
  for (const listener of listeners) listener();
}

/** The number of writes so far. */
export const useWrites = (): number => useSyncExternalStore(subscribe, () => count);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
