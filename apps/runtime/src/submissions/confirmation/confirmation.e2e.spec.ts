import { describe, expect, it } from 'vitest';
import { CONFIRMATION_LINK_MS } from '#libs/messaging/confirmation';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { waitUntil } from '#libs/test/testing';
import { ConfirmationStack } from '../../../../../test/support/confirmations.js';
import { publishPage } from '../../../../../test/support/visitor.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => ConfirmationStack.start());

const CONSENT = { texto_consentimento: 'Aceito receber o <b>boletim</b>.' };

describe('a form that asks to be confirmed by e-mail', () => {
  it('is confirmed by the button behind the link, once, and the CRM learns of each step', async () => {
    const one = await stack.account(CONSENT);
    const id = await stack.submit(one, 'ana@um.test');
    const { mail, path, token } = await stack.mailTo('ana@um.test');
    expect(mail.subject).toBe('Confirme seu e-mail');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.text).toContain('formulário “Boletim”');
    expect(mail.text).toContain('> Aceito receber o <b>boletim</b>.');
    expect(mail.html).toContain('Aceito receber o &lt;b&gt;boletim&lt;/b&gt;.');
    await stack.settled();
    const waiting = await stack.lead(one, id);
    expect(waiting).toMatchObject({
      confirmacao: 'pendente',
      consentimento: { dado: true, confirmacao: { estado: 'pendente', emails_enviados: 1, confirmada_em: null } },
    });
    expect(stack.events('pages.lead.captured', id)).toMatchObject([
      { consent: { given: true, confirmation: { askedAt: expect.any(String), confirmedAt: null, address: null } } },
    ]);

    // As a mail scanner does.
    for (const method of ['HEAD', 'GET', 'GET']) {
      const shown = await stack.visitor.send(method, path);
      expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
      if (method === 'HEAD') continue;
      expect(shown.text).toContain('<html lang="pt">');
      expect(shown.text).toContain('a•••@um.test');
      expect(shown.text).toContain('Aceito receber o &lt;b&gt;boletim&lt;/b&gt;.');
      expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
      expect(shown.headers['referrer-policy']).toBe('no-referrer');
    }
    expect((await stack.lead(one, id)).confirmacao).toBe('pendente');

    const pressed = await stack.press('/f/confirmar', token);
    expect([pressed.status, pressed.text.includes('E-mail confirmado')]).toEqual([200, true]);
    const { consentimento, confirmacao } = await stack.lead(one, id);
    expect([confirmacao, consentimento.confirmacao]).toEqual([
      'confirmada',
      expect.objectContaining({ endereco_ip: expect.stringMatching(/^2001:db8:/), navegador: 'Browser/1' }),
    ]);
    const again = await stack.press('/f/confirmar', token);
    expect([again.status, again.text.includes('Já estava confirmado')]).toEqual([200, true]);
    expect((await stack.visitor.get(path)).text).toContain('Já estava confirmado');
    expect((await stack.lead(one, id)).consentimento).toEqual(consentimento);
    await stack.settled();
    const { confirmada_em: confirmedAt, endereco_ip: address } = consentimento.confirmacao;
    expect(stack.events('pages.lead.confirmed', id)).toEqual([{ leadId: id, confirmedAt, address }]);
  });

  it('is confirmed once by many presses at once', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@junto.test');
    const { token } = await stack.mailTo('ana@junto.test');
    const answers = await Promise.all(Array.from({ length: 8 }, () => stack.press('/f/confirmar', token)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(answers.filter(({ text }) => text.includes('E-mail confirmado'))).toHaveLength(1);
    await stack.settled();
    expect(stack.events('pages.lead.confirmed', id)).toHaveLength(1);
  });

  it('asks nothing by default, and nothing of who gave no address', async () => {
    const [plain, asking] = [await stack.account({ confirmacao_dupla: false }), await stack.account()];
    const ids = [
      await stack.submit(plain, 'ana@nada.test'),
      await stack.submit(asking, '', { campos: { nome: 'Ana' } }),
    ];
    await stack.settled();
    expect(stack.mailsTo('ana@nada.test')).toEqual([]);
    const leads = [await stack.lead(plain, ids[0]!), await stack.lead(asking, ids[1]!)];
    for (const { confirmacao, consentimento } of leads)
      expect([confirmacao, consentimento.confirmacao]).toEqual([null, null]);
    expect(stack.events('pages.lead.captured', ids[0]!)).toMatchObject([{ consent: { confirmation: null } }]);
  });

  it('asks also for a lead that a key sent, and one whose form is deleted meanwhile', async () => {
    const one = await stack.account();
    const key = await one.tenant.key('forms:write');
    const sent = await key.post('/v1/leads', { form_id: one.form, campos: { email: 'ana@chave.test' } });
    const { token } = await stack.mailTo('ana@chave.test');
    expect((await one.session.delete(`/v1/formularios/${one.form}`)).status).toBe(204);
    expect((await stack.press('/f/confirmar', token)).status).toBe(200);
    expect((await stack.lead(one, sent.body.lead_id)).confirmacao).toBe('confirmada');
  });
});

