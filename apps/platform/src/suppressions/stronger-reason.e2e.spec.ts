import { createTransport } from 'nodemailer';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { arf } from '../../../../libs/mail/email/test-support/reports.js';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { BounceListener } from '../feedback/listener/bounce-listener.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://t.demo.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const stack = useStack(() =>
  platformStack({
    environment: { PUBLIC_URL, RETURN_PATH_DOMAIN: 'bounces.demo.test', BOUNCE_PORT: '0' },
  }),
);
const acme = usePrepared(() => stack.createTenant());
const session = usePrepared(() => acme.session());
const key = usePrepared(() => acme.key());

interface Received {
  id: string;
  unsubscribe: string;
  preferences: string;
  returnPath: string;
}

/** A mail to the address, with its links. */
async function received(to: string): Promise<Received> {
  const { body } = await key.post('/v1/emails/send', {
    ...acme.email({ to: [to], text: 'https://unsubscribe-link.invalid/ https://preferences-link.invalid/' }),
  });
  const mail = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
  const pathOf = (kind: string) =>
    new RegExp(`https://t\\.demo\\.test(/t/${kind}/[\\w-]+)`).exec(mail.source)?.[1] ?? '';
  return { id: body.MessageId, unsubscribe: pathOf('u'), preferences: pathOf('p'), returnPath: mail.from };
}

/** Withdraws a consent in the CRM, or gives it again. */
async function change(address: string, suppressed: boolean, minute: number): Promise<void> {
  const payload = { notices: [{ channel: 'email', address, suppressed }] };
  const occurredAt = `2026-08-28T12:${minute}:00.000Z`;
  const event = { id: v7(), type: 'crm.consent.changed', tenantId: acme.id, from: 'crm', occurredAt, payload };
  const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  expect((await crm.post('/internal/events', event)).body.receipt).toBe('applied');
}

const withdraw = (address: string) => change(address, true, 10);
const consentAgain = (address: string) => change(address, false, 20);

async function report({ returnPath, id }: Received, feedbackType: string, type: string): Promise<void> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port: port!, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to: returnPath }, raw: arf({ 'Feedback-Type': feedbackType }) });
  transport.close();
  await waitUntil(async () =>
    (await key.get(`/v1/emails/${id}`)).body.Events.some(({ Type }: { Type: string }) => Type === type),
  );
}

const complain = (mail: Received) => report(mail, 'abuse', 'complained');
const unsubscribe = async ({ unsubscribe: path }: Received): Promise<void> => {
  expect((await stack.anonymous.send('POST', path, 'List-Unsubscribe=One-Click', FORM)).status).toBe(200);
};
const wantNothing = async ({ preferences }: Received): Promise<void> => {
  expect((await stack.anonymous.send('POST', preferences, 'nothing=1', FORM)).status).toBe(200);
};

const entriesOf = async (address: string): Promise<unknown[]> =>
  (await session.get(`/api/suppressions?q=${address}`)).body.Suppressions.map(
    ({ Reason, Source, MessageId }: Record<string, unknown>) => [Reason, Source, MessageId],
  );

describe('an address whose consent was withdrawn in the CRM', () => {
  it.each([
    ['complains', complain, ['complaint', 'report']],
    ['unsubscribes by a link', unsubscribe, ['unsubscribe', 'link']],
    [
      'unsubscribes by a report',
      (mail: Received) => report(mail, 'opt-out', 'unsubscribed'),
      ['unsubscribe', 'report'],
    ],
  ])('and that %s stays suppressed when the consent is given again', async (what, act, entry) => {
    for (const order of ['before', 'after']) {
      const address = `${what.replaceAll(' ', '-')}-${order}@example.test`;
      const mail = await received(address);
      if (order === 'before') await act(mail);
      await withdraw(address);
      if (order === 'after') await act(mail);
      expect(await entriesOf(address)).toEqual([[...entry, mail.id]]);
      await consentAgain(address);
      expect(await entriesOf(address)).toEqual([[...entry, mail.id]]);
    }
  });

  it('gets no mail by the page of choices, though it unsubscribed itself, too', async () => {
    const address = 'both@example.test';
    const mail = await received(address);
    await unsubscribe(mail);
    await withdraw(address);
    expect((await stack.anonymous.get(mail.preferences)).text).toContain('There is nothing to choose');
    await consentAgain(address);
    expect((await stack.anonymous.get(mail.preferences)).text).toContain('Choose what you get');
  });
});

describe('an address that complains', () => {
  it.each(['before', 'after'])('cannot be lifted by the page, though it unsubscribed %s it', async (order) => {
    const address = `unsubscribed-${order}@example.test`;
    const mail = await received(address);
    if (order === 'before') await wantNothing(mail);
    await complain(mail);
    if (order === 'after') await wantNothing(mail);
    expect(await entriesOf(address)).toEqual([['complaint', 'report', mail.id]]);
    expect((await stack.anonymous.get(mail.preferences)).text).toContain('There is nothing to choose');
  });
});

describe('a stronger reason that the account gives', () => {
  it('is answered with the entry that was there, and audited', async () => {
    const body = { Address: 'noted@example.test' };
    const first = await session.post('/api/suppressions', body);
    const again = await session.post('/api/suppressions', { ...body, Reason: 'complaint' });
    expect([again.status, again.body.Suppression.Id]).toEqual([200, first.body.Suppression.Id]);
    expect(again.body.Suppression.Reason).toBe('complaint');
    const audit = await stack.sql(
      `select action, after->>'reason' as reason from audit_entry where object_id = $1 order by id`,
      [first.body.Suppression.Id],
    );
    expect(audit).toEqual([
      { action: 'suppression.added', reason: 'manual' },
      { action: 'suppression.changed', reason: 'complaint' },
    ]);
  });
});
