import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { dsn } from '../../../../../libs/mail/email/test-support/reports.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { PlatformConfig } from '../../config.js';
import { BounceListener } from './bounce-listener.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() =>
  platformStack({
    environment: {
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      BOUNCE_PORT: '0',
      BOUNCE_RECIPIENTS_PER_MINUTE: '2',
    },
  }),
);

describe('the limit of reports a minute', () => {
  it('is set by BOUNCE_RECIPIENTS_PER_MINUTE, for one client; the next report waits', async () => {
    const tenant = await stack.createTenant();
    const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email());
    const { from } = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
    const { port } = stack.app.get(BounceListener, { strict: false });
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const raw = dsn({ 'Final-Recipient': 'rfc822; someone@example.test', Action: 'delivered', Status: '2.0.0' });
    const report = () => transport.sendMail({ envelope: { from: '', to: from }, raw });
    await report();
    await report();
    await expect(report()).rejects.toMatchObject({ responseCode: 450 });
    transport.close();
  });

  it('has room for the reports of a busy relay unless it is set', () => {
    expect(new PlatformConfig().bounceRecipientsPerMinute).toBe(120_000);
  });
});
