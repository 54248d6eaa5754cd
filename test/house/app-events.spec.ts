import { expect, it } from 'vitest';
import { eventRoutes } from '../../scripts/docs/app-events.js';
import { APPS } from '../../scripts/stack/apps.js';
import { ROOT } from '../support/docs-pages.js';
import { sourcesIn } from './sources.js';

it('the apps send and handle the events that the catalogue has, and each of them', () => {
  const routes = eventRoutes(
    ROOT,
    APPS.map(({ name }) => name),
  );
  expect(routes.length).toBeGreaterThan(20);
});

it('no event is declared outside the catalogue', () => {
  const declaring = sourcesIn(['apps', 'libs', 'scripts', 'bench', 'test'], /\.ts$/)
    .filter(({ text }) => /^ *(?:export )?interface AppEvents\b/m.test(text))
    .map(({ file }) => file);
  expect(declaring).toEqual(['libs/core/app-events/src/index.ts', 'libs/core/app-events/test-support/sending-app.ts']);
});
