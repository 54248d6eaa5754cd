import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports a module of an app, `apps/<app>/src/<name>`, from the sources or from the compiled files, as this file runs. */
export async function importOfApp<T>(app: string, name: string): Promise<T> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = join(import.meta.dirname, '../../apps', app, `src/${name}.${extension}`);
  return (await import(pathToFileURL(file).href)) as T;
}
