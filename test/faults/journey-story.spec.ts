import { createHmac, randomUUID } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../support/app-stack.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { JourneyProcesses } from '../support/journey-processes.js';
import { useStack } from '../support/use-stack.js';

const PASSWORD = 'a-long-enough-password';
const SECRET = 'a-secret-of-the-receiver';
const PATIENT = { timeoutMs: 60_000, everyMs: 50 };
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' };
const FIELDS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email', obrigatorio: true },
];
const HOUR_NS = 3_600_000_000_000;
const DAY_NS = 24 * HOUR_NS;
const HOUR_MS = 3_600_000;

const stack = useStack(() => JourneyProcesses.start());

/** An account with a page, a destination, and a sender that may send. */
class Account {
  private constructor(
    readonly tenantId: string,
    readonly crm: HttpClient,
    readonly mark: string,
    readonly path: string,
    readonly destinationId: string,
  ) {}

  static async create(options: { killsIdentity?: boolean } = {}): Promise<Account> {
    const mark = `a${randomUUID().slice(0, 8)}`;
    const identity = stack.process('identity').client.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const login = { email: `owner@${mark}.test`, password: PASSWORD };
    const owner = await made(identity.post('/internal/users', { ...login, tenantName: mark }));
    if (options.killsIdentity)
      await stack.killWhileInserting('identity', 'session', () => identity.post('/internal/sessions', login));
    const { token } = await made(identity.post('/internal/sessions', login));
    const tenantId: string = owner.tenant.id;
    const headers = { authorization: `Bearer ${token}` };
    const [crm, pages] = [stack.process('crm').client.with(headers), stack.process('pages').client.with(headers)];
    await stack.sql(
      'platform',
      `insert into sending_domain (tenant_id, id, name, verified_at) values ($1, $2, $3, now())`,
      [tenantId, randomUUID(), `${mark}.test`],
    );
    await made(crm.put('/v1/configuracoes/conta', { pais: 'US', fuso: 'America/New_York' }));
    const quiet = { silencio_inicio: '21:00', silencio_fim: '08:00', maximo_por_dia: 5 };
    await made(crm.put('/v1/configuracoes/mensagens', quiet));
    const { id } = await made(crm.post('/v1/destinos', { nome: mark, url: stack.hooks.url, segredo: SECRET }));
    return new Account(tenantId, crm, mark, await publishPage(pages), id);
  }

  mail(numero: number, assunto: string) {
    const parametros = { assunto, texto: 'Obrigado.', remetente: `ola@${this.mark}.test` };
    return { numero, tipo: 'agir', acao: 'email', parametros };
  }

  async begin(passos: object[]): Promise<string> {
    const { id } = await made(this.crm.post('/v1/jornadas', { nome: this.mark, gatilho: 'lead_capturado', passos }));
    await made(this.crm.put(`/v1/jornadas/${id}/ativa`, { ativa: true }));
    return id;
  }

  async submit(email: string): Promise<void> {
    const visitor = stack.process('runtime').client;
    await waitUntil(async () => (await visitor.get(this.path)).status === 200, { ...PATIENT, what: 'the page' });
    const body = new URLSearchParams({ nome: 'Ana', email, consentimento: 'on' }).toString();
    const { status, text } = await visitor.send('POST', this.path, body, BROWSER);
    expect(status, text).toBe(303);
  }

  /** Rows of a query in the database of the CRM, whose first parameter is the account. */
  found<R extends object>(query: string): Promise<R[]> {
    return stack.sql<R>('crm', query, [this.tenantId]);
  }

  /** Waits until everybody who entered waits for a step, and that after a time; returns when the last is to go on. */
  async waitAt(step: number, after: Date): Promise<Date> {
    const query = `select due_at as at, step from enrollment where tenant_id = $1 order by due_at`;
    return waitUntil(
      async () => {
        const rows = await this.found<{ at: Date | null; step: number }>(query);
        const isThere = rows.length > 0 && rows.every((one) => one.step === step && one.at && one.at > after);
        if (!isThere) throw new Error(JSON.stringify(rows));
        return rows.at(-1)!.at!;
      },
      { ...PATIENT, what: `everybody to wait for step ${step}` },
    );
  }

  async waitForEntries(count: number): Promise<void> {
    const query = 'select from enrollment where tenant_id = $1';
    await waitUntil(async () => (await this.found(query)).length === count, { ...PATIENT, what: 'the entries' });
  }

  async waitForEnd(): Promise<void> {
    const query = `select from enrollment where tenant_id = $1 and state <> 'ended'`;
    await waitUntil(async () => (await this.found(query)).length === 0, { ...PATIENT, what: 'the end of the journey' });
  }
}

async function made(call: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await call;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body;
}

