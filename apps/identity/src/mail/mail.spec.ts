import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#libs/core/config';
import { ENGLISH_LOOK, noticeHtml } from '#libs/messaging/notices';
import type { Database } from '#libs/core/persistence';
import { SmtpSink } from '#libs/test/testing';
import { IdentityConfig } from '../config.js';
import { contentOf } from './mail-content.js';
import { MailLinks } from './mail-links.js';
import { MailTransport } from './mail-transport.js';
import { ReaderLanguage } from './reader-language.js';
import type { SystemMail } from './system-mail.js';

const FRAGMENT = 'A-token_with-43-characters-of-base64url-here';
const expiresAt = '2031-05-04T12:30:00.000Z';
const link = { token: FRAGMENT, expiresAt };
const to = 'ana@example.test';

const MAILS: SystemMail[] = [
  {
    kind: 'verification',
    to,
    name: 'Ana',
    registeredAt: '2031-05-02T11:58:00.000Z',
    registeredIp: '192.0.2.7',
    ...link,
  },
  { kind: 'password-reset', to, name: 'Ana', ...link },
  { kind: 'password-changed', to, name: 'Ana' },
  { kind: 'address-added', to, name: 'Ana', added: 'new@example.test' },
  { kind: 'address-changed', to, name: 'Ana', current: 'new@example.test', ...link },
  { kind: 'erasure-requested', to, name: 'Ana', tenantName: 'Acme', slug: 'acme', requestId: 'r-1' },
  {
    kind: 'webhook-disabled',
    to,
    name: 'Ana',
    tenantName: 'Acme',
    webhookId: 'whk_0123456789abcdef',
    host: 'hooks.example.test',
    failingSince: expiresAt,
  },
  { kind: 'tenant-deletion-requested', to, name: 'Ana', tenantName: 'Acme', dueAt: expiresAt },
  { kind: 'tenant-restored', to, name: 'Ana', tenantName: 'Acme' },
  { kind: 'tenant-deleted', to, name: 'Ana', tenantName: 'Acme' },
  { kind: 'account-deletion-requested', to, name: 'Ana', dueAt: expiresAt },
  { kind: 'account-restored', to, name: 'Ana' },
  { kind: 'account-deleted', to, name: 'Ana' },
  { kind: 'invitation', to, tenantName: 'Acme', inviter: 'Bea', role: 'admin', ...link },
];

const config = (SMTP_URL: string, environment: Record<string, string> = {}) =>
  loadConfig(IdentityConfig, {
    NODE_ENV: 'test',
    DATABASE_URL: 'unused',
    DATABASE_SYSTEM_URL: 'unused',
    REDIS_URL: 'redis://unused',
    SERVICE_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: 'unused',
    SMTP_URL,
    IDENTITY_MAIL_FROM: 'Acme Mail <no-reply@acme.test>',
    DASHBOARD_URL: 'https://app.test/',
    ...environment,
  });

let sink: SmtpSink;
let transport: MailTransport;
let links: MailLinks;
/** No account is known. */
const readers = new ReaderLanguage({ system: () => Promise.resolve(undefined) } as unknown as Database);

beforeEach(async () => {
  sink = await SmtpSink.start();
  links = new MailLinks(config(sink.url));
  transport = new MailTransport(config(sink.url), links, readers);
});

afterEach(async () => {
  await transport.onApplicationShutdown();
  await sink.stop();
});

