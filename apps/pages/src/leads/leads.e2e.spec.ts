import { describe, expect, it } from 'vitest';
import { SlidingMinute } from '#libs/core/limits';
import { newId } from '#libs/core/persistence';
import { DnsSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { operationsOf } from '../../../../test/support/operations.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { LeadsService } from './leads.service.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

const crm = useStack(startEventReceiver);
const dns = useStack(async () => {
  const sink = await DnsSink.start();
  sink.add('example.test', 'MX', '10 mx.example.test');
  sink.add('so-endereco.test', 'A', '192.0.2.1');
  sink.add('so-texto.test', 'TXT', 'v=spf1 -all');
  sink.add('sem-correio.test', 'MX', '0 .');
  return sink;
});
const stack = useStack(() => pagesStack({ pages: { CRM_URL: crm.url, DNS_SERVER: dns.server } }));

const CAMPOS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true, chave: 'email' },
  { nome: 'telefone', rotulo: 'Telefone', tipo: 'telefone', chave: 'telefone' },
];

interface Account {
  tenant: PagesTenant;
  session: HttpClient;
  form: string;
}

async function account(changes: object = {}): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session('member');
  const made = await session.post('/v1/formularios', { nome: 'Contato', campos: CAMPOS, ...changes });
  expect(made.status, made.text).toBe(201);
  return { tenant, session, form: made.body.id };
}

const ANA = { nome: 'Ana Prado', email: 'ana@example.test', telefone: '(11) 98765-4321' };

