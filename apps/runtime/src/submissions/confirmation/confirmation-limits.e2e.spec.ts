import { describe, expect, it } from 'vitest';
import { createRedis } from '#libs/core/redis';
import { waitUntil } from '#libs/test/testing';
import { ConfirmationStack } from '../../../../../test/support/confirmations.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => ConfirmationStack.start());

describe('the mail to an address that a visitor typed', () => {
  it('is at most three a day of one form, however many submissions there are, and each lead is kept', async () => {
    const one = await stack.account();
    await Promise.all(Array.from({ length: 40 }, () => stack.send(one, 'Estranho@vizinho.test')));
    await stack.submit(one, 'outra@vizinho.test');
    await stack.settled();
    expect(stack.mailsTo('Estranho@vizinho.test')).toHaveLength(3);
    expect(stack.mailsTo('outra@vizinho.test')).toHaveLength(1);
    const { leads } = (await one.session.get('/v1/leads?limite=200')).body;
    expect(leads).toHaveLength(41);
    const sent = await Promise.all(
      leads.map(async ({ id }: { id: string }) => (await stack.lead(one, id)).consentimento.confirmacao),
    );
    expect(sent.filter(({ emails_enviados: count }) => count === 0)).toHaveLength(37);
    expect(new Set(sent.map(({ estado }) => estado))).toEqual(new Set(['pendente']));
  });

  it('is at most six a day of all forms of all accounts', async () => {
    for (let n = 0; n < 8; n += 1) await stack.submit(await stack.account(), 'alvo@muitos.test');
    await stack.settled();
    expect(stack.mailsTo('alvo@muitos.test')).toHaveLength(6);
  });

  it('is asked for again by a member every ten minutes, five times in all', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@denovo.test');
    await stack.mailTo('ana@denovo.test');
    await stack.settled();
    const again = () => one.session.post(`/v1/leads/${id}/confirmacao`, {});
    const early = await again();
    expect([early.status, early.body.erro]).toEqual([429, 'Um e-mail foi pedido há menos de dez minutos.']);
    await stack.tenMinutesLater(id);
    const answers = await Promise.all(Array.from({ length: 4 }, again));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
    await stack.mailTo('ana@denovo.test', 2);
    await stack.settled();
    expect((await stack.lead(one, id)).consentimento.confirmacao.emails_enviados).toBe(2);
    await stack.pages.sql('update lead set confirmation_mails = 5 where id = $1', [id]);
    await stack.tenMinutesLater(id);
    expect((await again()).status).toBe(409);
    const audit = await stack.pages.sql('select from audit_entry where action = $1 and object_id = $2', [
      'lead.confirmation-asked',
      id,
    ]);
    expect(audit).toHaveLength(1);
  });

  it('is not asked for where there is nothing to confirm, nor by others', async () => {
    const [plain, rival] = [await stack.account({ confirmacao_dupla: false }), await stack.account()];
    const id = await stack.submit(plain, 'ana@outra.test');
    expect((await plain.session.post(`/v1/leads/${id}/confirmacao`, {})).status).toBe(409);
    expect((await rival.session.post(`/v1/leads/${id}/confirmacao`, {})).status).toBe(404);
    expect((await (await plain.tenant.key()).post(`/v1/leads/${id}/confirmacao`, {})).status).toBe(403);
  });

  it('waits while a form has had its 300 of the hour', async () => {
    const one = await stack.account();
    const redis = createRedis(stack.pages.redisUrl);
    await waitUntil(() => redis.set(`pages:confirm-form:${one.form}`, '299', 'EX', 3_600));
    redis.disconnect();
    await stack.submit(one, 'penultima@fila.test');
    await stack.mailTo('penultima@fila.test');
    await stack.submit(one, 'ultima@fila.test');
    const waiting = () =>
      stack.pages.sql(`select from outbox where available_at > now() and last_error = 'The limit of the form'`);
    await waitUntil(async () => (await waiting()).length === 1);
    expect(stack.mailsTo('ultima@fila.test')).toEqual([]);
  });
});

describe('a mail that cannot be sent now', () => {
  it('does not delay the visitor, and is sent once when the relay takes it', async () => {
    const one = await stack.account();
    const { mail } = stack.pages;
    mail.refuse('ana@devagar.test', { code: 451, times: 1 });
    const id = await stack.submit(one, 'ana@devagar.test');
    await stack.mailTo('ana@devagar.test');
    await stack.settled();
    expect(stack.mailsTo('ana@devagar.test')).toHaveLength(1);
    expect((await stack.lead(one, id)).consentimento.confirmacao.emails_enviados).toBe(1);
  });

  it('is given up when the relay refuses the address for good; the lead stays', async () => {
    const one = await stack.account();
    stack.pages.mail.refuse('ana@nunca.test', { code: 550 });
    const id = await stack.submit(one, 'ana@nunca.test');
    await stack.settled();
    expect((await stack.lead(one, id)).consentimento.confirmacao).toMatchObject({
      estado: 'pendente',
      emails_enviados: 0,
    });
    expect(stack.events('pages.lead.captured', id)).toHaveLength(1);
  });
});

describe('spam', () => {
  it('causes no mail until a member says that it is none, and then one', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@lixo.test', { controle: { site: 'https://spam.test' } });
    await stack.settled();
    expect(stack.mailsTo('ana@lixo.test')).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => one.session.put(`/v1/leads/${id}/spam`, { spam: false })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { token } = await stack.mailTo('ana@lixo.test');
    await stack.settled();
    expect(stack.mailsTo('ana@lixo.test')).toHaveLength(1);
    expect(stack.events('pages.lead.captured', id)).toHaveLength(1);
    await stack.press('/f/confirmar', token);
    expect((await stack.lead(one, id)).confirmacao).toBe('confirmada');
  });

  it('that was confirmed before tells the CRM so when it turns out to be none', async () => {
    const one = await stack.account();
    const id = await stack.submit(one, 'ana@volta.test');
    const { token } = await stack.mailTo('ana@volta.test');
    await one.session.put(`/v1/leads/${id}/spam`, { spam: true });
    await stack.press('/f/confirmar', token);
    await stack.settled();
    expect(stack.events('pages.lead.confirmed', id)).toEqual([]);
    await one.session.put(`/v1/leads/${id}/spam`, { spam: false });
    await stack.settled();
    const captured = stack.events('pages.lead.captured', id);
    expect(captured.at(-1)).toMatchObject({ consent: { confirmation: { confirmedAt: expect.any(String) } } });
    expect(stack.mailsTo('ana@volta.test')).toHaveLength(1);
  });
});
