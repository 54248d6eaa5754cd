import { useSyncExternalStore } from 'react';

/** A text that the browser remembers, and that components follow. */
export interface Stored {
  get(): string;
  set(value: string): void;
  use(): string;
}

/** Remembers a text under a name. Where the browser keeps nothing, it lasts as long as the page. */
export function stored(name: string, initial: () => string): Stored {
  const listeners = new Set<() => void>();
  let value: string | undefined;
  const get = () => (value ??= read(name) ?? initial());
  const set = (next: string) => {
    value = next;
    write(name, next);
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that forbids storage forgets the choice, and nothing else.
  }
}
