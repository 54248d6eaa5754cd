import { newId } from '#libs/core/persistence';
import { freePort } from '#libs/test/testing';
import type { RuntimeConfig } from '../../apps/runtime/src/config.js';
import type { AppStack } from './app-stack.js';
import { type CrmStack, crmStack } from './crm-stack.js';
import { DashboardStack } from './dashboard-stack.js';
import { HttpClient } from './http-client.js';
import { type IdentityStack, identityStack, type TestOwner } from './identity-stack.js';
import { createDomain, createMailbox } from './mail-mailboxes.js';
import { type MailStack, mailStack } from './mail-stack.js';
import { type PagesStack, pagesStack } from './pages-stack.js';
import { type PlatformStack, platformStack } from './platform-stack.js';

/** A tenant with an owner, a key and something in every app. */
export interface AccountOfApps {
  owner: TestOwner;
  key: string;
  /** The session of the owner. */
  token: string;
  /** The session of an operator who is no member. */
  operatorToken: string;
  /** The dashboard. */
  session: HttpClient;
  sender: HttpClient;
  source: string;
  slug: string;
}

/** More variables of the apps, by app. */
export type Environments = Partial<
  Record<'identity' | 'platform' | 'mail' | 'pages' | 'crm' | 'runtime', Record<string, string>>
>;

/** For a suite that makes more calls from one address than the rate limits allow. */
export const WITHOUT_CALL_LIMITS: Environments = {
  identity: { OAUTH_CALLS_PER_MINUTE: '1000000' },
  platform: {
    AUTH_CALLS_PER_MINUTE: '1000000',
    FAILED_CALLS_PER_MINUTE: '1000000',
    SITE_CALLS_PER_MINUTE: '1000000',
    VISITOR_CALLS_PER_MINUTE: '1000000',
  },
};

/** A client of an app with a session or a key. */
export const clientOf = (url: string, secret: string) => new HttpClient(url, { authorization: `Bearer ${secret}` });