describe('the language of what is written to a visitor', () => {
  it.each([
    ['that of the form', { idioma: 'en' }, 'es', 'Confirm your e-mail', 'Is this your address?', 'en'],
    ['that of the page', {}, 'es-AR', 'Confirme su correo', '¿Es suya esta dirección?', 'es'],
    ['that of the site', {}, null, 'Confirm your e-mail', 'Is this your address?', 'en'],
    [
      'Portuguese for one that we do not have',
      { idioma: null },
      'fr',
      'Confirme seu e-mail',
      'É seu este endereço?',
      'pt',
    ],
  ])('is %s', async (_, changes, pageLanguage, subject, question, tag) => {
    const one = await stack.account(changes);
    await one.session.put('/v1/site/seo', { idioma: 'en-GB' });
    const pageId = await publishPage(stack.pages, one.tenant, { slug: `p-${newId('pag').slice(4)}` });
    await stack.pages.sql(
      `update published_page set form_ids = array[$2], language = coalesce($3, language) where page_id = $1`,
      [pageId, one.form, pageLanguage],
    );
    const [page] = await stack.pages.sql<{ slug: string }>('select slug from published_page where page_id = $1', [
      pageId,
    ]);
    const email = `ana@${page!.slug}.test`;
    if (pageLanguage === null) await stack.submit(one, email);
    else expect((await stack.visitor.post(`/${page!.slug}`, { email })).status).toBe(200);
    const { mail, path } = await stack.mailTo(email);
    expect(mail.subject).toBe(subject);
    const shown = await stack.visitor.get(path);
    expect(shown.text).toContain(question);
    expect(shown.text).toContain(`<html lang="${tag}">`);
  });

  it('is that of the browser when the link says nothing', async () => {
    const spanish = await stack.visitor.get('/f/confirmar?token=x', { 'accept-language': 'es-MX,es;q=0.9' });
    expect([spanish.status, spanish.text.includes('Este enlace no funciona')]).toEqual([404, true]);
  });
});

describe('a link', () => {
  it('that expired says so, and brings another one', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@tarde.test');
    await stack.mailTo('ana@tarde.test');
    const box = stack.runtime.app.get(SecretBox, { strict: false });
    const token = box.sealCursor('lead confirmation', [one.tenant.id, id, Date.now() - 1]);
    for (const answer of [
      await stack.visitor.get(`/f/confirmar?token=${encodeURIComponent(token)}`),
      await stack.press('/f/confirmar', token),
    ])
      expect([answer.status, answer.text.includes('Este link expirou')]).toEqual([410, true]);
    expect((await stack.lead(one, id)).confirmacao).toBe('pendente');
    expect((await stack.press('/f/confirmar/novo', token)).status).toBe(429);
    await stack.tenMinutesLater(id);
    const asked = await stack.press('/f/confirmar/novo', token);
    expect([asked.status, asked.text.includes('Veja sua caixa de entrada')]).toEqual([200, true]);
    const fresh = await stack.mailTo('ana@tarde.test', 2);
    expect((await stack.press('/f/confirmar', fresh.token)).text).toContain('E-mail confirmado');
    expect((await stack.press('/f/confirmar', token)).text).toContain('Já estava confirmado');
    expect((await stack.press('/f/confirmar/novo', token)).text).toContain('Já estava confirmado');
  });

  it('works for seven days', async () => {
    expect(CONFIRMATION_LINK_MS).toBe(7 * 24 * 3_600_000);
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@prazo.test');
    const { token } = await stack.mailTo('ana@prazo.test');
    const box = stack.runtime.app.get(SecretBox, { strict: false });
    const [, , expires] = box.openCursor('lead confirmation', token) as [string, string, number];
    expect(Math.abs(expires - Date.now() - CONFIRMATION_LINK_MS)).toBeLessThan(60_000);
    await stack.settled();
    await stack.pages.sql(`update lead set confirmation_sent_at = now() - interval '8 days' where id = $1`, [id]);
    expect((await stack.lead(one, id)).confirmacao).toBe('expirada');
    const listed = async (state: string) => (await one.session.get(`/v1/leads?confirmacao=${state}`)).body.leads.length;
    expect([await listed('expirada'), await listed('pendente'), await listed('confirmada')]).toEqual([1, 0, 0]);
  });

  it('that is not ours, or of a deleted lead, confirms nothing', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@falso.test');
    const { token, path } = await stack.mailTo('ana@falso.test');
    const box = stack.runtime.app.get(SecretBox, { strict: false });
    const flipped = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1);
    const other = box.sealCursor('pages.leads', [one.tenant.id, id, Date.now() + 60_000]);
    for (const bad of ['', 'x', flipped, other, `${token}x`, 'A'.repeat(2_000)])
      expect((await stack.press('/f/confirmar', bad)).status, bad).toBe(404);
    expect((await stack.visitor.post('/f/confirmar', { token })).status).toBe(404);
    expect((await stack.lead(one, id)).confirmacao).toBe('pendente');
    await one.session.delete(`/v1/leads/${id}`);
    expect([(await stack.visitor.get(path)).status, (await stack.press('/f/confirmar', token)).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('the look of mail and page', () => {
  it('is that of the brand, whose name is text', async () => {
    const one = await stack.account({ nome: 'Ganhe em www.evil.test <i>' });
    const cores = {
      primaria: '#0f766e',
      sobre_primaria: '#ffffff',
      texto: '#1f2937',
      fundo: '#ffffff',
      superficie: '#f0fdfa',
    };
    const marca = { nome: 'Padaria <b>', cores, fonte_titulos: 'inter', fonte_texto: 'inter', raio: 8 };
    expect((await one.session.put('/v1/marca', marca)).status).toBe(200);
    await stack.submit(one, 'ana@marca.test');
    const { mail, path } = await stack.mailTo('ana@marca.test');
    expect(mail.subject).toBe('Confirme seu e-mail para Padaria <b>');
    expect(mail.html).toContain('background:#0f766e');
    expect(mail.html).toContain('Padaria &lt;b&gt;');
    expect(mail.text).not.toContain('evil.test');
    const shown = await stack.visitor.get(path);
    expect(shown.text).toContain('background:#0f766e');
    expect(shown.text).toContain('Pedido de Padaria &lt;b&gt;');
    await waitUntil(async () => (await stack.pages.sql('select from outbox')).length === 0);
  });
});
