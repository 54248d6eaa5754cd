import { describe, expect, it } from 'vitest';
import { eventRoutes } from '../../scripts/docs/app-events.js';
import { APPS, APPS_WITH_DATABASE, DATABASES } from '../../scripts/stack/apps.js';
import { CodeIndex } from '../support/code-index.js';
import { readPage, ROOT } from '../support/docs-pages.js';

const NAMES = APPS.map(({ name }) => name).sort();
/** Boxes of the trips that are neither apps nor stores. */
const OUTSIDE = [
  'server',
  'mail relay',
  'webhook',
  'mail server',
  'DNS, scanners',
  'webmail',
  'visitor',
  'author',
  'admin',
];

const [processes = '', trips = ''] = [...readPage('docs/architecture.md').matchAll(/```mermaid\n([\s\S]*?)```/g)].map(
  ([, picture = '']) => picture,
);

/** The boxes of a picture: id and label, apart for round stores and square others. */
function boxesOf(picture: string, shape: 'square' | 'store'): [id: string, label: string][] {
  const pattern = shape === 'store' ? /(\w+)\[\("([^"]+)"\)\]/g : /(?<!subgraph )\b(\w+)\["([^"]+)"\]/g;
  return [...picture.matchAll(pattern)].map(([, id = '', label = '']) => [id, label]);
}

const subgraph = (name: string): string =>
  new RegExp(`subgraph ${name}\\[[\\s\\S]*?\\n  end`).exec(processes)?.[0] ?? '';

const firstWord = (label: string): string => label.split(/<br>|:/)[0] ?? '';

describe('the picture of processes', () => {
  it('has every app', () => {
    expect(
      boxesOf(subgraph('apps'), 'square')
        .map(([id]) => id)
        .sort(),
    ).toEqual(NAMES);
  });

  it('has every database, and the apps that use it', () => {
    const drawn = [...processes.matchAll(/^ {2}(\w+) --> db_(\w+)$/gm)].map(
      ([, app, database]) => `${app} ${database}`,
    );
    expect(drawn.sort()).toEqual(APPS_WITH_DATABASE.map(({ name, database }) => `${name} ${database}`).sort());
    const databases = boxesOf(subgraph('stores'), 'store').filter(([id]) => id.startsWith('db_'));
    expect(databases.map(([id]) => id.slice(3)).sort()).toEqual([...DATABASES].sort());
  });

  it('says which apps keep files', () => {
    const code = new CodeIndex();
    const without = NAMES.filter(
      (app) => !code.codeOf(`apps/${app}/src/app.module.ts`).includes('StorageModule.forRoot('),
    );
    expect(processes).toContain(`all but ${without.join(' and ')} keep files`);
  });
});

describe('the picture of trips', () => {
  it('has apps, stores and known callers alone', () => {
    const square = boxesOf(trips, 'square').map(([, label]) => firstWord(label));
    const stores = boxesOf(trips, 'store').map(([, label]) => firstWord(label));
    expect(square.filter((name) => !NAMES.includes(name) && !OUTSIDE.includes(name))).toEqual([]);
    expect(stores.filter((name) => ![...DATABASES, 'Redis', 'journal'].includes(name))).toEqual([]);
  });

  it('sends events to the apps that handle them', () => {
    const routes = eventRoutes(ROOT, NAMES);
    const boxes = new Map([...boxesOf(trips, 'square'), ...boxesOf(trips, 'store')]);
    const drawn = [...trips.matchAll(/(\w+)(?:\[[^\]]*\])? -- "\d ([a-z]+(?:\.[a-z-]+)+)" --> (\w+)/g)];
    expect(drawn.length).toBeGreaterThan(2);
    for (const [, from = '', type = '', to = ''] of drawn) {
      const sender = firstWord(boxes.get(from) ?? '');
      const receiver = firstWord(boxes.get(to) ?? '');
      expect(
        routes.filter((route) => route.type === type && route.to === receiver).map((route) => route.from),
      ).toContain(sender);
    }
  });
});