/** Sends an e-mail by the key of the account. */
export const sendFrom = ({ sender, source, owner }: AccountOfApps, more: object = {}) =>
  sender.post('/v1/emails/send', {
    Source: source,
    Destination: { ToAddresses: [`ana@${owner.slug}.example`] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
    ...more,
  });

/** @throws Error for another status */
async function answered(status: number, call: Promise<{ status: number }>): Promise<void> {
  const answer = await call;
  if (answer.status !== status) throw new Error(`The answer is ${answer.status}, not ${status}`);
}

/** All apps in this process, each with the addresses of the others, and the runtime of the pages. */
export class EveryApp {
  private constructor(
    readonly identity: IdentityStack,
    readonly platform: PlatformStack,
    readonly mail: MailStack,
    readonly pages: PagesStack,
    readonly crm: CrmStack,
    readonly runtime: AppStack<RuntimeConfig>,
    readonly dashboard: DashboardStack,
  ) {}

  static async start(environments: Environments = {}): Promise<EveryApp> {
    const ports = await Promise.all(Array.from({ length: 5 }, () => freePort()));
    const [platformUrl, mailUrl, pagesUrl, crmUrl, dashboardUrl] = ports.map((port) => `http://127.0.0.1:${port}`) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const urls = { PLATFORM_URL: platformUrl, MAIL_URL: mailUrl, PAGES_URL: pagesUrl, CRM_URL: crmUrl };
    const identity = await identityStack({
      environment: { ...urls, DASHBOARD_URL: dashboardUrl, ...environments.identity },
    });
    const { redisUrl } = identity;
    const shared = { IDENTITY_URL: identity.url, ISSUER: identity.url, REDIS_URL: redisUrl };
    const at = (index: number, ...peers: (keyof typeof urls)[]) => ({
      ...shared,
      PORT: String(ports[index]),
      ...Object.fromEntries(peers.map((peer) => [peer, urls[peer]])),
    });
    const ofPlatform = { ...at(0, 'MAIL_URL', 'PAGES_URL', 'CRM_URL'), AUTH_CALLS_PER_MINUTE: '100000' };
    const ofRuntime = { ...shared, CRM_URL: crmUrl, PLATFORM_URL: platformUrl, TRUST_PROXY: '127.0.0.1' };
    // One after the other: the work of one would let the timeouts of the others' connections pass.
    const platform = await platformStack({ environment: { ...ofPlatform, ...environments.platform } });
    const mail = await mailStack({ ...at(1, 'PLATFORM_URL'), ...environments.mail });
    const pages = await pagesStack({ pages: { ...at(2, 'CRM_URL', 'PLATFORM_URL'), ...environments.pages } });
    const crm = await crmStack({ ...at(3, 'PLATFORM_URL', 'PAGES_URL', 'MAIL_URL'), ...environments.crm });
    const runtime = await pages.startRuntime({ ...ofRuntime, ...environments.runtime });
    const dashboard = await DashboardStack.start({ ...shared, ...urls, PORT: String(ports[4]) });
    return new EveryApp(identity, platform, mail, pages, crm, runtime, dashboard);
  }

  async close(): Promise<void> {
    for (const stack of [this.dashboard, this.crm, this.pages, this.mail, this.platform, this.identity])
      await stack.close();
  }

  /** A client of Platform with the session of an operator. */
  async createOperator(): Promise<HttpClient> {
    return clientOf(this.platform.url, await this.#operatorToken());
  }

  async #operatorToken(): Promise<string> {
    return this.identity.login(await this.identity.createOperator());
  }

  /** A tenant that has something in every app, among it a message that waits to be sent. */
  async createAccount(): Promise<AccountOfApps> {
    const { identity, platform, mail, pages, crm } = this;
    const owner = await identity.createOwner();
    const [token, { secret: key }] = [await identity.login(owner), await identity.createKey(owner)];
    const operatorToken = await this.#operatorToken();
    const session = clientOf(platform.url, token);
    const sender = clientOf(platform.url, key);
    const view = { id: owner.tenantId as `acc_${string}`, slug: owner.slug, name: 'Acme', plan: '', products: [] };
    await platform.tenantOf({ ...view, status: 'active' }).verifyDomain(`${owner.slug}.test`);
    const source = `hello@${owner.slug}.test`;
    const account: AccountOfApps = {
      owner,
      key,
      token,
      operatorToken,
      session,
      sender,
      source,
      slug: `pagina-${owner.slug}`,
    };
    await answered(201, session.post('/api/contacts', { Email: `ana@${owner.slug}.example` }));
    await answered(201, session.post('/api/suppressions', { Address: `no@${owner.slug}.example` }));
    await answered(202, sendFrom(account, { SendAt: new Date(Date.now() + 3_600_000).toISOString() }));
    await answered(202, sendFrom(account));
    const { domain } = await createDomain(mail.app, owner.tenantId as `acc_${string}`);
    const mailbox = await createMailbox(mail.app, domain);
    // The two refer to each other.
    await mail.sql('update mail_domain set catch_all_mailbox_id = $1 where id = $2', [mailbox.id, domain.id]);
    const author = clientOf(pages.url, token);
    const campos = [{ nome: 'curriculo', rotulo: 'Currículo', tipo: 'arquivo' }];
    const form = (await author.post('/v1/formularios', { nome: 'Contato', campos })).body.id;
    await pages.sql(
      `insert into published_page (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
     values ($1, $2, 1, $3, 'Página', 'x', '', '', '"1"', '', array[$4])`,
      [owner.tenantId, newId('pag'), account.slug, form],
    );
    const body = new FormData();
    body.set('curriculo', new Blob([`Curriculum of ${owner.slug}`], { type: 'text/plain' }), 'cv.txt');
    const answer = fetch(`${pages.visitor.url}/${account.slug}`, { method: 'POST', body });
    await answered(200, answer);
    const contact = { email: `bia@${owner.slug}.example`, nome: 'Bia' };
    await answered(201, clientOf(crm.url, token).post('/v1/contatos', contact));
    return account;
  }
}
