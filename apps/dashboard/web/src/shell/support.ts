import { useSyncExternalStore } from 'react';

/** A session in which an operator looks at an account of others. */
export interface Support {
  token: string;
  tenantId: string;
  tenantName: string;
}

let current: Support | null = null;
const listeners = new Set<() => void>();

/** Begins to look at an account. The token stays in memory: loading the page anew ends it here, and an hour everywhere. */
export function beginSupport(support: Support): void {
  current = support;
  for (const listener of listeners) listener();
}

export const useSupport = (): Support | null => useSyncExternalStore(subscribe, () => current);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
