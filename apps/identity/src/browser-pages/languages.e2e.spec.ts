import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { FormBrowser, type Visit } from '../../../../test/support/form-browser.js';
import { gatewayStack } from '../../../../test/support/gateway-stack.js';
import { PASSWORD, type IdentityStack } from '../../../../test/support/identity-stack.js';
import { appOf, AppSignIn, CALLBACK, enterPassword } from '../../../../test/support/openid.js';
import { useStack } from '../../../../test/support/use-stack.js';

const LOGO = 'https://cdn.example.test/logo.svg';

const stack = useStack(() => gatewayStack({ identity: { SERVICE_NAME: 'Correio & Cia', SERVICE_LOGO_URL: LOGO } }));
let identity: IdentityStack;

beforeAll(async () => {
  identity = stack.identity;
});
const headingOf = ({ html }: Visit) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const languageOf = ({ html }: Visit) => /<html lang="([^"]*)">/.exec(html)?.[1];

async function signIn(language: string, parameters: Record<string, string> = {}) {
  const browser = new FormBrowser(identity.url);
  const url = await new AppSignIn(await appOf(identity), CALLBACK).url(parameters);
  return { browser, page: await browser.get(url, { 'accept-language': language }) };
}

/** The mail to an address that has this subject. */
async function mailTo(email: string, subject: RegExp) {
  const find = async () => {
    const mails = identity.mail.messages.filter(({ to }) => to.includes(email));
    return (await Promise.all(mails.map(({ raw }) => simpleParser(raw)))).find((mail) =>
      subject.test(mail.subject ?? ''),
    );
  };
  return waitUntil(find, { what: `a mail with the subject ${subject}` });
}

describe('the pages for users', () => {
  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', {}, 'pt', 'Entrar'],
    ['es-MX', {}, 'es', 'Iniciar sesión'],
    ['fr-FR', {}, 'en', 'Sign in'],
    ['es-MX', { ui_locales: 'fr-CA pt-PT' }, 'pt', 'Entrar'],
    ['es-MX', { ui_locales: 'fr' }, 'es', 'Iniciar sesión'],
  ])('of a browser with %s and an app with %j are in %s', async (accepted, parameters, language, heading) => {
    const { page } = await signIn(accepted, parameters as Record<string, string>);
    expect([languageOf(page), headingOf(page)]).toEqual([language, heading]);
    expect(page.headers['content-language']).toBe(language);
  });

  it('say in it what is wrong', async () => {
    const { browser, page } = await signIn('en', { ui_locales: 'pt' });
    const wrong = await browser.submit(page, '/password', { email: 'ana@example.test', password: 'x' });
    expect(wrong.html).toContain('<title>Problema: Entrar</title>');
    expect(wrong.html).toContain('O e-mail ou a senha está incorreto.');
    const empty = await browser.submit(page, '/password', { email: '', password: '' });
    expect(empty.html).toContain('Digite seu e-mail e sua senha.');
  });

  it('say so when an address leads nowhere, a form comes from elsewhere, and a request is invalid', async () => {
    const browser = new FormBrowser(identity.url);
    const headers = { 'accept-language': 'es' };
    expect(headingOf(await browser.get('/verify-email?token=x', headers))).toBe('Este enlace no funciona');
    expect(headingOf(await browser.get('/sign-in/nothing', headers))).toBe('Este acceso ha terminado');
    const foreign = await browser.post('/forgot-password', {}, { ...headers, origin: 'https://evil.example.test' });
    expect(foreign.html).toContain('Este formulario se envió desde otro sitio.');
    const invalid = await browser.get('/oauth/authorize?client_id=none', { ...headers, accept: 'text/html' });
    expect([languageOf(invalid), headingOf(invalid)]).toEqual(['es', 'Esto no funciona']);
    const end = await browser.get('/oauth/logout', { ...headers, accept: 'text/html' });
    expect(headingOf(end)).toBe('Un momento');
  });

  it('carry the logo of the installation, and their policy allows it and nothing else', async () => {
    const { page } = await signIn('en');
    expect(page.html).toContain(`<img src="${LOGO}" alt="Correio &amp; Cia"`);
    expect(page.headers['content-security-policy']).toContain("; img-src https://cdn.example.test; form-action 'self'");
  });

  it('are announced to apps', async () => {
    const { body } = await identity.anonymous.get('/.well-known/openid-configuration');
    expect(body.ui_locales_supported).toEqual(['en', 'pt', 'es']);
  });
});

describe('the mail of a user', () => {
  const newEmail = () => `l${randomBytes(6).toString('hex')}@example.test`;

  it('is in the language of the page that causes it', async () => {
    const user = await identity.createOwner();
    const browser = new FormBrowser(identity.url);
    const page = await browser.get('/forgot-password');
    await browser.post(new URL('/forgot-password', page.url).href, { email: user.email }, { 'accept-language': 'es' });
    const { html, text } = await mailTo(user.email, /^Elija una nueva contraseña$/);
    expect(html).toContain(`<img src="${LOGO}"`);
    expect(text).toContain('-- \nCorreio & Cia');
  });

  it('that others cause is in the language of the last sign-in', async () => {
    const [reader, owner] = [await identity.createOwner(), await identity.createOwner('Acme')];
    const invite = (email: string) =>
      identity.service.post(
        `/internal/tenants/${owner.tenantId}/invitations`,
        { actorId: owner.id, email, role: 'member' },
        { 'accept-language': 'es' },
      );
    const { browser, page } = await signIn('en', { ui_locales: 'pt-BR' });
    expect((await enterPassword(browser, page, reader)).redirectedTo).toBeDefined();
    expect((await invite(reader.email)).status).toBe(201);
    const { html } = await mailTo(reader.email, /convida você para Acme$/);
    expect(html).toContain('<html lang="pt-BR">');
    const stranger = newEmail();
    await invite(stranger);
    await mailTo(stranger, /le invita a Acme$/);
  });

  it('that others cause is in the language that its reader has chosen, whatever that of the last sign-in', async () => {
    const [reader, owner] = [await identity.createOwner(), await identity.createOwner('Acme')];
    const path = `/internal/users/${reader.id}/profile`;
    expect((await identity.service.patch(path, { language: 'es' })).body).toMatchObject({
      language: 'es',
      timeZone: null,
    });
    const { browser, page } = await signIn('en', { ui_locales: 'pt-BR' });
    await enterPassword(browser, page, reader);
    const invitation = { actorId: owner.id, email: reader.email, role: 'member' };
    await identity.service.post(`/internal/tenants/${owner.tenantId}/invitations`, invitation);
    await mailTo(reader.email, /le invita a Acme$/);
  });

  it('that no request causes is in the language of the registration', async () => {
    const email = newEmail();
    const body = { Email: email, Password: PASSWORD, Name: 'Ana' };
    await stack.anonymous.post('/api/auth/register', body, { 'accept-language': 'es' });
    const [row] = await identity.sql(
      `select language from user_account where id = (select user_id from email_address where email = $1)`,
      [email],
    );
    expect(row).toEqual({ language: 'es' });
  });

  it('is in the language of the call of the API that causes it', async () => {
    const email = newEmail();
    const body = { Email: email, Password: PASSWORD, Name: 'Ana' };
    const headers = { 'accept-language': 'pt-BR,pt;q=0.9' };
    const { status } = await stack.anonymous.post('/api/auth/register', body, headers);
    expect(status).toBe(201);
    const { html } = await mailTo(email, /^Confirme seu e-mail$/);
    expect(html).toContain('<html lang="pt-BR">');
  });
});
