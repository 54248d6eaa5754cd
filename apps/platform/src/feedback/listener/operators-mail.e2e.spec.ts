import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { mail } from '../../../../../libs/mail/email/test-support/reports.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { BounceListener } from './bounce-listener.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const HELLO = mail({ From: 'Ana <ana@example.test>', Subject: 'Who are you' }, 'You wrote to me.\n');

const stack = useStack(() =>
  platformStack({ environment: { RETURN_PATH_DOMAIN: 'bounces.demo.test', BOUNCE_PORT: '0' } }),
);

async function handIn(to: string): Promise<string> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from: 'ana@example.test', to }, raw: HELLO })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

const identityNames = (emails: string[]) =>
  stack.issuer.answerOthers(({ path }) =>
    path === '/internal/console/operators'
      ? { body: JSON.stringify({ emails }), headers: { 'content-type': 'application/json' } }
      : undefined,
  );

describe('postmaster@ and abuse@ of the return path of an installation that names no operators', () => {
  it.each(['postmaster@bounces.demo.test', 'abuse@bounces.demo.test', 'postmaster'])(
    '%s goes to the users who are operators',
    async (to) => {
      const operator = `${to.replace('@', '.')}@operators.test`;
      identityNames([operator]);
      expect(await handIn(to)).toMatch(/^250/);
      const passed = await stack.mail.waitFor((one) => one.to.includes(operator));
      expect(passed.from).toBe('postmaster@bounces.demo.test');
      expect(passed.source).toContain('You wrote to me.');
    },
  );

  it('is to come back later while there is nobody, and while they are not known', async () => {
    identityNames([]);
    expect(await handIn('abuse@bounces.demo.test')).toMatch(/^451 4\.3\.0/);
    stack.issuer.answerOthers(({ path }) => (path.endsWith('/operators') ? { status: 503 } : undefined));
    expect(await handIn('abuse@bounces.demo.test')).toMatch(/^451 4\.3\.0/);
  });
});