/** Publishes a page with a form as authors do; returns its path. */
async function publishPage(pages: HttpClient): Promise<string> {
  const consent = { exige_consentimento: true, texto_consentimento: 'Aceito receber e-mails.' };
  const form = await made(pages.post('/v1/formularios', { nome: 'Contato', campos: FIELDS, ...consent }));
  const page = await made(pages.post('/v1/paginas', { titulo: 'Oferta' }));
  const item = { id: 'i1', tipo: 'formulario', props: { form_id: form.id } };
  const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }], estilo: {} };
  const { versao } = await made(pages.post(`/v1/paginas/${page.id}/versoes`, { template }));
  await made(pages.post(`/v1/paginas/${page.id}/publicar`, { versao }));
  return `/${page.slug}`;
}

const wait = (numero: number, espera: number) => ({ numero, tipo: 'esperar', espera });

/** Subjects of the mails to an address, in the order in which they came. */
async function subjectsTo(email: string): Promise<(string | undefined)[]> {
  const mails = stack.mail.messages.filter(({ to }) => to.includes(email));
  return Promise.all(mails.map(async ({ raw }) => (await simpleParser(raw)).subject));
}
const waitForMails = (email: string, count: number) =>
  waitUntil(async () => (await subjectsTo(email)).length >= count, { ...PATIENT, what: `${count} mails to ${email}` });

interface Hook {
  type: string;
  id: string;
  text: string;
  isSigned: boolean;
}

/** Webhooks that came. One whose answer is too late comes again, under the same id: it is one. */
const hooks = (): Hook[] => {
  const all = stack.hooks.requests.map((request) => ({
    type: String(request.headers['x-service-event']),
    id: String(request.headers['x-service-event-id']),
    text: request.text,
    isSigned: isSigned(request),
  }));
  return [...new Map(all.map((one) => [one.id, one])).values()];
};

function isSigned({ headers, text }: { headers: object; text: string }): boolean {
  const header = (headers as Record<string, string>)['x-service-signature'] ?? '';
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=', 2) as [string, string]));
  return v1 === createHmac('sha256', SECRET).update(`${t}.${text}`).digest('hex');
}

it('a lead goes through a year with both changes of the clocks, each mail and webhook once, with every process killed on the way', async () => {
  const account = await Account.create({ killsIdentity: true });
  const webhook = { tipo: 'agir', acao: 'webhook', parametros: { destino_id: account.destinationId } };
  await account.begin([
    account.mail(1, 'Janeiro'),
    wait(2, 90 * DAY_NS),
    account.mail(3, 'Abril'),
    wait(4, 90 * DAY_NS + 22 * HOUR_NS),
    account.mail(5, 'Julho'),
    wait(6, 124 * DAY_NS),
    account.mail(7, 'Novembro'),
    wait(8, 60 * DAY_NS),
    { numero: 9, ...webhook },
  ]);
  const [ana, bia] = [`ana@${account.mark}.test`, `bia@${account.mark}.test`];
  // 07:00 in New York, where people are written to from 08:00 on.
  stack.setNow('2027-01-15T12:00:00.000Z');
  // A visitor without an answer sends the form again.
  await stack.killWhileInserting('runtime', 'lead', () => account.submit(ana));
  await stack.killWhileInserting('crm', 'activity', () => account.submit(ana));
  // The CRM applies what Pages, which sent it, does not live to hear of.
  await stack.killWhileInserting('pages', 'activity', () => account.submit(bia), 'crm');
  await account.waitForEntries(2);

  const january = await account.waitAt(1, new Date(0));
  await stack.killWhileInserting('crmWorker', 'journey_count', () => stack.setNow(january));
  const april = await account.waitAt(3, january);
  await Promise.all([waitForMails(ana, 1), waitForMails(bia, 1)]);

  await stack.killWhileInserting('platform', 'app_event_received', () => stack.setNow(april));
  const early = await account.waitAt(5, april);
  await Promise.all([waitForMails(ana, 2), waitForMails(bia, 2)]);

  // 07:00 in summer.
  stack.setNow(early);
  const july = await account.waitAt(5, early);
  stack.mail.pause();
  stack.setNow(july);
  await waitUntil(() => stack.mail.waiting > 0, { ...PATIENT, what: 'Platform to send' });
  await stack.process('platformWorker').kill();
  stack.mail.resume();
  await stack.process('platformWorker').start();
  const earlyAgain = await account.waitAt(7, july);
  await Promise.all([waitForMails(ana, 3), waitForMails(bia, 3)]);

  // 07:00 in winter.
  stack.setNow(earlyAgain);
  const november = await account.waitAt(7, earlyAgain);
  // Platform applies what the CRM, which asked for it, does not live to hear of.
  await stack.killWhileInserting('crmWorker', 'app_event_received', () => stack.setNow(november), 'platform');
  stack.setNow(await account.waitAt(9, november));
  await account.waitForEnd();
  await Promise.all([waitForMails(ana, 4), waitForMails(bia, 4)]);
  await waitUntil(async () => (await waiting(account)) === 0, { ...PATIENT, what: 'the end of all jobs' });

  for (const person of [ana, bia]) expect(await subjectsTo(person)).toEqual(['Janeiro', 'Abril', 'Julho', 'Novembro']);
  const ways = await account.found<{ steps: number[]; seqs: number[]; sent: string[] }>(
    `select array_agg(step order by seq) as steps, array_agg(seq order by seq) as seqs,
            array_agg(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') order by seq) filter (where outcome = 'requested') as sent
       from enrollment_step where tenant_id = $1 group by enrollment_id`,
  );
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const sent = ['2027-01-15T13', '2027-04-15T13', '2027-07-15T12', '2027-11-16T13', '2028-01-15T13'];
  expect(ways).toEqual([ana, bia].map(() => ({ steps: all, seqs: all, sent })));

  const leads = await stack.sql<{ id: string }>('pages', 'select id from lead where tenant_id = $1', [
    account.tenantId,
  ]);
  const captured = hooks().filter(({ type }) => type === 'crm.lead.captured');
  expect(captured.map(({ text }) => /"LeadId":"(\w+)"/.exec(text)?.[1]).toSorted()).toEqual(
    leads.map(({ id }) => id).toSorted(),
  );
  const stepped = hooks().filter(({ type }) => type === 'crm.journey.step');
  const contacts = stepped.map(({ text }) => /"contato_id":"(\w+)"/.exec(text)?.[1]);
  expect([contacts.length, new Set(contacts).size]).toEqual([2, 2]);
  expect(hooks().every((one) => one.isSigned)).toBe(true);
});

