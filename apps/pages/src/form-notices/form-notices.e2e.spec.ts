import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { type ConfirmingAccount, ConfirmationStack } from '../../../../test/support/confirmations.js';
import { graphqlData, operation } from '../../../../test/support/graphql.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { publishPage } from '../../../../test/support/visitor.js';
import { ANSWERS_PER_HOUR } from './lead-announcements.js';
import { NOTICES_PER_HOUR } from './notice-window.js';

const stack = useStack(() => ConfirmationStack.start());

const TEMPLATE = newId('tpl');
const PLAIN = { confirmacao_dupla: false };
/** Sent by a bot that fills every field. */
const TRAPPED = { controle: { site: 'https://bot.test' } };
const NEEDLESS = { membros: [], incluir_spam: false, ultimo_erro: null };

interface Announced {
  key: string;
  leadId: string | null;
  memberIds: string[];
  mail: { subject: string; text: string; html: string; replyTo: string | null };
  reportsSuccess: boolean;
}

const path = ({ form }: ConfirmingAccount) => `/v1/formularios/${form}/avisos`;

/** An account with a form of which a member hears, and its visitors. */
async function told(changes: object = {}, form: object = PLAIN) {
  const account = await stack.account(form);
  const { userId } = await account.tenant.member('member');
  const body = {
    avisos: { membros: [userId] },
    resposta_automatica: { ativa: true, template_id: TEMPLATE },
    ...changes,
  };
  const set = await account.session.put(path(account), body);
  expect(set.status, set.text).toBe(200);
  return { ...account, userId };
}

const announced = (leadId: string) => stack.events('pages.lead.announced', leadId) as unknown as Announced[];
const answered = (leadId: string) => stack.events('pages.lead.answered', leadId);

/** The outcome of a mail, as Platform tells it. */
async function settled(account: ConfirmingAccount, payload: object, settledAt = new Date()): Promise<void> {
  const event = {
    id: v7(),
    type: 'platform.lead-mail.settled',
    tenantId: account.tenant.id,
    from: 'platform',
    occurredAt: new Date().toISOString(),
    payload: {
      kind: 'answer',
      formId: account.form,
      leadId: null,
      detail: null,
      settledAt: settledAt.toISOString(),
      ...payload,
    },
  };
  const platform = stack.pages.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  expect((await platform.post('/internal/events', event)).body.receipt).toBe('applied');
}

