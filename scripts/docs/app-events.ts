import { APP_EVENT_CATALOGUE } from '#libs/core/app-events';
import { sourcesOfApp } from './app-sources.js';

/** An event between two apps. */
export interface AppEventRoute {
  type: string;
  from: string;
  to: string;
}

const HANDLER = /@OnAppEvents?\(\s*(?:'([\w.-]+)'|(\w+))\s*\)/g;

/**
 * Returns which app sends which event to which, by the catalogue, in alphabetical order.
 * @throws Error if the sources have it otherwise: another app sends the event, or handles it, or one of the catalogue does not
 */
export function eventRoutes(root: string, apps: readonly string[]): AppEventRoute[] {
  const sources = apps.map((app) => ({ app, files: sourcesOfApp(root, app) }));
  const known: ReadonlySet<string> = new Set(APP_EVENT_CATALOGUE.map(({ type }) => type));
  for (const { app, files } of sources)
    for (const type of files.flatMap(handled))
      if (!known.has(type)) throw new Error(`${app} handles ${type}, which is not in the catalogue of events`);
  const appsWith = (test: (file: string) => boolean) =>
    sources.filter(({ files }) => files.some(test)).map(({ app }) => app);
  return APP_EVENT_CATALOGUE.toSorted((a, b) => (a.type < b.type ? -1 : 1)).flatMap(({ type, from, to }) => {
    const senders = appsWith((file) => sends(file, type));
    const receivers = appsWith((file) => handled(file).includes(type));
    assertSame(`senders of ${type}`, from, senders);
    assertSame(`receivers of ${type}`, to, receivers);
    return senders.flatMap((sender) => receivers.map((receiver) => ({ type, from: sender, to: receiver })));
  });
}

function assertSame(what: string, catalogued: readonly string[], found: readonly string[]): void {
  const [stated, actual] = [catalogued, found].map((apps) => apps.toSorted().join(', '));
  if (stated !== actual) throw new Error(`The ${what} are ${stated} in the catalogue, and ${actual} in the sources`);
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
