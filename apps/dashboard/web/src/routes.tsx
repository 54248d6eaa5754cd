import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Loading } from './parts/states.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Crashed } from './shell/crash.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Crashed });

type Load = () => Promise<{ default: () => React.ReactNode }>;

/** Every screen by its address; each is a file of its own, loaded when it is first shown. */
const SCREENS: Readonly<Record<string, Load>> = {
  '/': () => import('./routes/home/home.tsx'),
  '/new-account': () => import('./routes/tenant/new/new.tsx'),
  '/messages': () => import('./routes/sending/messages/messages.tsx'),
  '/messages/$id': () => import('./routes/sending/message/message.tsx'),
};

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
