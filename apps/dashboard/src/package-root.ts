import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest directory above with a `package.json`: the same place for the sources and for the build. */
export function packageRoot(from: string = import.meta.dirname): string {
  const above = dirname(from);
  if (existsSync(join(from, 'package.json')) || above === from) return from;
  return packageRoot(above);
}
