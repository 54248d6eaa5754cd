import { randomInt } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../support/http-client.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { BuiltAccount, expectStatus, PASSWORD } from './support/account.js';
import { endHold, holdQueues, insertDeadLetter, insertSuggestion } from './support/console-rows.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

let account: BuiltAccount;
let api: HttpClient;
let operator: DashboardVisitor;

beforeAll(async () => {
  operator = await DashboardVisitor.signedIn(browser, dev, dev.operator);
  return () => operator.close();
});

beforeEach(async () => {
  operator.faults.length = 0;
  account = await BuiltAccount.signUp(dev);
  api = account.operator('platform');
  return () => expect(operator.faults).toEqual([]);
});

/** Presses the button of the dialog that is open, and waits until it is closed. */
async function agree(name: string): Promise<void> {
  const { dialog } = operator;
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const listed = async (path: string, name: string) =>
  (await expectStatus(api.get(`/api/admin/${path}`), 200))[name] as Record<string, unknown>[];

describe('an alert rule', () => {
  it('is made, changed, switched off and deleted', async () => {
    const name = account.name();
    const rule = async () => (await listed('platform-alerts', 'Alerts')).find(({ Name }) => Name === name);
    await operator.open('/console/alerts');
    await operator.button('New rule').click();
    await operator.dialog.getByLabel('Name').fill(name);
    await operator.dialog.getByLabel('Metric').selectOption('queue_due');
    await operator.dialog.getByLabel('Rule', { exact: true }).selectOption('gte');
    await operator.dialog.getByLabel('Threshold').fill('123456');
    await agree('New rule');
    await operator.row(name).getByText('queue_due ≥ 123456').waitFor();
    expect(await rule()).toMatchObject({ Metric: 'queue_due', Operator: 'gte', Threshold: 123_456, Active: true });

    await operator.button(`Edit: ${name}`).click();
    expect(await operator.dialog.getByLabel('Threshold').inputValue()).toBe('123456');
    await operator.dialog.getByLabel('Threshold').fill('654321.5');
    await operator.dialog.getByLabel('In use').uncheck();
    await agree('Save');
    await operator.row(name).getByText('queue_due ≥ 654321.5').waitFor();
    await operator.row(name).getByText('Switched off').waitFor();
    expect(await rule()).toMatchObject({ Threshold: 654_321.5, Active: false });

    await operator.button(`Delete: ${name}`).click();
    await agree('Delete');
    await operator.row(name).waitFor({ state: 'detached' });
    expect(await rule()).toBeUndefined();
  });
});

describe('the blocklist', () => {
  it('holds an entry from the moment that it is added until it is removed', async () => {
    const domain = `${account.name()}.example`;
    const send = () => account.withKey('platform').post('/v1/emails/send', mailTo(`ana@${domain}`));
    await operator.open('/console/blocks');
    await operator.button('Block').click();
    await operator.dialog.getByLabel('Kind').selectOption('domain');
    await operator.dialog.getByLabel('Value').fill(domain);
    await operator.dialog.getByLabel('Reason').fill('A look for the tests');
    await agree('Block');
    await operator.row(domain).getByText('A look for the tests').waitFor();
    expect(await listed(`blacklist?q=${domain}`, 'Entries')).toMatchObject([{ Kind: 'domain', Value: domain }]);
    // Each process learns of it a moment later.
    await waitUntil(async () => (await send()).status !== 202, { ...PATIENCE, what: 'the refusal of its mail' });

    await operator.page.getByLabel('Search').fill(domain);
    await operator.button(`Delete: ${domain}`).click();
    await agree('Delete');
    await operator.row(domain).waitFor({ state: 'detached' });
    await waitUntil(async () => (await send()).status === 202, { ...PATIENCE, what: 'mail to it' });
  });

  it('is sorted by value in both directions, and counted', async () => {
    const [first, last] = [`a-${account.name()}.example`, `z-${account.name()}.example`];
    for (const Value of [first, last])
      await expectStatus(api.post('/api/admin/blacklist', { Kind: 'domain', Value }), 200, 201);
    await operator.open(`/console/blocks?q=${account.mark}`);
    await operator.page.getByText('2 entries').waitFor();
    const head = operator.page.getByRole('columnheader', { name: 'Value' });
    for (const [direction, top] of [
      ['ascending', first],
      ['descending', last],
    ] as const) {
      await head.getByRole('button').click();
      await operator.page.locator(`[role=columnheader][aria-sort=${direction}]`).filter({ hasText: 'Value' }).waitFor();
      await operator.page.locator('[aria-rowindex="2"]').filter({ hasText: top }).waitFor();
    }
  });

  it('takes a suggestion that is applied, and not one that is dismissed', async () => {
    const [applied, dismissed] = [await insertSuggestion(account), await insertSuggestion(account)];
    await operator.open('/console/blocks?tab=suggestions');
    await operator.button(`Apply: ${applied.domain}`).click();
    await operator.button(`Apply: ${applied.domain}`).waitFor({ state: 'detached' });
    await operator.button(`Dismiss: ${dismissed.domain}`).click();
    await operator.button(`Dismiss: ${dismissed.domain}`).waitFor({ state: 'detached' });
    await operator.open(`/console/blocks?q=${account.mark}`);
    await operator.row(applied.domain).waitFor();
    expect(await operator.row(dismissed.domain).count()).toBe(0);
  });

  it('has networks of data centres beside it, which are added and removed', async () => {
    const number = randomInt(4_200_000_000, 4_294_967_294);
    const name = account.name();
    const network = async () => (await api.get(`/api/admin/datacenter-asn/${number}`)).status;
    await operator.open('/console/blocks?tab=datacenters&sort=numberReversed');
    await operator.button('Add network').click();
    await operator.dialog.getByLabel('AS number').fill(String(number));
    await operator.dialog.getByLabel('Name').fill(name);
    await agree('Add network');
    await operator.row(`AS${number}`).getByText(name).waitFor();
    expect(await network()).toBe(200);
    await operator.button(`Delete: ${name}`).click();
    await agree('Delete');
    await operator.row(`AS${number}`).waitFor({ state: 'detached' });
    expect(await network()).toBe(404);
  });
});

describe('a sender of texts', () => {
  const ask = async () => {
    const Value = `S${randomInt(1e9)}`;
    return (await expectStatus(account.session('platform').post('/api/sms/senders', { Value }), 201)).Sender;
  };

  it('is confirmed, which its account sees', async () => {
    const { Value } = await ask();
    await operator.open('/console/senders?state=pending');
    await operator.button(`Confirm: ${Value}`).click();
    await agree('Confirm');
    await operator.row(Value).waitFor({ state: 'detached' });
    const { Senders } = await expectStatus(account.session('platform').get('/api/sms/senders'), 200);
    expect(Senders).toMatchObject([{ Value, State: 'confirmed' }]);
  });

  it('is refused, and the account has it no more', async () => {
    const { Value } = await ask();
    await operator.open('/console/senders');
    await operator.button(`Delete: ${Value}`).click();
    await agree('Delete');
    await operator.row(Value).waitFor({ state: 'detached' });
    expect((await expectStatus(account.session('platform').get('/api/sms/senders'), 200)).Senders).toEqual([]);
  });
});

describe('an account', () => {
  const tenant = async () => (await expectStatus(api.get(`/api/admin/tenants/${account.tenantId}`), 200)).Tenant;

  it('gets a plan that was made a moment ago', async () => {
    const plan = account.name();
    await operator.open('/console/plans');
    await operator.button('New plan').click();
    await operator.dialog.getByLabel('Name').fill(plan);
    await operator.dialog.getByLabel('E-mails a month').fill('1234');
    await agree('Save');
    await operator.row(plan).getByText('1,234').waitFor();

    await operator.open(`/console/tenants/${account.tenantId}`);
    await operator.button('Change plan').click();
    await operator.dialog.getByLabel('Plan').selectOption(plan);
    await agree('Change plan');
    await operator.page.getByText(plan, { exact: true }).first().waitFor();
    expect((await tenant()).Plan).toBe(plan);
  });

  it('is suspended with a reason, changes nothing then, and is taken back', async () => {
    const write = () => account.session('platform').post('/api/topics', { Name: account.name() });
    await operator.open(`/console/tenants/${account.tenantId}`);
    await operator.button('Suspend').click();
    await operator.dialog.getByLabel('Reason').fill('Unpaid');
    await agree('Suspend');
    await operator.page.getByText('Unpaid').waitFor();
    expect(await tenant()).toMatchObject({ Status: 'suspended', StatusReason: 'Unpaid' });
    await waitUntil(async () => (await write()).status === 403, { ...PATIENCE, what: 'the refusal of writes' });

    await operator.button('Reactivate').click();
    await operator.dialog.getByLabel('Reason').fill('Paid');
    await agree('Reactivate');
    await operator.button('Suspend').waitFor();
    expect((await tenant()).Status).toBe('active');
    await waitUntil(async () => (await write()).status < 300, { ...PATIENCE, what: 'writes' });
  });

  it('is made for an owner, who is invited once more at another address', async () => {
    const [name, lost, owner] = [account.name(), account.address(), account.address()];
    await operator.open('/console/tenants');
    await operator.button('New account').click();
    await operator.dialog.getByLabel('Name').fill(name);
    await operator.dialog.getByLabel('E-mail of the owner').fill(lost);
    await operator.dialog.getByRole('button', { name: 'New account' }).click();
    await operator.heading(name).waitFor();
    await account.outside.inMailTo(lost, /(https?:\/\/\S*invitation\S*token=[\w-]+)/);

    await operator.button('Invite owner').click();
    await operator.dialog.getByLabel('E-mail of the owner').fill(owner);
    await agree('Invite owner');
    await operator.told('The invitation is sent');
    const invitation = await account.outside.inMailTo(owner, /(https?:\/\/\S*invitation\S*token=[\w-]+)/);
    const page = await fetch(invitation);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(name);
  });

  it('is deleted by its owner, which the console tells until they take it back', async () => {
    const owner = await DashboardVisitor.signedIn(browser, dev, { email: account.email, password: PASSWORD });
    onTestFinished(() => owner.close());
    await owner.go('Members and settings');
    await owner.button('Delete this account').click();
    await owner.dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await owner.dialog.getByRole('button', { name: 'Delete this account' }).click();
    await owner.button('Restore').waitFor();
    await operator.open('/console/deletions');
    await operator.row(account.tenantId).getByText('Scheduled').waitFor();
    await operator.row(account.tenantId).getByRole('link').click();
    await operator.heading(account.mark).waitFor();
    await operator.page.getByText('Deleted on').waitFor();

    await owner.button('Restore').click();
    await owner.told('The account is restored');
    await operator.open('/console/deletions');
    await operator.row(account.tenantId).waitFor({ state: 'detached' });
    expect((await tenant()).Status).toBe('active');
  });
});

describe('a user', () => {
  it('is blocked and cannot sign in, until they are unblocked', async () => {
    const { email } = await account.user();
    const signIn = () => account.anonymous('platform').post('/api/auth/login', { email, password: PASSWORD });
    await operator.open(`/console/users?email=${encodeURIComponent(email)}`);
    await operator.button(`Block: ${email}`).click();
    await operator.dialog.getByLabel('Reason').fill('Spam');
    await agree('Block');
    await operator.row(email).getByText('Switched off').waitFor();
    expect((await signIn()).status).not.toBe(200);
    await operator.button(`Unblock: ${email}`).click();
    await operator.dialog.getByLabel('Reason').fill('It was not theirs');
    await agree('Unblock');
    await operator.row(email).getByText('Active', { exact: true }).waitFor();
    expect((await signIn()).status).toBe(200);
  });
});

describe('work that failed for good', () => {
  it('is tried again', async () => {
    const error = account.name();
    const id = await insertDeadLetter(account, error);
    await operator.open('/console/queues');
    await operator.row(error).getByRole('button', { name: 'Retry: email.deliver' }).click();
    await operator.row(error).waitFor({ state: 'detached' });
    // It delivers no message, so there is nothing left of it then.
    const left = async () => (await api.get(`/api/admin/dead-letters/${id}`)).status;
    await waitUntil(async () => (await left()) === 404, { ...PATIENCE, what: 'the end of the job' });
    expect(await listed('audit?action=dead_letter.retried', 'Entries')).toContainEqual(
      expect.objectContaining({ Object: { Type: 'dead_letter', Id: id } }),
    );
  });

  it('is discarded after a question', async () => {
    const error = account.name();
    const id = await insertDeadLetter(account, error);
    await operator.open('/console/queues');
    await operator.row(error).getByRole('button', { name: 'Delete: email.deliver' }).click();
    await agree('Delete');
    await operator.row(error).waitFor({ state: 'detached' });
    expect((await api.get(`/api/admin/dead-letters/${id}`)).status).toBe(404);
  });
});

describe('a hold on the queues', () => {
  it('is seen from its begin, released after a question, and ends', async () => {
    const reason = account.name();
    await holdQueues(account, reason);
    onTestFinished(() => endHold(account, reason));
    await operator.open('/console/queues');
    await operator.row(reason).getByText('Held', { exact: true }).waitFor();
    await operator.row(reason).getByRole('button', { name: 'Release' }).click();
    await agree('Release');
    await waitUntil(async () => {
      const [newest] = await listed('queue-holds', 'QueueHolds');
      return newest?.['Reason'] === reason && newest['EndedAt'] !== null;
    }, PATIENCE);
    await operator.open('/console/queues');
    await operator.row(reason).getByText('Completed').waitFor();
    expect(await operator.row(reason).getByRole('button').count()).toBe(0);
  });
});

describe('the feedback loop', () => {
  interface Key {
    Selector: string;
    State: string;
    Record: { Name: string; Value: string };
  }
  const keys = async () => (await expectStatus(api.get('/api/admin/feedback-loop'), 200)).FeedbackLoop.Keys as Key[];
  const publish = (some: readonly Key[]) =>
    account.outside.publish(some.map(({ Record: { Name, Value } }) => ({ name: Name, type: 'TXT', value: Value })));

  it('gets a new key, which signs once its record is found', async () => {
    // Only when no key waits for its record another one is made.
    publish(await keys());
    await expectStatus(api.post('/api/admin/feedback-loop/check', {}), 200);
    const known = new Set((await keys()).map(({ Selector }) => Selector));
    await operator.open('/console/feedback');
    await operator.button('New key').click();
    await agree('New key');
    await operator.told('The key is made: publish its record');
    const made = (await keys()).filter(({ Selector }) => !known.has(Selector));
    expect(made).toHaveLength(1);
    const [{ Selector }] = made as [Key];
    const card = operator.page.getByRole('region', { name: Selector });
    await card.getByText(made[0]!.Record.Value).waitFor();

    publish(made);
    await operator.button('Look up records').click();
    await operator.told('Records were looked up');
    await card.getByText('Active', { exact: true }).waitFor();
    expect((await keys()).find((key) => key.Selector === Selector)).toMatchObject({ State: 'active' });
  });
});

describe('figures over time', () => {
  it('name their zone: days are those of UTC, hours those of the reader', async () => {
    const caption = operator.page.locator('caption').filter({ hasText: 'Messages over time' });
    await operator.open('/console?period=month');
    await caption.filter({ hasText: '(UTC)' }).waitFor({ state: 'attached' });
    await operator.page.getByText('day (UTC)').first().waitFor();
    await operator.open('/console?period=day');
    const zone = (await operator.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')) as string;
    await caption.filter({ hasText: `(${zone})` }).waitFor({ state: 'attached' });
    expect(await operator.page.getByText(`hour (${zone})`).count()).toBeGreaterThan(0);
  });
});

const mailTo = (address: string) => ({
  Source: 'hello@start.test',
  Destination: { ToAddresses: [address] },
  Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } },
});
