import { readdirSync } from 'node:fs';
import { DashboardBrowser } from '../../support/dashboard-browser.js';
import { expectStatus, type BuiltAccount } from '../support/account.js';
import { type Calls, META } from '../support/calls.js';

interface Caller {
  account: BuiltAccount;
}

const HTML = '<h1>Hello</h1>';
const ASSETS = 'dist/apps/dashboard/web/assets';
const ANSWER = { accept: 'application/graphql-response+json' };
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** The cookie of a browser in which the user of the demo is signed in. */
async function cookieOf({ account: { dev } }: Caller, { email, password } = dev.user): Promise<string> {
  const browser = new DashboardBrowser(dev.urls.dashboard);
  await browser.signIn('/', email, password);
  return `dashboard_session=${browser.cookie('dashboard_session')}`;
}

const operatorCookieOf = (own: Caller) => cookieOf(own, own.account.dev.operator);

/** Calls of browsers, and of programs with a session token. */
export const DASHBOARD_CALLS: Calls<Caller> = {
  ...META,
  'GET /': async (own) => ({ headers: { cookie: await cookieOf(own), accept: 'text/html' } }),
  'GET /assets/{name}': () => ({ ids: [readdirSync(ASSETS).find((name) => name.endsWith('.js'))!] }),
  'GET /auth/login': { query: { to: '/messages' } },
  'GET /auth/callback': { instead: { status: 400, because: 'Only identity has a code' } },
  'POST /auth/logout': async (own) => ({ headers: { ...OWN_PAGE, cookie: await cookieOf(own) } }),
  'GET /auth/support': ({ account }) => ({ as: account.session('dashboard'), headers: OWN_PAGE }),
  'POST /auth/support': async (own) => ({
    headers: { ...OWN_PAGE, cookie: await operatorCookieOf(own) },
    body: { tenantId: own.account.dev.tenant.id, reason: 'A look for the tests' },
  }),
  'DELETE /auth/support': async (own) => ({ headers: { ...OWN_PAGE, cookie: await operatorCookieOf(own) } }),
  'POST /frame/preview': ({ account }) => ({ as: account.session('dashboard'), body: { html: HTML } }),
  'GET /frame/preview/{id}': async ({ account }) => {
    const as = account.session('dashboard');
    return { as, ids: [(await expectStatus(as.post('/frame/preview', { html: HTML }), 201)).id] };
  },
  'GET /frame/message/{id}': ({ account }) => ({
    as: account.session('dashboard'),
    ids: ['msg_0000000000000000'],
    instead: { status: 404, because: 'The account has sent nothing; dashboard.spec.ts shows a message' },
  }),
  'POST /graphql': ({ account }) => ({
    as: account.session('dashboard'),
    headers: ANSWER,
    body: { query: '{ me { email } }' },
  }),
  'GET /graphql': ({ account }) => ({
    as: account.session('dashboard'),
    headers: ANSWER,
    query: { query: '{ me { email } }' },
  }),
};
