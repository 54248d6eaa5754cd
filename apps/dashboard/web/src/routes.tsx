import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Loading } from './parts/states.tsx';
import { SCREENS } from './screens.ts';
import { NotFound } from './shell/not-found.tsx';
import { Crashed } from './shell/crash.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Crashed });

/** Makes the router of the page. */
export function createPageRouter() {
  const routes = Object.entries(SCREENS).map(([path, load]) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Crashed,
    scrollRestoration: true,
  });
}