it('mails of journeys wait while Platform is down for an hour, and each is sent once when it is up again', async () => {
  const account = await Account.create();
  await account.begin([
    account.mail(1, 'Um'),
    wait(2, HOUR_NS / 2),
    account.mail(3, 'Dois'),
    wait(4, HOUR_NS / 2),
    account.mail(5, 'Três'),
  ]);
  const people = ['cris', 'davi', 'eva'].map((name) => `${name}@${account.mark}.test`);
  stack.setNow('2028-02-01T15:00:00.000Z');
  for (const name of ['platform', 'platformWorker'] as const) await stack.process(name).kill();

  for (const person of people) await account.submit(person);
  await account.waitForEntries(people.length);
  const half = await account.waitAt(3, new Date(0));
  await passTime(account, HOUR_MS / 2);
  stack.setNow(half);
  const end = await account.waitAt(5, half);
  await passTime(account, HOUR_MS / 2);
  stack.setNow(end);
  await account.waitForEnd();

  const events = await account.found<{ attempts: number }>(
    `select attempts from outbox where ${REQUESTS} and dead_at is null order by attempts desc`,
  );
  expect(events[0]!.attempts).toBeGreaterThan(10);
  for (const name of ['platform', 'platformWorker'] as const) await stack.process(name).start();
  await waitUntil(
    async () => {
      await skipWait(account);
      return (await account.found(`select from outbox where ${REQUESTS}`)).length === 0;
    },
    { ...PATIENT, everyMs: 200, what: 'the delivery to Platform' },
  );
  await Promise.all(people.map((person) => waitForMails(person, 3)));
  await waitUntil(async () => (await waiting(account)) === 0, { ...PATIENT, what: 'the end of all jobs' });
  for (const person of people) expect((await subjectsTo(person)).toSorted()).toEqual(['Dois', 'Três', 'Um']);
});

/** Jobs that ask Platform for messages. */
const REQUESTS = `tenant_id = $1 and kind = 'app-event.deliver' and payload ->> 'type' = 'crm.messages.requested'`;

/** Has the CRM try now what waits for Platform, as if the time until the next attempt had passed; returns it in milliseconds. */
async function skipWait({ tenantId }: Account): Promise<number> {
  const [skipped] = await stack.sql<{ ms: number | null }>(
    'crm',
    `with next as (
       select min(available_at) - now() as wait from outbox where ${REQUESTS} and attempts > 0
       having min(available_at) > now() + interval '20 milliseconds')
     update outbox set available_at = available_at - wait, created_at = created_at - wait, due = available_at - wait <= now()
       from next where ${REQUESTS} returning extract(epoch from wait)::float8 * 1000 as ms`,
    [tenantId],
  );
  return skipped?.ms ?? 0;
}

/** Has the CRM try as often as it does in this time. */
async function passTime(account: Account, milliseconds: number): Promise<void> {
  let passed = 0;
  await waitUntil(async () => (passed += await skipWait(account)) >= milliseconds, {
    ...PATIENT,
    timeoutMs: 120_000,
    what: 'the attempts of the time',
  });
}

/** Counts the jobs of the account that still have something to deliver. */
async function waiting({ tenantId }: Account): Promise<number> {
  const jobs = `select from outbox where tenant_id = $1 and dead_at is null
    and kind in ('app-event.deliver', 'lead.captured', 'destination.deliver', 'journey-message.send', 'email.deliver')`;
  const counts = (['pages', 'crm', 'platform'] as const).map(
    async (name) => (await stack.sql(name, jobs, [tenantId])).length,
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