describe('the notices of a form', () => {
  it('are off until somebody is chosen, and are replaced as a whole', async () => {
    const account = await stack.account(PLAIN);
    const { userId } = await account.tenant.member('member');
    const empty = { ativa: false, template_id: null, remetente: { nome: null, endereco: null }, ultimo_erro: null };
    expect((await account.session.get(path(account))).body).toEqual({ avisos: NEEDLESS, resposta_automatica: empty });
    const remetente = { nome: 'Clareira', endereco: 'ola@clareira.test' };
    const answer = { ativa: true, template_id: TEMPLATE, remetente };
    const key = await account.tenant.key('forms:read', 'forms:write');
    const set = await key.put(path(account), {
      avisos: { membros: [userId, userId], incluir_spam: true },
      resposta_automatica: answer,
    });
    expect([set.status, set.body]).toEqual([
      200,
      {
        avisos: { membros: [userId], incluir_spam: true, ultimo_erro: null },
        resposta_automatica: { ...answer, ultimo_erro: null },
      },
    ]);
    expect((await key.get(path(account))).body).toEqual(set.body);
    expect((await account.session.put(path(account), {})).body).toEqual({
      avisos: NEEDLESS,
      resposta_automatica: empty,
    });
  });

  it('name members with a verified address alone', async () => {
    const account = await stack.account(PLAIN);
    const stranger = await (await stack.pages.createTenant()).member('owner');
    const { userId } = await account.tenant.member('member');
    const memberships = [{ tenantId: account.tenant.id, slug: account.tenant.slug, role: 'member' as const }];
    const user = { userId, email: 'eva@membro.test', active: true, operator: false, secondFactor: false, memberships };
    const attempt = async (membros: string[]) => {
      const { status, body } = await account.session.put(path(account), { avisos: { membros } });
      return [status, body.campo];
    };
    const refused = [422, 'avisos.membros[0]'];
    expect(await attempt([stranger.userId])).toEqual(refused);
    const unknown = newId('usr');
    await stack.pages.publish('user', unknown, null);
    expect(await attempt([unknown])).toEqual(refused);
    await stack.pages.publish('user', userId, { ...user, verified: false });
    expect(await attempt([userId])).toEqual(refused);
    await stack.pages.publish('user', userId, { ...user, verified: true });
    expect(await attempt([userId])).toEqual([200, undefined]);
    expect((await attempt(['ana@example.com']))[0]).toBe(400);
    expect((await attempt(Array.from({ length: 21 }, () => newId('usr'))))[0]).toBe(400);
  });

  it.each([
    ['an answer without a template', { ativa: true }, 422],
    ['a template that is none', { ativa: true, template_id: 'boas-vindas' }, 400],
    ['a name that is a link', { ativa: false, remetente: { nome: 'www.spam.test' } }, 422],
    ['an address that is none', { ativa: false, remetente: { endereco: 'clareira' } }, 422],
    ['an unknown field', { ativa: false, assunto: 'Oi' }, 400],
  ])('refuse %s', async (_, resposta_automatica, status) => {
    const account = await stack.account(PLAIN);
    expect((await account.session.put(path(account), { resposta_automatica })).status).toBe(status);
  });

  it('answer nobody by a form that asks for no address', async () => {
    const account = await stack.account({ ...PLAIN, campos: [{ nome: 'nome', rotulo: 'Nome', tipo: 'texto' }] });
    const resposta_automatica = { ativa: true, template_id: TEMPLATE };
    const { status, body } = await account.session.put(path(account), { resposta_automatica });
    expect([status, body.campo]).toEqual([422, 'resposta_automatica.ativa']);
  });

  it('are read and replaced by GraphQL as well', async () => {
    const account = await told();
    const fields = 'avisos { membros } resposta_automatica { ativa template_id }';
    const variables = { formId: account.form };
    const read = operation('query', 'formNotices', { formId: 'ID!' }, fields);
    expect(await graphqlData(account.session, read, variables)).toEqual({
      formNotices: {
        avisos: { membros: [account.userId] },
        resposta_automatica: { ativa: true, template_id: TEMPLATE },
      },
    });
    const replace = operation('mutation', 'replaceFormNotices', { formId: 'ID!', input: 'FormNoticesInput!' }, fields);
    expect(await graphqlData(account.session, replace, { ...variables, input: {} })).toEqual({
      replaceFormNotices: { avisos: { membros: [] }, resposta_automatica: { ativa: false, template_id: null } },
    });
  });

  it('say why the last mail was not sent, until one is', async () => {
    const account = await told();
    await settled(account, { fault: 'template-unusable', detail: 'TemplateId does not exist' });
    const shown = async () => (await account.session.get(path(account))).body;
    expect((await shown()).resposta_automatica.ultimo_erro).toEqual({
      codigo: 'template_invalido',
      mensagem: expect.stringMatching(/ TemplateId does not exist$/),
      em: expect.any(String),
    });
    expect((await shown()).avisos.ultimo_erro).toBeNull();
    const lead = await stack.submit(account, 'ana@depois.test');
    await stack.settled();
    expect(answered(lead)).toMatchObject([{ reportsSuccess: true }]);
    expect(announced(lead)).toMatchObject([{ reportsSuccess: false }]);
    // Events may overtake each other.
    await settled(account, { fault: null }, new Date(Date.now() - 60_000));
    expect((await shown()).resposta_automatica.ultimo_erro).not.toBeNull();
    await settled(account, { fault: null, leadId: lead });
    expect((await shown()).resposta_automatica.ultimo_erro).toBeNull();
    await settled(account, { fault: 'suppressed', leadId: lead });
    expect((await shown()).resposta_automatica.ultimo_erro).toBeNull();
    const rows = await stack.pages.sql(`select fault from lead_notice where lead_id = $1 and kind = 'answer'`, [lead]);
    expect(rows).toEqual([{ fault: 'suppressed' }]);
  });
});