describe('the mail of identity', () => {
  it.each(MAILS)('says the same as text and as HTML: $kind', async (mail) => {
    const date = new Date('2031-05-02T12:00:00Z');
    await transport.send(mail, { id: 'one', date });
    const [message] = await sink.waitFor(1);
    const parsed = await simpleParser(message?.raw ?? Buffer.alloc(0));
    expect(parsed).toMatchObject({ messageId: '<one@acme.test>', date, subject: expect.stringMatching(/\w{4}/) });
    expect(parsed.from?.value).toEqual([{ name: 'Acme Mail', address: 'no-reply@acme.test' }]);
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    for (const part of [parsed.text, parsed.html]) {
      expect(part).toContain(contentOf(mail, links, 'en').paragraphs[1]);
      // The page that undoes a change is identity's own.
      const before = mail.kind === 'address-changed' ? '?token=' : '#token=';
      if ('token' in mail) expect(part).toContain(before + FRAGMENT);
    }
    expect(parsed.text?.split('\n').at(-1)).toBe('');
  });

  it.each(MAILS)('is written in the language of its reader: $kind', async (mail) => {
    for (const [language, tag] of [
      ['pt', 'pt-BR'],
      ['es', 'es'],
    ] as const) {
      await transport.send({ ...mail, language }, { id: language, date: new Date() });
      const message = await sink.waitFor(language === 'pt' ? 1 : 2).then((all) => all.at(-1)!);
      const { subject, text, html } = await simpleParser(message.raw);
      const { subject: english, paragraphs } = contentOf(mail, links, 'en');
      expect(subject).not.toBe(english);
      for (const paragraph of paragraphs) expect(text).not.toContain(paragraph);
      expect(html).toContain(`<html lang="${tag}">`);
    }
  });

  it.each([
    ['whk_0123456789abcdef', 'Then have sent again what it missed.'],
    ['01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15', 'What it missed is not sent again.'],
  ])('says of the webhook %s what becomes of its deliveries', (webhookId, said) => {
    const disabled = MAILS.find(({ kind }) => kind === 'webhook-disabled')!;
    expect(contentOf({ ...disabled, webhookId } as SystemMail, links, 'en').paragraphs.at(-1)).toBe(said);
  });

  it('carries the name and the logo of the installation', async () => {
    const branded = config(sink.url, { SERVICE_NAME: 'Correio <b>', SERVICE_LOGO_URL: 'https://cdn.test/logo.png' });
    const own = new MailTransport(branded, links, readers);
    await own.send(MAILS[2]!, { id: 'one', date: new Date() });
    await own.onApplicationShutdown();
    const [message] = await sink.waitFor(1);
    const { html, text } = await simpleParser(message?.raw ?? Buffer.alloc(0));
    expect(html).toContain('<img src="https://cdn.test/logo.png" alt="Correio &lt;b&gt;"');
    expect(text).toMatch(/-- \nCorreio <b>\n$/);
  });

  it('keeps its token behind the #, where no server on the way sees it', () => {
    const url = new URL(links.verification(FRAGMENT));
    expect(url.href).toBe(`https://app.test/verify-email#token=${FRAGMENT}`);
    expect(url.pathname + url.search).not.toContain(FRAGMENT);
  });

  it.each([
    [{ DASHBOARD_URL: '' }, 'https://id.test/verify-email?token='],
    [{ MAIL_LINKS_URL: 'https://id.test/' }, 'https://id.test/verify-email?token='],
    [{ MAIL_LINKS_URL: 'https://portal.test/me/' }, 'https://portal.test/me/verify-email#token='],
    [{}, 'https://app.test/verify-email#token='],
  ])('leads where the configuration says: %j', (environment, start) => {
    const issued = new MailLinks(config(sink.url, { ISSUER: 'https://id.test', ...environment }));
    expect(issued.verification(FRAGMENT)).toBe(start + FRAGMENT);
  });

  it('of an account leads to a page that is there', () => {
    const added = MAILS[3]!;
    const own = new MailLinks(config(sink.url, { ISSUER: 'https://id.test', DASHBOARD_URL: '' }));
    expect(contentOf(added, links, 'en').action?.url).toBe('https://app.test/account');
    expect(contentOf(added, own, 'en').action?.url).toBe('https://id.test/forgot-password');
  });

  it('of a request that waits leads to the page of its account, if there is a dashboard', () => {
    const waiting = {
      kind: 'erasure-requested',
      to,
      name: 'Ana',
      tenantName: 'Acme',
      slug: 'acme',
      requestId: 'r-1',
    } as const;
    const own = new MailLinks(config(sink.url, { ISSUER: 'https://id.test', DASHBOARD_URL: '' }));
    expect(contentOf(waiting, links, 'en').action?.url).toBe('https://app.test/erasure-requests?account=acme');
    expect(contentOf(waiting, own, 'en').action).toBeUndefined();
    expect(contentOf(waiting, own, 'en').notes[0]).toContain('r-1');
  });

  it('shows names of users as text, and never as a link or a header', () => {
    const invitation = { kind: 'invitation', to, role: 'owner', ...link } as const;
    const markup = contentOf({ ...invitation, tenantName: '<b>Acme</b>', inviter: 'Bea\r\nBcc: x' }, links, 'en');
    expect(markup.subject).toBe('Bea Bcc: x invites you to <b>Acme</b>');
    expect(noticeHtml(markup, { ...ENGLISH_LOOK, signature: 'Service' })).not.toContain('<b>');
    for (const name of ['Win at https://evil.test', 'evil.test', 'www.evil']) {
      const content = contentOf({ ...invitation, tenantName: name, inviter: name }, links, 'en');
      expect(content.subject).toBe('Somebody invites you to their account');
    }
  });
});
