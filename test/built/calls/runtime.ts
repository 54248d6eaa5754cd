import { expectStatus } from '../support/account.js';
import { type Call, type Calls, META, plain } from '../support/calls.js';
import { ORIGIN, type PagesAccount } from './pages-rows.js';

const FORM = 'application/x-www-form-urlencoded';

/** Calls of visitors. */
export const RUNTIME_CALLS: Calls<PagesAccount> = {
  ...META,
  'GET /': async (own) => ({ as: await own.site() }),
  'GET /{slug}': async (own) => ({ ids: [(await own.publishedPage()).slug] }),
  'POST /': async (own) => ({ as: await own.site(), ...sentForm(own) }),
  'POST /{slug}': async (own) => ({ ids: [(await own.publishedPage()).slug], ...sentForm(own) }),
  'GET /r/{slug}': async (own) => ({ ids: [(await own.link()).slug] }),
  'GET /f/{formID}': async (own) => ({ ids: [await own.form()], headers: { origin: ORIGIN } }),
  'POST /f/{formID}': async (own) => ({
    ids: [await own.form()],
    headers: { origin: ORIGIN },
    body: own.leadBody(),
  }),
  'GET /f/{formID}/obrigado': async (own) => ({ ids: [await own.form()] }),
  'GET /f/confirmar': async (own) => ({ query: { token: await confirmation(own) } }),
  'POST /f/confirmar': async (own) => ({
    headers: { accept: 'text/html' },
    raw: { type: FORM, content: new URLSearchParams({ token: await confirmation(own) }).toString() },
  }),
  'POST /f/confirmar/novo': async (own) => ({
    headers: { accept: 'text/html' },
    raw: { type: FORM, content: new URLSearchParams({ token: await confirmation(own) }).toString() },
    instead: { status: 429, because: 'The mail before was sent a moment ago' },
  }),
  'POST /collect': async (own) => ({ headers: { origin: ORIGIN }, body: await own.visit(ORIGIN) }),
  'POST /replay': async (own) => ({ headers: { origin: ORIGIN }, body: await own.recording(ORIGIN) }),
  'POST /collect/consentimento': {
    headers: { origin: ORIGIN },
    body: {
      credencial: 'none',
      decisao: '0b1c2d3e-4f5a-4b7c-8d9e-0f1a2b3c4d5e',
      acao: 'recusar',
      categorias: [],
      versao: 'a1',
    },
    instead: { status: 400, because: 'Only a page that a visitor has open has a credential' },
  },
  'GET /_m/{id}/{arquivo}': async (own) => ({ ids: await inDemoPage(own, /\/_m\/([\w-]+)\/([\w.-]+)/) }),
  'GET /_f/{arquivo}': async (own) => ({ ids: await inDemoPage(own, /\/_f\/([\w.-]+)/) }),
  'GET /asender-sw.js': plain,
  'GET /favicon.ico': plain,
  'GET /pixel.js': plain,
  'GET /robots.txt': plain,
  'GET /sitemap.xml': async (own) => ({ as: await own.site() }),
};

/** The form of a page, as a browser sends it. */
const sentForm = ({ account }: PagesAccount): Pick<Call, 'headers' | 'raw'> => ({
  headers: { accept: 'text/html' },
  raw: { type: FORM, content: new URLSearchParams({ email: account.address(), nome: 'Ana' }).toString() },
});

async function confirmation(own: PagesAccount): Promise<string> {
  const { email } = await own.unconfirmedLead();
  return own.account.outside.inMailTo(email, /\/f\/confirmar\?token=([\w.-]+)/);
}

/** The parts of an address in the page of the demo data, which has pictures and fonts. */
async function inDemoPage({ account }: PagesAccount, address: RegExp): Promise<string[]> {
  const runtime = account.anonymous('runtime');
  const { pathname } = new URL(account.dev.landingPage!.url);
  const { text, status } = await runtime.get(pathname);
  if (status !== 200) await expectStatus(runtime.get(pathname), 200);
  return address.exec(text)?.slice(1) ?? [];
}
