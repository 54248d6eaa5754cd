import { afterAll, beforeAll } from 'vitest';

/** Names of methods that end something; what has several is ended by the first. */
const ENDS = ['close', 'stop', 'drop', 'destroy', 'end', 'disconnect', 'kill'] as const;

type Closable = Partial<Record<(typeof ENDS)[number], () => unknown>>;

/**
 * Starts a stack, a server or a connection before the tests of a spec file and closes it after them. What it returns stands for the
 * started one and throws until then, so that helpers of the file may name it:
 *
 * ```ts
 * const dns = useStack(() => DnsSink.start());
 * const stack = useStack(() => mailStack({ DNS_SERVER: dns.server }));
 * const acme = usePrepared(() => stack.createTenant());
 * ```
 *
 * Start and close are in the order of the calls and in the reverse order.
 */
export function useStack<T extends object>(start: () => Promise<T> | T): T {
  return prepared(start, async (started: Closable) => {
    const end = ENDS.find((name) => started[name]);
    if (end) await started[end]?.();
  });
}

/** Makes something before the tests of a spec file that needs no closing: a tenant, a client. */
export function usePrepared<T extends object>(make: () => Promise<T> | T): T {
  return prepared(make);
}

function prepared<T extends object>(make: () => Promise<T> | T, close?: (made: T) => Promise<void>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  if (close) afterAll(async () => made && close(made));
  const get = (): T => {
    if (!made) throw new Error('A spec file uses what it prepares before its tests have begun');
    return made;
  };
  return new Proxy({} as T, {
    // The methods run on the object itself: private fields are not reached through a proxy.
    get: (_, key) => {
      const value: unknown = Reflect.get(get(), key);
      return typeof value === 'function' ? value.bind(get()) : value;
    },
    set: (_, key, value) => Reflect.set(get(), key, value),
    has: (_, key) => Reflect.has(get(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(get()),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor(_, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(get(), key);
      // A proxy may not name a property that its empty target lacks as one that cannot change.
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}
