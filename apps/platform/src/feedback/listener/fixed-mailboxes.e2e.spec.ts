import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { arf, mail } from '../../../../../libs/mail/email/test-support/reports.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { BounceListener } from './bounce-listener.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const LOOPS = 'loops@feedback.test';
const OPERATOR = 'operator@service.test';

const stack = useStack(() =>
  platformStack({
    environment: {
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      BOUNCE_PORT: '0',
      FBL_ADDRESS: LOOPS,
      ALERT_EMAILS: OPERATOR,
      ALERT_SENDER: 'alerts@service.test',
    },
  }),
);
const tenant = usePrepared(() => stack.createTenant());

afterEach(() => stack.mail.acceptAll());

/** The answer to a mail, as a mail server gets it. */
async function handIn(to: string | string[], raw: Buffer, from = ''): Promise<string> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

async function sendOne(): Promise<{ id: string; to: string; returnPath: string }> {
  const to = `someone.${Math.random().toString(36).slice(2)}@example.test`;
  const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email({ to: [to] }));
  const { from } = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
  await statusBecomes(body.MessageId, 'sent');
  return { id: body.MessageId, to, returnPath: from };
}

const statusBecomes = async (id: string, status: string) => {
  const client = await tenant.key('emails:read');
  await waitUntil(async () => (await client.get(`/v1/emails/${id}`)).body.Message.Status === status, { what: status });
};

const complaintAbout = (returnPath: string) =>
  arf({ 'Feedback-Type': 'abuse', 'User-Agent': 'Loop/1.0', 'Original-Mail-From': `<${returnPath}>` });

const suppressed = async (address: string) =>
  (await (await tenant.session()).get(`/api/suppressions?q=${encodeURIComponent(address)}`)).body.Suppressions;

describe('the address of feedback loops', () => {
  it('takes a complaint for the e-mail whose return path it quotes', async () => {
    const { id, to, returnPath } = await sendOne();
    expect(await handIn(LOOPS.toUpperCase(), complaintAbout(returnPath))).toMatch(/^250/);
    await statusBecomes(id, 'complained');
    expect(await suppressed(to)).toEqual([expect.objectContaining({ Address: to, Reason: 'complaint' })]);
  });

  it('believes no complaint that quotes a forged return path: that goes to the operators', async () => {
    const { id, to, returnPath } = await sendOne();
    const forged = returnPath.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    expect(await handIn(LOOPS, complaintAbout(forged))).toMatch(/^250/);
    await stack.mail.waitFor((one) => one.to.includes(OPERATOR) && one.source.includes(forged));
    expect(await suppressed(to)).toEqual([]);
    await statusBecomes(id, 'sent');
  });
});

describe('postmaster@ and abuse@ of the return path', () => {
  const HELLO = mail({ From: 'Ana <ana@example.test>', Subject: 'Who are you' }, 'You wrote to me.\n');

  it.each(['postmaster', 'postmaster@bounces.demo.test', 'Abuse@Bounces.demo.test'])(
    '%s goes to the operators',
    async (to) => {
      const raw = Buffer.concat([Buffer.from(`X-Test: ${to}\r\n`), HELLO]);
      expect(await handIn(to, raw, 'ana@example.test')).toMatch(/^250/);
      const passed = await stack.mail.waitFor(
        (one) => one.to.includes(OPERATOR) && one.source.includes(`X-Test: ${to}`),
      );
      expect(passed.from).toBe('alerts@service.test');
      expect(passed.source).toContain('From: Ana <ana@example.test>');
      expect(passed.source).toMatch(/^Resent-Date: .*\r\nResent-From: alerts@service.test\r\n/);
    },
  );

  it('is answered with "later" while the relay does not take it', async () => {
    stack.mail.refuse(OPERATOR, { code: 450 });
    expect(await handIn('abuse@bounces.demo.test', HELLO)).toMatch(/^451 4\.4\.0/);
  });

  it('counts a complaint there, too', async () => {
    const { id, returnPath } = await sendOne();
    expect(await handIn('abuse@bounces.demo.test', complaintAbout(returnPath))).toMatch(/^250/);
    await statusBecomes(id, 'complained');
  });

  it('refuses mail that goes round', async () => {
    const hops = 'Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\r\n'.repeat(51);
    expect(await handIn('abuse@bounces.demo.test', Buffer.concat([Buffer.from(hops), HELLO]))).toMatch(/^554 5\.4\.6/);
  });

  it('leaves any other address unknown', async () => {
    expect(await handIn('sales@bounces.demo.test', HELLO)).toMatch(/^550 5\.1\.1/);
  });
});
