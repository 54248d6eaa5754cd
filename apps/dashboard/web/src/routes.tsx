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
  '/start': () => import('./routes/start/start.tsx'),
  '/send': () => import('./routes/sending/send/send.tsx'),
  '/templates': () => import('./routes/sending/templates/templates.tsx'),
  '/templates/$id': () => import('./routes/sending/template/template.tsx'),
  '/campaigns': () => import('./routes/sending/campaigns/campaigns.tsx'),
  '/campaigns/$id': () => import('./routes/sending/campaign/campaign.tsx'),
  '/audience': () => import('./routes/sending/audience/audience.tsx'),
  '/reports': () => import('./routes/sending/reports/reports.tsx'),
  '/domains': () => import('./routes/setup/domains/domains.tsx'),
  '/domains/$id': () => import('./routes/setup/domain/domain.tsx'),
  '/keys': () => import('./routes/setup/keys/keys.tsx'),
  '/webhooks': () => import('./routes/setup/webhooks/webhooks.tsx'),
  '/webhooks/$id': () => import('./routes/setup/webhook/webhook.tsx'),
  '/sms': () => import('./routes/setup/sms/sms.tsx'),
  '/push': () => import('./routes/setup/push/push.tsx'),
  '/tenant': () => import('./routes/tenant/members/members.tsx'),
  '/plan': () => import('./routes/tenant/plan/plan.tsx'),
  '/audit': () => import('./routes/tenant/audit/audit.tsx'),
  '/account': () => import('./routes/account/profile/profile.tsx'),
  '/account/security': () => import('./routes/account/security/security.tsx'),
  '/console': () => import('./routes/console/overview/overview.tsx'),
  '/console/tenants': () => import('./routes/console/tenants/tenants.tsx'),
  '/console/tenants/$id': () => import('./routes/console/tenant/tenant.tsx'),
  '/console/users': () => import('./routes/console/users/users.tsx'),
  '/console/plans': () => import('./routes/console/plans/plans.tsx'),
  '/console/blocks': () => import('./routes/console/blocks/blocks.tsx'),
  '/console/alerts': () => import('./routes/console/alerts/alerts.tsx'),
  '/console/queues': () => import('./routes/console/queues/queues.tsx'),
  '/console/audit': () => import('./routes/console/audit/audit.tsx'),
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
