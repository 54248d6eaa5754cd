import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { BuiltAccount, expectStatus, PASSWORD } from './support/account.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

/** Markup that runs where a text is taken for HTML, and a word without a place to break. */
const MARKUP = `"><img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>${'w'.repeat(60)}`;
/** Values that are no text of anybody: the page acts on them. */
const OF_THE_PRODUCT =
  /^(?:__typename|cursor|endCursor|startCursor|status|state|role|channel|environment|kind|type|purpose|plan|plans|products|metric|reason)$/;
const ID_OR_TIME = /^(?:[a-z]+_[\da-f]{16}|\d{4}-\d\d-\d\dT.*)$/;

const LISTS = ['/', '/start', '/messages', '/send', '/templates', '/campaigns', '/reports', '/domains', '/keys'];
const TABS = ['contacts', 'lists', 'topics', 'suppressions'].map((tab) => `/audience?tab=${tab}`);
const MORE = ['/webhooks', '/sms', '/push', '/tenant', '/plan', '/audit', '/account', '/account/security'];
const CONSOLE = ['', '/tenants', '/users', '/plans', '/blocks', '/alerts', '/queues', '/audit'].map(
  (one) => `/console${one}`,
);

/** The account of one tenant, with one of everything that is shown; the ids by the screens that show them. */
let account: BuiltAccount;
let details: readonly string[];

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  details = await fill(account);
});

/** Fills every free text of an account with markup, and makes one of everything. */
async function fill({ mark, tenantId }: BuiltAccount): Promise<string[]> {
  const session = account.session('platform');
  const make = (path: string, body: object, status = 201) => expectStatus(session.post(path, body), status);
  const named = { Name: MARKUP };
  await expectStatus(session.patch(`/api/tenants/${tenantId}`, named), 200);
  await expectStatus(session.patch('/api/auth/me', named), 200);
  const { Contact } = await make('/api/contacts', { Email: account.address(), ...named });
  const { List } = await make('/api/lists', { ...named, Description: MARKUP });
  await make(`/api/lists/${List.Id}/members`, { ContactIds: [Contact.Id] }, 200);
  await make('/api/topics', { ...named, Description: MARKUP });
  await make('/api/suppressions', { Address: account.address() });
  await make(`/api/tenants/${tenantId}/api-keys`, { ...named, Scopes: ['emails:send'] });
  const written = { Subject: MARKUP, Html: MARKUP, Text: MARKUP };
  const { Template } = await make('/api/templates', { ...named, Channel: 'email', ...written });
  const draft = { ...named, ListId: List.Id, Source: 'news@start.test', ...written };
  const { Campaign } = await make('/api/campaigns', draft);
  const { Domain } = await make('/api/domains', { Name: `${mark}.example` });
  const { Webhook } = await make('/api/webhooks', { Url: `${dev.hooks.url}/${mark}`, Events: ['email.sent'] });
  await make(`/api/webhooks/${Webhook.Id}/test`, {}, 202);
  const { MessageId } = await expectStatus(
    account.withKey('platform').post('/v1/emails/send', {
      Source: 'hello@start.test',
      Destination: { ToAddresses: [account.address()] },
      Message: { Subject: { Data: MARKUP }, Body: { Html: { Data: MARKUP }, Text: { Data: MARKUP } } },
      Tags: { note: 'a-tag' },
    }),
    202,
  );
  return [
    `/messages/${MessageId}`,
    `/templates/${Template.Id}`,
    `/campaigns/${Campaign.Id}`,
    `/domains/${Domain.Id}`,
    `/webhooks/${Webhook.Id}`,
  ];
}

