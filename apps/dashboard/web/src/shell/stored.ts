import { useSyncExternalStore } from 'react';

/** A text that the browser remembers, and that components follow. */
export interface Stored {
  get(): string;
  set(value: string): void;
  use(): string;
}

/** Remembers a text under a name. Where the browser keeps nothing, it lasts as long as the page. */
export const stored = (name: string, initial: () => string): Stored => remembered(name, initial, [LASTING]);

/** Remembers a text for this tab, also when it is loaded anew. A new tab begins with what was remembered last in any. */
export const storedInTab = (name: string, initial: () => string): Stored =>
  remembered(name, initial, [OF_TAB, LASTING]);

// Reading the property fails in a browser that forbids storage.
const LASTING = () => localStorage;
const OF_TAB = () => sessionStorage;

type Place = () => Storage;

/** Reads from the first place that has the text, and writes to all. */
function remembered(name: string, initial: () => string, places: readonly Place[]): Stored {
  const listeners = new Set<() => void>();
  let value: string | undefined;
  const get = () => (value ??= read(places, name) ?? initial());
  const set = (next: string) => {
    value = next;
    write(places, name, next);
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}

function read(places: readonly Place[], name: string): string | null {
  try {
    return places.reduce<string | null>((found, place) => found ?? place().getItem(name), null);
  } catch {
    return null;
  }
}

function write(places: readonly Place[], name: string, value: string): void {
  try {
    for (const place of places) place().setItem(name, value);
  } catch {
    // A browser that forbids storage forgets the choice, and nothing else.
  }
}
