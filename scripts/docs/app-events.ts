import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesBelow, sourcesOfApp } from './app-sources.js';

/** An event between two apps. */
export interface AppEventRoute {
  type: string;
  from: string;
  to: string;
}

const DECLARATION = /interface AppEvents \{([\s\S]*?)\n {2}\}/g;
const HANDLER = /@OnAppEvents?\(\s*(?:'([\w.-]+)'|(\w+))\s*\)/g;

/**
 * Returns which app sends which event to which, as the sources have it: the types that `AppEvents` declares, the handlers
 * marked with `@OnAppEvent`, and the files that send.
 * @throws Error for a type that no app sends or that no app handles
 */
export function eventRoutes(root: string, apps: readonly string[]): AppEventRoute[] {
  const types = declaredTypes(root);
  const sources = apps.map((app) => ({ app, files: sourcesOfApp(root, app) }));
  return types.flatMap((type) => {
    const senders = sources.filter(({ files }) => files.some((file) => sends(file, type))).map(({ app }) => app);
    const receivers = sources
      .filter(({ files }) => files.some((file) => handled(file).includes(type)))
      .map(({ app }) => app);
    if (senders.length === 0) throw new Error(`No app sends the event ${type}`);
    if (receivers.length === 0) throw new Error(`No app handles the event ${type}`);
    return senders.flatMap((from) => receivers.map((to) => ({ type, from, to })));
  });
}

/** The types that libs declare by merging into `AppEvents`, in alphabetical order. */
function declaredTypes(root: string): string[] {
  const files = readdirSync(join(root, 'libs')).flatMap((lib) => sourcesBelow(join(root, 'libs', lib, 'src')));
  const bodies = files.flatMap((file) => [...file.matchAll(DECLARATION)].map(([, body = '']) => body));
  return bodies.flatMap((body) => [...body.matchAll(/^ {4}'([\w.-]+)'/gm)].map(([, type = '']) => type)).sort();
}

/** The types that a file handles: literals, or constants of the file. */
function handled(file: string): string[] {
  return [...file.matchAll(HANDLER)].map(
    ([, literal, constant]) => literal ?? new RegExp(`const ${constant} = '([\\w.-]+)'`).exec(file)?.[1] ?? '',
  );
}

/** Returns whether a file names the type beside the sender of events, and not as what it handles. */
function sends(file: string, type: string): boolean {
  if (!/\bAppEventSender\b/.test(file) || handled(file).includes(type)) return false;
  return file.replace(/AppEvent<[^>]*>/g, '').includes(`'${type}'`);
}