describe('a lead of which somebody hears', () => {
  it('is a mail with its values as text, to which members reply to the visitor', async () => {
    const account = await told();
    const lead = await stack.submit(account, 'ana@lead.test', {
      campos: { nome: '<b>Ana</b>', email: 'ana@lead.test' },
    });
    await stack.settled();
    const [one, ...more] = announced(lead);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ key: lead, memberIds: [account.userId], reportsSuccess: false });
    const { subject, text, html, replyTo } = one!.mail;
    expect([subject, replyTo]).toEqual(['Novo lead: <b>Ana</b> – Boletim', 'ana@lead.test']);
    expect(text).toContain('Nome: <b>Ana</b>\nE-mail: ana@lead.test\n');
    expect(text).toContain(`https://pages.demo.test/v1/leads/${lead}`);
    expect(html).toContain('&lt;b&gt;Ana&lt;/b&gt;');
    expect(html).not.toContain('<b>Ana');
    expect(answered(lead)).toEqual([
      {
        formId: account.form,
        leadId: lead,
        email: 'ana@lead.test',
        templateId: TEMPLATE,
        sender: { name: null, address: null },
        data: {
          form: 'Boletim',
          page: '',
          name: '<b>Ana</b>',
          email: 'ana@lead.test',
          fields: [
            { name: 'nome', value: '<b>Ana</b>' },
            { name: 'email', value: 'ana@lead.test' },
          ],
        },
        reportsSuccess: false,
      },
    ]);
  });

  it('is told in the language of the form, with its page', async () => {
    const account = await told({}, { ...PLAIN, idioma: 'en' });
    const slug = `p-${newId('pag').slice(4)}`;
    await publishPage(stack.pages, account.tenant, { slug, formIds: [account.form] });
    expect((await stack.visitor.post(`/${slug}`, { nome: 'Ana', email: 'ana@ingles.test' })).status).toBe(200);
    const [lead] = (await account.session.get('/v1/leads')).body.leads;
    await stack.settled();
    const [one] = announced(lead.id);
    expect(one?.mail.subject).toBe('New lead: Ana – Boletim');
    expect(one?.mail.text).toContain(`The form “Boletim” was sent on the page “${slug}”.`);
    expect(answered(lead.id)).toMatchObject([{ data: { page: slug } }]);
  });

  it('is told once, whatever is decided of it later', async () => {
    const account = await told();
    const lead = await stack.submit(account, 'ana@vez.test');
    await stack.settled();
    for (const spam of [true, false, true, false])
      expect((await account.session.put(`/v1/leads/${lead}/spam`, { spam })).status).toBe(200);
    await stack.settled();
    expect([announced(lead).length, answered(lead).length]).toEqual([1, 1]);
  });

  it('is told when it turns out to be no spam, and not before', async () => {
    const account = await told();
    const lead = await stack.submit(account, 'ana@spam.test', TRAPPED);
    await stack.settled();
    expect([announced(lead), answered(lead)]).toEqual([[], []]);
    await account.session.put(`/v1/leads/${lead}/spam`, { spam: false });
    await stack.settled();
    expect([announced(lead).length, answered(lead).length]).toEqual([1, 1]);
  });

  it('is told as spam to those who want that, and its visitor is not answered', async () => {
    const account = await told();
    const set = { avisos: { membros: [account.userId], incluir_spam: true } };
    await account.session.put(path(account), { ...set, resposta_automatica: { ativa: true, template_id: TEMPLATE } });
    const lead = await stack.submit(account, 'ana@ambos.test', TRAPPED);
    await stack.settled();
    expect(announced(lead)[0]?.mail.text).toContain('foi julgado spam');
    expect(answered(lead)).toEqual([]);
  });

  it('is told at once where the address waits for its confirmation, and is answered after it, once', async () => {
    const account = await told({}, {});
    const lead = await stack.submit(account, 'ana@dupla.test');
    const { token } = await stack.mailTo('ana@dupla.test');
    await stack.settled();
    expect(announced(lead)[0]?.mail.text).toContain('ainda não confirmou');
    expect(answered(lead)).toEqual([]);
    for (let press = 0; press < 2; press += 1) await stack.press('/f/confirmar', token);
    await stack.settled();
    expect([announced(lead).length, answered(lead).length]).toEqual([1, 1]);
  });

  it('is told of an import, whose old leads are not answered', async () => {
    const account = await told();
    const key = await account.tenant.key('forms:write');
    const send = async (email: string, daysAgo: number) => {
      const ocorrido_em = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      const sent = await key.post('/v1/leads', { form_id: account.form, campos: { email }, ocorrido_em });
      return sent.body.lead_id as string;
    };
    const [old, fresh] = [await send('ana@velha.test', 2), await send('ana@nova.test', 0)];
    await stack.settled();
    expect([announced(old).length, announced(fresh).length]).toEqual([1, 1]);
    expect([answered(old).length, answered(fresh).length]).toEqual([0, 1]);
  });

  it('is heard of by nobody where nobody is chosen', async () => {
    const account = await stack.account(PLAIN);
    const lead = await stack.submit(account, 'ana@ninguem.test');
    await stack.settled();
    expect(await stack.pages.sql('select from lead_notice where lead_id = $1', [lead])).toEqual([]);
    expect([announced(lead), answered(lead)]).toEqual([[], []]);
  });
});

