import { createRequire } from 'node:module';
import { once } from './once.js';

const require = createRequire(import.meta.url);

/**
 * A package that is loaded at the first call: a process that does not need it has its memory free. A load that fails is
 * tried again at the next call; `import()` would remember the failure.
 * @param T the type of what `require` returns: `typeof` a type-only import
 * @param prepare is called with the package when it is loaded
 */
export function lazyPackage<T>(name: string, prepare?: (loaded: T) => void): () => T {
  return once(() => {
    const loaded = require(name) as T;
    prepare?.(loaded);
    return loaded;
  });
}
