import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormProof } from '#libs/sites/forms';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { HttpSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';

describe.each([
  ['direct routes', 'true'],
  ['the controllers alone', 'false'],
])('by %s', (_way, fastHttp) => {
  let stack: PagesStack;
  let crm: HttpSink;

  beforeAll(async () => {
    crm = await HttpSink.start();
    crm.answer({ headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' });
    stack = await pagesStack({ pages: { CRM_URL: crm.url } });
    await stack.startRuntime({ CRM_URL: crm.url, TRUST_PROXY: '127.0.0.1', FAST_HTTP: fastHttp });
  });
  afterAll(async () => {
    await stack?.close();
    await crm?.stop();
  });

  const ORIGIN = 'https://www.example.com';
  const CAMPOS = [
    { nome: 'nome', rotulo: 'Nome <b>', tipo: 'texto' },
    { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true },
  ];

  let addresses = 0;
  /** A visitor from an address of their own. */
  const visitor = (): HttpClient => {
    addresses += 1;
    return stack.visitor.with({ 'x-forwarded-for': `198.51.100.${addresses}` });
  };

  interface Account {
    tenant: PagesTenant;
    session: HttpClient;
    form: string;
  }

  async function account(changes: object = {}): Promise<Account> {
    const tenant = await stack.createTenant();
    const session = await tenant.session('member');
    const body = { nome: 'Contato', campos: CAMPOS, origens: [ORIGIN], ...changes };
    const made = await session.post('/v1/formularios', body);
    expect(made.status, made.text).toBe(201);
    return { tenant, session, form: made.body.id };
  }

  const leads = async ({ session }: Account, status = 'todos') =>
    (await session.get(`/v1/leads?status=${status}`)).body.leads as Record<string, unknown>[];

  const campos = { nome: 'Ana', email: 'ana@example.test' };
  const from = (origin: string) => ({ origin });

  describe('a form in a foreign page', () => {
    it('is read and sent by an allowed origin', async () => {
      const one = await account();
      const read = await visitor().get(`/f/${one.form}`, from(ORIGIN));
      expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
      expect(read.body).toMatchObject({ id: one.form, texto_botao: 'Enviar', prova: expect.any(String) });
      const sent = await visitor().post(`/f/${one.form}`, { campos, consentimento: true }, from(ORIGIN));
      expect([sent.status, sent.body]).toEqual([200, { ok: true }]);
      expect(sent.headers['access-control-allow-origin']).toBe(ORIGIN);
      const [lead] = await leads(one, 'ok');
      expect(lead).toMatchObject({ email: 'ana@example.test', fonte: 'snippet', spam: false });
      await waitUntil(() => crm.requests.some(({ text }) => text.includes(String(lead!['id']))));
      const preflight = await visitor().send('OPTIONS', `/f/${one.form}`, undefined, from(ORIGIN));
      expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, 'Content-Type']);
    });

    it('is refused to any other origin, and to none', async () => {
      const one = await account();
      for (const origin of ['https://evil.test', 'http://www.example.com', 'null', 'https://www.example.com.evil.test'])
        expect((await visitor().post(`/f/${one.form}`, { campos }, from(origin))).status, origin).toBe(403);
      expect((await visitor().post(`/f/${one.form}`, { campos })).status).toBe(403);
      expect((await visitor().post(`/f/${newId('frm')}`, { campos }, from(ORIGIN))).status).toBe(404);
      expect(await leads(one)).toEqual([]);
    });

    it('without origins is for the hosts of its account alone', async () => {
      const one = await account({ origens: [] });
      await one.tenant.verifyHost('minha.example.net');
      const send = (origin: string) => visitor().post(`/f/${one.form}`, { campos }, from(origin));
      await waitUntil(async () => (await send('https://minha.example.net')).status === 200);
      expect((await send(ORIGIN)).status).toBe(403);
    });

    it('says what is to be corrected, in a 200', async () => {
      const one = await account();
      const { status, body } = await visitor().post(`/f/${one.form}`, { campos: { email: 'x' } }, from(ORIGIN));
      expect([status, body]).toEqual([200, { ok: false, erros: { email: 'Informe um e-mail válido.' } }]);
      expect(await leads(one)).toEqual([]);
    });

    it('is kept apart as spam, and answered alike', async () => {
      const one = await account();
      const proof = (await visitor().get(`/f/${one.form}`, from(ORIGIN))).body.prova;
      const bodies = [
        { campos, controle: { site: 'https://spam.test' } },
        { campos, controle: { prova: proof } },
        { campos, controle: { prova: `${proof}x` } },
        { campos: { ...campos, nome: 'compre em https://spam.test' } },
      ];
      for (const body of bodies)
        expect((await visitor().post(`/f/${one.form}`, body, from(ORIGIN))).body).toEqual({ ok: true });
      const found = await leads(one, 'spam');
      const reasons = await Promise.all(
        found.map(async ({ id }) => (await one.session.get(`/v1/leads/${String(id)}`)).body.sinais_spam as string[]),
      );
      expect(reasons.toReversed()).toEqual([
        ['armadilha', 'sem_script'],
        ['rapido_demais'],
        ['prova_invalida'],
        ['links', 'sem_script'],
      ]);
      expect(await leads(one, 'ok')).toEqual([]);
    });

    const HETZNER = '5.9.66.7';
    const fromAddress = (address: string) => stack.visitor.with({ 'x-forwarded-for': address });
    async function judged(one: Account, client: HttpClient, email: string, script: boolean): Promise<object> {
      // As if the script had shown the form eight seconds ago.
      const proofs = new FormProof(stack.app.get(SecretBox, { strict: false }));
      const controle = script ? { prova: proofs.issue(one.form, Date.now() - 8_000) } : undefined;
      await client.post(`/f/${one.form}`, { campos: { nome: 'Ana', email }, controle }, from(ORIGIN));
      const [lead] = await leads(one);
      const { spam, sinais_spam } = (await one.session.get(`/v1/leads/${String(lead!['id'])}`)).body;
      return { spam, sinais_spam };
    }

    it('is suspicious from a data centre or with throw-away mail, and spam with both or without a script', async () => {
      const one = await account();
      const rented = () => fromAddress(HETZNER);
      await waitUntil(async () =>
        JSON.stringify(await judged(one, rented(), 'ana@example.test', true)).includes('datacenter'),
      );
      expect(await judged(one, rented(), 'ana@example.test', true)).toEqual({
        spam: false,
        sinais_spam: ['datacenter'],
      });
      expect(await judged(one, rented(), 'ana@example.test', false)).toEqual({
        spam: true,
        sinais_spam: ['datacenter', 'sem_script'],
      });
      for (const email of ['ana@mailinator.com', 'ana@caixa.mailinator.com'])
        expect(await judged(one, visitor(), email, true)).toEqual({ spam: false, sinais_spam: ['email_descartavel'] });
      expect(await judged(one, rented(), 'ana@mailinator.com', true)).toEqual({
        spam: true,
        sinais_spam: ['email_descartavel', 'datacenter'],
      });
      expect(await judged(one, visitor(), 'ana@example.test', false)).toEqual({
        spam: false,
        sinais_spam: ['sem_script'],
      });
    });

    it('is no spam of people who share the address of a carrier', async () => {
      const one = await account();
      const client = visitor();
      for (let n = 0; n < 14; n += 1)
        expect(await judged(one, client, `p${n}@example.test`, true)).toMatchObject({ spam: false });
      expect(await judged(one, client, 'p14@example.test', true)).toEqual({ spam: false, sinais_spam: ['frequencia'] });
    });

    it('is spam when one address sends it on and on without a script', async () => {
      const one = await account();
      const client = visitor();
      for (let n = 0; n < 12; n += 1) await client.post(`/f/${one.form}`, { campos }, from(ORIGIN));
      expect([(await leads(one, 'ok')).length, (await leads(one, 'spam')).length]).toEqual([10, 2]);
    });
  });

  describe('a form in a published page', () => {
    async function published(changes: object = {}): Promise<Account & { path: string }> {
      const one = await account(changes);
      const slug = `pagina-${newId('pag').slice(4)}`;
      await stack.sql(
        `insert into published_page (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
       values ($1, $2, 1, $3, 'Página', 'x', '', '', '"1"', '', array[$4])`,
        [one.tenant.id, newId('pag'), slug, one.form],
      );
      return { ...one, path: `/${slug}` };
    }
    const browser = { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' };

    it('is sent without JavaScript, and thanked for', async () => {
      const one = await published({ mensagem_pos_envio: 'Até <b>já</b>!' });
      const body = 'nome=Ana&email=ana%40example.test&_url=https%3A%2F%2Fx.test%2F%3Futm_source%3Dboletim';
      const sent = await visitor().send('POST', one.path, body, browser);
      expect([sent.status, sent.text]).toEqual([303, '']);
      const thanks = await visitor().get(String(sent.headers['location']));
      expect(thanks.status).toBe(200);
      expect(thanks.text).toContain('Até &lt;b&gt;já&lt;/b&gt;!');
      expect(thanks.text).toContain(`href="${one.path}"`);
      const [lead] = await leads(one, 'ok');
      expect(lead).toMatchObject({ fonte: 'pagina', email: 'ana@example.test' });
      const whole = (await one.session.get(`/v1/leads/${String(lead!['id'])}`)).body;
      expect(whole.origem).toMatchObject({ utm_source: 'boletim' });
    });

    const typedBody = 'nome=Ana&email=ana%40example.test';

    it('leads to the path that its author chose', async () => {
      const one = await published({ redirecionar_para: '/olá?de=lista#fim' });
      const sent = await visitor().send('POST', one.path, typedBody, browser);
      expect([sent.status, sent.headers['location']]).toEqual([303, '/ol%C3%A1?de=lista#fim']);
      expect(await leads(one)).toHaveLength(1);
    });

    it('leads to another site by its thanks, because the policy of a page allows its form no other host', async () => {
      const one = await published({ redirecionar_para: 'https://shop.example/obrigado?a=1&b=2' });
      const sent = await visitor().send('POST', one.path, typedBody, browser);
      expect(String(sent.headers['location'])).toMatch(new RegExp(`^/f/${one.form}/obrigado`));
      const thanks = await visitor().get(String(sent.headers['location']));
      expect([thanks.status, thanks.headers['refresh']]).toEqual([200, '0; url=https://shop.example/obrigado?a=1&b=2']);
      expect(thanks.text).toContain('<a href="https://shop.example/obrigado?a=1&amp;b=2">Continuar</a>');
    });

    it.each([
      [undefined, /^\/f\/frm_\w+\/obrigado\?pagina=/],
      ['/obrigado', /^\/obrigado$/],
      ['https://shop.example/', /^https:\/\/shop\.example\/$/],
    ])('tells a script that prefers JSON where to go: %s', async (redirecionar_para, destination) => {
      const one = await published({ redirecionar_para });
      const { status, body } = await visitor().send('POST', one.path, typedBody, {
        ...browser,
        accept: 'application/json',
      });
      expect([status, body]).toEqual([
        200,
        { ok: true, mensagem: expect.any(String), destino: expect.stringMatching(destination) },
      ]);
    });

    it('comes back with what was typed, and with what is wrong', async () => {
      const one = await published();
      const typed = '"><script>alert(1)</script>';
      const sent = await visitor().send(
        'POST',
        one.path,
        new URLSearchParams({ nome: typed, email: 'x' }).toString(),
        browser,
      );
      expect(sent.status).toBe(400);
      expect(sent.text).toContain('Informe um e-mail válido.');
      expect(sent.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
      expect(sent.text).not.toContain('<script');
      expect(sent.text).toContain('Nome &lt;b&gt;');
      expect(await leads(one)).toEqual([]);
    });

    it.each([70_000, 1_000_000])('of %d bytes is too large, and the visitor reads so', async (bytes) => {
      const one = await published();
      const sent = await visitor().send(
        'POST',
        one.path,
        `email=ana%40example.test&nome=${'a'.repeat(bytes)}`,
        browser,
      );
      expect(sent.status).toBe(413);
      expect(sent.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(await leads(one)).toEqual([]);
    });

    it.each([
      ['en', 'Check your answers', 'Enter a valid e-mail address.', 'Choose', 'Germany', 'Sent', 'Thank you!'],
      [
        'es-MX',
        'Revise sus respuestas',
        'Escriba un correo electrónico válido.',
        'Elija',
        'Alemania',
        'Enviado',
        '¡Gracias!',
      ],
    ])('speaks the language of a page in %s', async (tag, check, wrong, choose, country, done, thanks) => {
      const one = await published({ campos: [...CAMPOS, { nome: 'pais', rotulo: 'País', tipo: 'pais' }] });
      await stack.sql('update published_page set language = $1 where slug = $2', [tag, one.path.slice(1)]);
      const refused = await visitor().send('POST', one.path, 'nome=Ana&email=x', browser);
      for (const text of [`<html lang="${tag}">`, check, wrong, choose, country]) expect(refused.text).toContain(text);
      const sent = await visitor().send('POST', one.path, 'nome=Ana&email=ana%40example.test', browser);
      const page = await visitor().get(String(sent.headers['location']));
      for (const text of [`<html lang="${tag}">`, `<h1>${done}</h1>`, thanks]) expect(page.text).toContain(text);
    });

    it('has its hidden fields and its campaign from the address, where no script runs', async () => {
      const hidden = { nome: 'gclid', rotulo: 'gclid', tipo: 'oculto', valor_padrao: 'nenhum' };
      const one = await published({ campos: [...CAMPOS, hidden] });
      const path = `${one.path}?utm_source=boletim&gclid=Cj0K`;
      const wrong = await visitor().send('POST', path, 'nome=Ana&email=x&gclid=nenhum&_url=', browser);
      expect(wrong.text).toContain(`action="${one.path}?utm_source=boletim&amp;gclid=Cj0K"`);
      await visitor().send('POST', path, 'nome=Ana&email=ana%40example.test&gclid=nenhum&_url=', browser);
      const [lead] = await leads(one, 'ok');
      const { campos: values, origem } = (await one.session.get(`/v1/leads/${String(lead!['id'])}`)).body;
      expect([values.gclid, origem.utm_source]).toEqual(['Cj0K', 'boletim']);
    });

    it('keeps what the script of its page said, when it comes back', async () => {
      const one = await published();
      const said = { _url: 'https://x.test/?utm_source=boletim', _referrer: 'https://y.test/', _tempo: '9000' };
      const sent = await visitor().send(
        'POST',
        one.path,
        new URLSearchParams({ ...said, email: 'x' }).toString(),
        browser,
      );
      for (const [name, value] of Object.entries(said)) expect(sent.text).toContain(`name="${name}" value="${value}"`);
    });

    it('is answered in JSON when that is asked for', async () => {
      const one = await published();
      expect((await visitor().post(one.path, campos)).body).toMatchObject({ ok: true });
      const wrong = await visitor().post(one.path, { email: 'x' });
      expect([wrong.status, Object.keys(wrong.body.erros)]).toEqual([400, ['email']]);
      expect((await visitor().post(`${one.path}-outra`, campos)).status).toBe(404);
    });

    it('has no file of another form or account, whatever its page of correction held', async () => {
      const arquivo = { nome: 'cv', rotulo: 'CV', tipo: 'arquivo', obrigatorio: true };
      const [one, other] = [
        await published({ campos: [...CAMPOS, arquivo] }),
        await published({ campos: [...CAMPOS, arquivo] }),
      ];
      const body = new FormData();
      body.set('cv', new Blob(['segredo']), 'cv.txt');
      const back = await fetch(stack.visitor.url + one.path, {
        method: 'POST',
        body,
        headers: { accept: 'text/html' },
      });
      const sealed = /name="_arquivo" value="([^"]+)"/.exec(await back.text())?.[1] ?? '';
      const fields = (given: string) => new URLSearchParams({ email: 'ana@example.test', _arquivo: given }).toString();
      for (const [path, given] of [
        [other.path, sealed],
        [one.path, `${sealed}x`],
      ] as const)
        expect((await visitor().send('POST', path, fields(given), browser)).status).toBe(400);
      for (const time of [1, 2])
        expect((await visitor().send('POST', one.path, fields(sealed), browser)).status, String(time)).toBe(303);
      expect(await leads(one)).toHaveLength(2);
    });

    it('takes files, which are only ever downloaded', async () => {
      const arquivo = { nome: 'curriculo', rotulo: 'Currículo', tipo: 'arquivo', obrigatorio: true };
      const one = await published({ campos: [...CAMPOS, arquivo] });
      const body = new FormData();
      body.set('email', 'ana@example.test');
      body.set('curriculo', new Blob(['<script>1</script>'], { type: 'text/html' }), 'cv.html');
      const sent = await fetch(stack.visitor.url + one.path, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });
      expect(sent.status).toBe(303);
      const [lead] = await leads(one);
      const { arquivos } = (await one.session.get(`/v1/leads/${String(lead!['id'])}`)).body;
      expect(arquivos).toMatchObject([{ campo: 'curriculo', nome: 'cv.html', bytes: 18 }]);
      const file = await one.session.get(`/v1/leads/${String(lead!['id'])}/arquivos/${arquivos[0].id}`);
      expect([file.status, file.text]).toEqual([200, '<script>1</script>']);
      expect(file.headers['content-type']).toBe('application/octet-stream');
      expect(file.headers['content-disposition']).toContain('attachment');
    });
  });
});