describe('markup of strangers', () => {
  it('is a text on every screen of a customer, from every field of every answer, and fits', async () => {
    const login = { email: account.email, password: PASSWORD };
    const visitor = await DashboardVisitor.signedIn(browser, dev, login, { userAgent: MARKUP });
    await visitor.open('/templates');
    expect(await visitor.page.getByText(MARKUP).count()).toBeGreaterThan(1);
    await fillAnswers(visitor);
    withMarkup = 0;
    const screens = [...LISTS, ...TABS, ...MORE, ...details];
    for (const path of screens) await holds(visitor, path);
    expect(withMarkup).toBeGreaterThan(screens.length / 2);
    await visitor.close();
  });

  it('is a text on every screen of an operator', async () => {
    const visitor = await DashboardVisitor.signedIn(browser, dev, dev.operator);
    await fillAnswers(visitor);
    withMarkup = 0;
    for (const path of [...CONSOLE, `/console/tenants/${account.tenantId}`]) await holds(visitor, path);
    expect(withMarkup).toBeGreaterThan(0);
    await visitor.close();
  });

  /** How many screens showed a text with markup in it. */
  let withMarkup = 0;

  /** Adds markup to each text in each answer: also to those that only other servers write, such as why mail was returned. */
  const fillAnswers = ({ page }: DashboardVisitor) =>
    page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: unknown };
      await route.fulfill({ response, json: { ...rest, data: filled(data) } });
    });

  function filled(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => filled(one, key));
    if (typeof value === 'string') {
      return OF_THE_PRODUCT.test(key) || ID_OR_TIME.test(value) || key === 'id' ? value : value + MARKUP;
    }
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, name)]));
  }

  /** Expects a screen whose texts are texts: nothing ran, nothing crashed, nothing is wider than the window. */
  async function holds(visitor: DashboardVisitor, path: string): Promise<void> {
    const { page, faults } = visitor;
    await visitor.open(path);
    const ran = await page.evaluate(`['ran' in globalThis, document.querySelectorAll('[onerror]').length]`);
    expect([path, ran]).toEqual([path, [false, 0]]);
    if (await page.getByText('<script>').count()) withMarkup += 1;
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect([path, width, await visitor.scrollsSideways()]).toEqual([path, width, false]);
    }
    // The frames of mails tell that they run no scripts.
    const real = faults.splice(0).filter((fault) => !/sandbox|frame|Content Security Policy/i.test(fault));
    expect([path, real]).toEqual([path, []]);
  }
});

describe("ids of another account's things", () => {
  it('lead to screens that say that there is nothing', async () => {
    const other = await BuiltAccount.signUp(dev);
    const visitor = await DashboardVisitor.signedIn(browser, dev, { email: other.email, password: PASSWORD });
    const { page } = visitor;
    for (const path of details) {
      await page.goto(dev.urls.dashboard + path);
      await page.getByText('This does not exist, or no longer.').first().waitFor();
      expect([path, await page.getByText('<script>').count()]).toEqual([path, 0]);
      expect([path, await page.locator('iframe').count()]).toEqual([path, 0]);
    }
    await page.goto(`${dev.urls.dashboard}/console/tenants/${account.tenantId}`);
    await page.getByText('Your role does not allow this.').waitFor();
    const framed = await page.request.get(`${dev.urls.dashboard}/frame${details[0]!.replace('messages', 'message')}`);
    expect(framed.status()).toBe(404);
    await visitor.close();
  });

  it('chosen for a tab by hand show the own account', async () => {
    const other = await BuiltAccount.signUp(dev);
    const visitor = await DashboardVisitor.signedIn(browser, dev, { email: other.email, password: PASSWORD });
    await visitor.page.evaluate(`localStorage.setItem('service.tenant', '${account.tenantId}')`);
    await visitor.page.evaluate(`sessionStorage.setItem('service.tenant', '${account.tenantId}')`);
    await visitor.page.goto(`${dev.urls.dashboard}/templates`);
    await waitUntil(
      async () => {
        const again = visitor.button('Try again');
        if (await again.isVisible()) await again.click();
        return visitor.button(`Switch account: ${other.mark}`).isVisible();
      },
      { ...PATIENCE, what: 'the own account' },
    );
    expect(await visitor.page.getByText('<script>').count()).toBe(0);
    await visitor.close();
  });
});
