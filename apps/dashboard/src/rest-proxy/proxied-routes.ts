/** The apps with files and streams for browsers. */
export type ProxiedApp = 'platform' | 'mail' | 'pages' | 'crm';

export interface ProxiedRoute {
  app: ProxiedApp;
  method: 'GET' | 'POST' | 'PUT';
  /** Path in the app; `:name` is one segment of any text. */
  path: string;
  /** Whether the answer goes on for as long as the browser listens. */
  isStream?: boolean;
}

const get = (app: ProxiedApp, path: string): ProxiedRoute => ({ app, method: 'GET', path });
const post = (app: ProxiedApp, path: string): ProxiedRoute => ({ app, method: 'POST', path });
const stream = (app: ProxiedApp, path: string): ProxiedRoute => ({ ...get(app, path), isStream: true });

/** Every REST route that browsers reach through the dashboard: files, uploads and streams, for which GraphQL has no form. */
export const PROXIED_ROUTES: readonly ProxiedRoute[] = [
  get('platform', '/api/messages/export'),
  post('platform', '/api/tenants/:id/export'),
  stream('platform', '/api/events'),
  get('mail', '/mailboxes/:id/avatar'),
  { app: 'mail', method: 'PUT', path: '/mailboxes/:id/avatar' },
  stream('mail', '/mailboxes/:id/events'),
  get('mail', '/mailboxes/:id/messages/:msgId/attachments/:attId'),
  get('mail', '/mailboxes/:id/messages/:msgId/raw'),
  post('mail', '/mailboxes/:id/drafts/:draftId/attachments'),
  post('mail', '/mailboxes/:id/import'),
  get('pages', '/v1/analytics/relatorio/exportar'),
  get('pages', '/v1/leads/:id/arquivos/:arquivo'),
  get('pages', '/v1/leads/exportar'),
  get('pages', '/v1/links/:id/qr'),
  post('pages', '/v1/midias'),
  get('pages', '/v1/replay/sessions/:id/events'),
  get('crm', '/v1/contatos/exportar.csv'),
  get('crm', '/v1/contatos/exportar.xlsx'),
  get('crm', '/v1/exportacoes/:id/arquivo'),
  get('crm', '/v1/importacoes/:id/erros.csv'),
  post('crm', '/v1/importacoes'),
  post('crm', '/v1/importacoes/previa'),
];

const patterns = PROXIED_ROUTES.map((route) => ({ route, pattern: patternOf(route.path) }));

/** The route of a method and a path, as they come from the browser; undefined if it is not for browsers. */
export function proxiedRoute(app: string, method: string, path: string): ProxiedRoute | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return patterns.find(
    ({ route, pattern }) => route.app === app && route.method === wanted && pattern.test(path) && !hasDots(path),
  )?.route;
}

/** A segment is anything without a slash; encoded slashes and dots stay within it, and no app decodes a path twice. */
function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')));
  return new RegExp(`^${segments.join('/')}$`);
}

const hasDots = (path: string): boolean => path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