async function sent({ session, form }: Account, body: object = {}): Promise<string> {
  const answer = await session.post(`/v1/forms/${form}/submissions`, { campos: ANA, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.lead_id;
}

/** The events of a type that the CRM got of a lead. */
function events(type: string, leadId: string): Record<string, unknown>[] {
  const all = crm.requests.map(({ text }) => JSON.parse(text) as { type: string; payload: { leadId: string } });
  return all.filter((one) => one.type === type && one.payload.leadId === leadId);
}

describe('a submission by key or session', () => {
  it('becomes a lead with everything known, by any of the three routes', async () => {
    const { tenant, session, form } = await account({ external_id: 'loja', texto_consentimento: 'Aceito.' });
    const key = await tenant.key('forms:write');
    const occurred = new Date(Date.now() - 3_600_000).toISOString();
    const origem = { url: 'https://www.example.com/?a=b', utm_source: 'boletim', referrer: 'https://busca.test' };
    const body = { campos: ANA, consentimento: true, ocorrido_em: occurred, origem };
    const answers = [
      await key.post('/v1/leads', { form_id: form, ...body }),
      await key.post(`/v1/forms/${form}/submissions`, body),
      await session.post('/v1/forms/externo/loja/submissions', body),
    ];
    for (const { status, body: answer, headers } of answers) {
      expect([status, answer]).toEqual([
        201,
        { ok: true, lead_id: expect.stringMatching(/^led_[0-9a-f]{16}$/), duplicada: false, id_externo: null },
      ]);
      expect(headers['location']).toBe(`/v1/leads/${answer.lead_id}`);
    }
    const read = await session.get(String(answers[0]!.headers['location']));
    expect(read.body).toMatchObject({
      id: answers[0]!.body.lead_id,
      form_id: form,
      fonte: 'api',
      campos: { nome: 'Ana Prado', email: 'ana@example.test', telefone: '+5511987654321' },
      nome: 'Ana Prado',
      email: 'ana@example.test',
      telefone: '+5511987654321',
      spam: false,
      sinais_spam: [],
      ocorrido_em: occurred,
      consentimento: { dado: true, texto: 'Aceito.', base_legal: 'legitimo_interesse', em: occurred },
      origem,
      arquivos: [],
    });
  });

  it('takes consent among the values, too, and requires it where the form does', async () => {
    const one = await account({ exige_consentimento: true, texto_consentimento: 'Aceito receber e-mails.' });
    const refused = await one.session.post(`/v1/forms/${one.form}/submissions`, { campos: ANA });
    expect([refused.status, refused.body.campo]).toEqual([400, 'consentimento']);
    const id = await sent(one, { campos: { ...ANA, consentimento: 'on' } });
    const { consentimento, campos } = (await one.session.get(`/v1/leads/${id}`)).body;
    expect(consentimento).toMatchObject({ dado: true, texto: 'Aceito receber e-mails.', base_legal: 'consentimento' });
    expect(campos).not.toHaveProperty('consentimento');
  });

  it('is refused with the message of each field', async () => {
    const { session, form } = await account();
    const campos = { email: 'ana@', telefone: '12' };
    const { status, body } = await session.post('/v1/leads', { form_id: form, campos });
    expect([status, body]).toEqual([
      400,
      {
        erro: 'email: Informe um e-mail válido.',
        campo: 'email',
        erros: { email: 'Informe um e-mail válido.', telefone: 'Informe um telefone válido, com DDD.' },
      },
    ]);
  });

  it.each<[string, object]>([
    ['ocorrido_em', { ocorrido_em: new Date(Date.now() + 6 * 60_000).toISOString() }],
    ['ocorrido_em', { ocorrido_em: new Date(Date.now() - 366 * 86_400_000).toISOString() }],
    ['ocorrido_em', { ocorrido_em: 'ontem' }],
    ['id_externo', { id_externo: 'x'.repeat(256) }],
    ['id_externo', { id_externo: '' }],
    ['origem.url', { origem: { url: `https://example.com/${'a'.repeat(2_048)}` } }],
    ['origem.cor', { origem: { cor: 'azul' } }],
    ['cor', { cor: 'azul' }],
    ['cor', { campos: { ...ANA, cor: 'azul' } }],
    ['campos', { campos: 'texto' }],
    ['consentimento', { consentimento: 'on' }],
  ])('is refused for its %s (%#)', async (field, change) => {
    const { session, form } = await account();
    const answer = await session.post(`/v1/forms/${form}/submissions`, { campos: ANA, ...change });
    expect([answer.status, answer.body.erro]).toEqual([400, expect.stringContaining(field)]);
    expect((await session.get('/v1/leads?status=todos')).body.leads).toEqual([]);
  });

  it('is kept once, however often and at once it comes with one id_externo', async () => {
    const one = await account();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        one.session.post('/v1/leads', { form_id: one.form, campos: ANA, id_externo: 'pedido-1' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(99).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.lead_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.duplicada)).toHaveLength(99);
    expect(answers[0]!.body.id_externo).toBe('pedido-1');
    const [count] = await stack.sql<{ count: string }>('select count(*) from lead where form_id = $1', [one.form]);
    expect(count!.count).toBe('1');
    const other = await account();
    await sent(other, { id_externo: 'pedido-1' });
  });

  it('is for the forms of the account, and for keys with the scope', async () => {
    const [own, rival] = [await account({ external_id: 'meu' }), await account()];
    for (const form of [own.form, newId('frm'), 'x']) {
      expect((await rival.session.post('/v1/leads', { form_id: form, campos: ANA })).status, form).toBe(404);
      expect((await rival.session.post(`/v1/forms/${form}/submissions`, {})).status, form).toBe(404);
    }
    expect((await rival.session.post('/v1/forms/externo/meu/submissions', {})).status).toBe(404);
    const reader = await own.tenant.key('forms:read');
    expect((await reader.post('/v1/leads', { form_id: own.form, campos: ANA })).status).toBe(403);
    await own.session.delete(`/v1/formularios/${own.form}`);
    expect((await own.session.post('/v1/leads', { form_id: own.form, campos: ANA })).status).toBe(404);
  });

  it('is limited to 300 a minute of an account by key', async () => {
    const { tenant, form } = await account();
    const keys = [await tenant.key('forms:write'), await tenant.key('forms:write')];
    const body = { form_id: form, campos: ANA };
    // Many at once may keep Redis waiting on a busy machine, and the process then counts by itself.
    const minute = stack.app.get(SlidingMinute, { strict: false });
    for (let n = 0; n < 290; n += 1) await minute.count(tenant.id, [{ name: 'leads', calls: 300 }]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => keys[n % 2]!.post('/v1/leads', body)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a kept lead', () => {
  it('is told to the CRM once, whole, and so is what its address turns out to be', async () => {
    const one = await account();
    const id = await sent(one, { consentimento: true });
    await waitUntil(() => events('pages.lead.email-checked', id).length > 0);
    expect(events('pages.lead.captured', id)).toHaveLength(1);
    expect(events('pages.lead.captured', id)[0]).toMatchObject({
      tenantId: one.tenant.id,
      from: 'pages',
      payload: {
        leadId: id,
        formId: one.form,
        formName: 'Contato',
        source: 'api',
        fields: [
          { name: 'nome', label: 'Nome', type: 'texto', contactField: 'nome', value: 'Ana Prado' },
          { name: 'email', contactField: 'email', value: 'ana@example.test' },
          { name: 'telefone', contactField: 'telefone', value: '+5511987654321' },
        ],
        consent: { given: true, legalBasis: 'legitimo_interesse' },
      },
    });
    expect(events('pages.lead.email-checked', id)[0]).toMatchObject({ payload: { emailStatus: 'ok' } });
  });

  it.each([
    ['ana@example.test', 'ok'],
    ['ana@so-endereco.test', 'ok'],
    ['teste@example.test', 'suspeito'],
    ['ana@so-texto.test', 'suspeito'],
    ['ana@sem-correio.test', 'suspeito'],
    ['ana@nao-existe.test', 'dominio_inexistente'],
    ['ana@mailinator.com', 'descartavel'],
    ['ana@caixa.mailinator.com', 'descartavel'],
  ])('shows %s as %s after a while', async (email, status) => {
    const one = await account();
    const id = await sent(one, { campos: { email } });
    const seen = async () => (await one.session.get(`/v1/leads/${id}`)).body.email_status as string | null;
    expect(await waitUntil(seen)).toBe(status);
  });

  it('shows an address as desconhecido while DNS is down, and looks again later', async () => {
    const one = await account();
    dns.failing = true;
    const id = await sent(one, { campos: { email: 'ana@volta.test' } });
    const seen = async (status: string) => {
      // Its next attempt is due at once.
      await stack.sql(`update outbox set available_at = now() where payload->>'leadId' = $1`, [id]);
      return (await one.session.get(`/v1/leads/${id}`)).body.email_status === status;
    };
    await waitUntil(() => seen('desconhecido'), { timeoutMs: 20_000 });
    expect((await one.session.get('/v1/leads?email_status=desconhecido')).body.leads).toHaveLength(1);
    dns.add('volta.test', 'MX', '10 mx.example.test');
    dns.failing = false;
    await waitUntil(() => seen('ok'), { timeoutMs: 20_000 });
    await waitUntil(() => events('pages.lead.email-checked', id).length === 2);
    const told = events('pages.lead.email-checked', id).map(({ payload }) => payload);
    expect(told).toEqual(['desconhecido', 'ok'].map((emailStatus) => ({ leadId: id, emailStatus })));
  });

  it('waits for a CRM that is away', async () => {
    crm.answerNext(...Array.from({ length: 3 }, () => ({ status: 503 })));
    const id = await sent(await account());
    await waitUntil(() => events('pages.lead.captured', id).length > 1, { timeoutMs: 20_000 });
    const dead = await stack.sql('select from outbox where dead_at is not null');
    expect(dead).toEqual([]);
  });

  it('is listed by every filter, newest first, page by page', async () => {
    const one = await account();
    const ids = [];
    for (const nome of ['Um', 'Dois', 'Três']) ids.push(await sent(one, { campos: { ...ANA, nome } }));
    const shown = async (query: string) =>
      (await one.session.get(`/v1/leads?${query}`)).body.leads.map(({ id }: { id: string }) => id);
    const newestFirst = ids.toReversed();
    expect(await shown('')).toEqual(newestFirst);
    expect(await shown(`form_id=${one.form}`)).toEqual(newestFirst);
    expect(await shown(`form_id=${newId('frm')}`)).toEqual([]);
    expect(await shown(`q=${encodeURIComponent('TRêS')}`)).toEqual([ids[2]]);
    expect(await shown('q=98765')).toEqual(newestFirst);
    expect(await shown('q=%25')).toEqual([]);
    expect(await shown('pagina=outra')).toEqual([]);
    expect(await shown('status=spam')).toEqual([]);
    await waitUntil(async () => (await shown('email_status=ok')).length === 3);
    const { recebido_em: second } = (await one.session.get(`/v1/leads/${ids[1]}`)).body;
    expect(await shown(`de=${second}`)).toEqual([ids[2], ids[1]]);
    expect(await shown(`ate=${second}`)).toEqual([ids[0]]);
    const page = (await one.session.get('/v1/leads?limite=2')).body;
    expect(page.leads).toHaveLength(2);
    const rest = (await one.session.get(`/v1/leads?limite=2&cursor=${page.proximo}`)).body;
    expect([rest.leads[0].id, rest.proximo]).toEqual([ids[0], '']);
    for (const query of ['status=outro', 'email_status=x', 'limite=0', 'de=ontem', 'cursor=torto'])
      expect((await one.session.get(`/v1/leads?${query}`)).status, query).toBe(400);
  });

  it('is spam or not as a member decides, and the CRM learns of it', async () => {
    const one = await account();
    const id = await sent(one);
    const decide = (spam: boolean) => one.session.put(`/v1/leads/${id}/spam`, { spam });
    const marked = await decide(true);
    expect([marked.status, marked.body.spam, marked.body.spam_decidido_em]).toEqual([200, true, expect.any(String)]);
    expect((await one.session.get('/v1/leads')).body.leads).toEqual([]);
    expect((await one.session.get('/v1/leads?status=spam')).body.leads).toHaveLength(1);
    expect((await decide(false)).body.spam).toBe(false);
    await waitUntil(
      () => events('pages.lead.captured', id).length === 2 && events('pages.lead.retracted', id).length === 1,
    );
    expect((await one.session.put(`/v1/leads/${id}/spam`, { spam: 'sim' })).status).toBe(400);
  });

  it('goes to the CRM once when several members at once say that it is no spam', async () => {
    const one = await account();
    const id = await sent(one);
    await waitUntil(() => events('pages.lead.email-checked', id).length === 1);
    await one.session.put(`/v1/leads/${id}/spam`, { spam: true });
    const before = events('pages.lead.captured', id).length;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => one.session.put(`/v1/leads/${id}/spam`, { spam: false })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    await waitUntil(async () => (await stack.sql('select from outbox')).length === 0);
    expect(events('pages.lead.captured', id).length - before).toBe(1);
    expect(events('pages.lead.email-checked', id)).toHaveLength(2);
  });

  it('is exported with a column for each field, and no formula', async () => {
    const one = await account();
    const id = await sent(one, { campos: { ...ANA, nome: '=HYPERLINK("https://evil.test")' } });
    const { status, headers, text } = await one.session.get(`/v1/leads/exportar?form_id=${one.form}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('attachment');
    const [head, row, ...rest] = text.slice(1).split('\r\n');
    expect(head).toContain('campos.nome,campos.email,campos.telefone');
    expect(row).toContain(id);
    expect(row).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(rest).toEqual(['']);
  });

  it('is exported whole, without parameters of pages, or the answer says that there are more', async () => {
    const one = await account();
    await sent(one);
    const described = (await operationsOf(stack.anonymous)).find(({ name }) => name === 'GET /v1/leads/exportar');
    expect(described?.queryParameters).toEqual(expect.arrayContaining(['form_id', 'de', 'ate']));
    expect(described?.queryParameters).not.toContain('cursor');
    expect(described?.queryParameters).not.toContain('limite');
    expect((await one.session.get('/v1/leads/exportar')).headers['x-service-truncated']).toBeUndefined();
    await stack.sql(
      `insert into lead (tenant_id, id, form_id, source, "values", is_spam, spam_reasons, email_status, consent,
         legal_basis, origin, occurred_at)
       select $1, 'led_' || lpad(to_hex(n), 16, '0'), $2, 'pagina', '{}', false, '{}', 'ok', false, 'consentimento', '{}', now()
         from generate_series(1, 50000) n`,
      [one.tenant.id, one.form],
    );
    const { url, fixedHeaders } = one.session;
    const answer = await fetch(`${url}/v1/leads/exportar`, { headers: fixedHeaders });
    // What follows the head is as long as the limit.
    await answer.body?.cancel();
    expect(answer.headers.get('x-service-truncated')).toBe('true');
  });

  it('is deleted by a member, and by the time that its form keeps it', async () => {
    const one = await account({ retencao_dias: 30 });
    const [first, old, young] = [await sent(one), await sent(one), await sent(one)];
    expect((await one.session.delete(`/v1/leads/${first}`)).status).toBe(204);
    await stack.sql(`update lead set created_at = now() - interval '31 days' where id = $1`, [old]);
    await stack.app.get(LeadsService, { strict: false }).deleteExpired();
    const left = (await one.session.get('/v1/leads')).body.leads.map(({ id }: { id: string }) => id);
    expect(left).toEqual([young]);
  });

  it('belongs to its account, and to sessions alone', async () => {
    const [own, rival] = [await account(), await account()];
    const id = await sent(own);
    for (const lead of [id, newId('led'), 'x']) {
      expect((await rival.session.get(`/v1/leads/${lead}`)).status).toBe(404);
      expect((await rival.session.put(`/v1/leads/${lead}/spam`, { malformed: 1 })).status).toBe(404);
      expect((await rival.session.delete(`/v1/leads/${lead}`)).status).toBe(404);
      expect((await rival.session.get(`/v1/leads/${lead}/arquivos/x`)).status).toBe(404);
    }
    const key = await own.tenant.key();
    expect((await key.get('/v1/leads')).status).toBe(403);
    expect((await key.get(`/v1/leads/${id}`)).status).toBe(403);
    expect((await stack.anonymous.get('/v1/leads')).status).toBe(401);
  });
});
