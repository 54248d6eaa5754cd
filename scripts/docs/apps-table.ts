import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPS, type App } from '../stack/apps.js';
import { importOfApp } from '../stack/import-of-app.js';
import { eventRoutes, type AppEventRoute } from './app-events.js';
import { sourcesOfApp } from './app-sources.js';
import { libsTable } from './libs.js';
import { formatted, replacePart, table, type GeneratedPage } from './page.js';

const FILE = 'docs/architecture.md';

/** Who calls the routes that an access decorator opens. */
const CALLERS: readonly [decorators: RegExp, callers: string][] = [
  [/@Public\(/, 'anyone (public routes)'],
  [/@(?:ApiKey|KeyOrSession)\(|\bbyKey\(/, 'API keys'],
  [/@(?:Session|KeyOrSession)\(/, 'sessions of users'],
  [/@Operator\(/, 'operators'],
  [/@Internal\(|AppEventsModule\.forReceiver\(/, 'other apps'],
];

/** The tables of the apps and of the libs on the page of the architecture. */
export const architecture: GeneratedPage = {
  name: 'architecture',
  file: FILE,
  write: async (root) => {
    const routes = eventRoutes(
      root,
      APPS.map(({ name }) => name),
    );
    const rows = await Promise.all(APPS.map((app) => rowOf(root, app, routes)));
    const head = ['app', 'stores', 'queues', 'events out', 'events in', 'who may call it'];
    const withApps = replacePart(root, FILE, 'apps', table(head, rows));
    return formatted(root, FILE, replacePart(root, FILE, 'libs', libsTable(root), withApps));
  },
};

async function rowOf(root: string, app: App, routes: readonly AppEventRoute[]): Promise<string[]> {
  const jobs = await jobsOf(root, app);
  const sent = routes.filter(({ from }) => from === app.name);
  const received = routes.filter(({ to }) => to === app.name);
  return [
    app.name,
    storesOf(root, app),
    lines(jobs.map(code)),
    lines(grouped(sent, 'to').map(([type, apps]) => `${code(type)} → ${apps}`)),
    lines(grouped(received, 'from').map(([type, apps]) => `${code(type)} ← ${apps}`)),
    lines(callersOf(root, app)),
  ];
}

/** The queues of an app; an app without rows has none. */
async function jobsOf(root: string, { name }: App): Promise<readonly string[]> {
  if (!existsSync(join(root, 'apps', name, 'src/jobs.ts'))) return [];
  return (await importOfApp<{ JOB_KINDS: readonly string[] }>(name, 'jobs')).JOB_KINDS;
}

function storesOf(root: string, { name, database, sharesDatabase }: App): string {
  if (database === undefined) return 'Redis alone';
  const owner = APPS.find((app) => app.database === database && !app.sharesDatabase)?.name;
  const module = readFileSync(join(root, 'apps', name, 'src/app.module.ts'), 'utf8');
  return lines([
    sharesDatabase ? `${code(database)}, of ${owner}` : code(database),
    ...(module.includes('StorageModule.forRoot(') ? ['files'] : []),
  ]);
}

function callersOf(root: string, { name }: App): string[] {
  const sources = sourcesOfApp(root, name);
  return CALLERS.filter(([decorators]) => sources.some((text) => decorators.test(text))).map(([, callers]) => callers);
}

/** The types of events, each with the apps at its other end. */
function grouped(routes: readonly AppEventRoute[], end: 'from' | 'to'): [type: string, apps: string][] {
  const types = [...new Set(routes.map(({ type }) => type))];
  return types.map((type) => [
    type,
    routes
      .filter((route) => route.type === type)
      .map((route) => route[end])
      .join(', '),
  ]);
}

const code = (text: string): string => `\`${text}\``;
const lines = (items: readonly string[]): string => (items.length === 0 ? '–' : items.join('<br>'));