describe('many leads of one form', () => {
  it('are a digest at the end of the hour for those that are too many', async () => {
    const account = await told({ resposta_automatica: undefined });
    const key = await account.tenant.key('forms:write');
    const body = { form_id: account.form, campos: { email: 'ana@muitas.test' } };
    const many = Array.from({ length: NOTICES_PER_HOUR + 3 }, () => key.post('/v1/leads', body));
    const ids = (await Promise.all(many)).map((sent) => sent.body.lead_id as string);
    await stack.settled();
    expect(stack.eventsWith('pages.lead.announced', 'formId', account.form)).toHaveLength(NOTICES_PER_HOUR);
    expect(ids.filter((id) => announced(id).length === 1)).toHaveLength(NOTICES_PER_HOUR);
    const held = await stack.pages.sql<{ later: boolean }>(
      `update outbox set available_at = now() from (
         select id, available_at > now() + interval '50 minutes' as later from outbox
          where tenant_id = $1 and kind = 'lead.announce-held') as held
        where outbox.id = held.id returning later`,
      [account.tenant.id],
    );
    expect(held).toEqual([{ later: true }]);
    await stack.settled();
    const [digest, ...more] = stack.eventsWith('pages.lead.announced', 'formId', account.form).slice(NOTICES_PER_HOUR);
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ leadId: null, mail: { subject: 'Mais 3 leads – Boletim', replyTo: null } });
  });

  it('answer an address once in 24 hours by each form, however it is spelt', async () => {
    const [account, other] = [await told(), await told()];
    const first = await stack.submit(account, 'ana@bomba.test');
    await stack.settled();
    const again = [await stack.submit(account, 'ANA@bomba.test'), await stack.submit(account, 'ana@bomba.test')];
    const elsewhere = await stack.submit(other, 'ana@bomba.test');
    await stack.settled();
    expect([answered(first).length, answered(elsewhere).length]).toEqual([1, 1]);
    for (const lead of again) expect([announced(lead).length, answered(lead)]).toEqual([1, []]);
    await stack.pages.sql(
      `update lead_notice set created_at = created_at - interval '25 hours' where lead_id = $1 and kind = 'answer'`,
      [first],
    );
    const nextDay = await stack.submit(account, 'ana@bomba.test');
    await stack.settled();
    expect(answered(nextDay)).toHaveLength(1);
  });

  it('answer at most so many addresses an hour; the others wait', async () => {
    const account = await told();
    const lead = await stack.submit(account, 'ana@cheia.test', TRAPPED);
    await stack.settled();
    await stack.pages.sql(
      `with one as (select * from lead where id = $1), copies as (
         insert into lead (tenant_id, id, form_id, source, "values", is_spam, spam_reasons, consent, legal_basis, origin, occurred_at)
         select tenant_id, 'led_' || lpad(n::text, 16, '0'), form_id, source, "values", false, '{}', false, legal_basis, '{}', now()
         from one, generate_series(1, $2::int) n returning tenant_id, id, form_id)
       insert into lead_notice (tenant_id, lead_id, kind, form_id, address_hash)
       select tenant_id, id, 'answer', form_id, id from copies`,
      [lead, ANSWERS_PER_HOUR],
    );
    await account.session.put(`/v1/leads/${lead}/spam`, { spam: false });
    await stack.settled();
    expect([announced(lead).length, answered(lead).length]).toEqual([1, 0]);
    const waiting = await stack.pages.sql<{ payload: unknown }>(
      `select payload from outbox where tenant_id = $1 and kind = 'lead.announce' and available_at > now()`,
      [account.tenant.id],
    );
    expect(waiting).toEqual([{ payload: { leadId: lead, answersOnly: true } }]);
  });
});

it('an answer carries no link that a visitor typed', async () => {
  const account = await told();
  const campos = { nome: 'Ganhe em spam.test', email: 'vitima@alheia.test' };
  const lead = await stack.submit(account, '', { campos });
  await account.session.put(`/v1/leads/${lead}/spam`, { spam: false });
  await stack.settled();
  expect(answered(lead)).toMatchObject([
    { data: { name: '', fields: [{ value: '' }, { value: 'vitima@alheia.test' }] } },
  ]);
});

it('an erased person leaves nothing of the mails about their leads', async () => {
  const account = await told();
  const lead = await stack.submit(account, 'ana@apagada.test');
  await stack.settled();
  const rows = () => stack.pages.sql('select kind from lead_notice where lead_id = $1 order by kind', [lead]);
  expect(await rows()).toEqual([{ kind: 'answer' }, { kind: 'notice' }]);
  const payload = {
    contactId: 'cnt_0123456789abcdef',
    requestId: null,
    emails: ['ana@apagada.test'],
    phones: [],
    leadIds: [],
  };
  const event = { id: v7(), type: 'crm.contact.erased', tenantId: account.tenant.id, from: 'crm', payload };
  const crm = stack.pages.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  expect((await crm.post('/internal/events', { ...event, occurredAt: new Date().toISOString() })).status).toBe(200);
  expect(await rows()).toEqual([]);
});
