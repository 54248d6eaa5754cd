import { simpleParser, type ParsedMail } from 'mailparser';
import { HttpSink, waitUntil, type SunkMessage } from '#libs/test/testing';
import type { RuntimeConfig } from '../../apps/runtime/src/config.js';
import type { AppStack } from './app-stack.js';
import type { HttpClient } from './http-client.js';
import { pagesStack, type PagesStack, type PagesTenant } from './pages-stack.js';

const FIELDS = [
  { nome: 'nome', rotulo: 'Nome', tipo: 'texto' },
  { nome: 'email', rotulo: 'E-mail', tipo: 'email' },
];
const ORIGIN = 'https://www.example.com';
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

export interface ConfirmingAccount {
  tenant: PagesTenant;
  session: HttpClient;
  form: string;
}

/** Authoring and the runtime with a CRM and a Platform, which take every event, and a form that asks to be confirmed by e-mail. */
export class ConfirmationStack {
  private addresses = 0;

  private constructor(
    readonly pages: PagesStack,
    readonly runtime: AppStack<RuntimeConfig>,
    private readonly receiver: HttpSink,
  ) {}

  static async start(): Promise<ConfirmationStack> {
    const receiver = await HttpSink.start();
    receiver.answer({ headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' });
    const receivers = { CRM_URL: receiver.url, PLATFORM_URL: receiver.url };
    const pages = await pagesStack({ pages: { ...receivers, PUBLIC_URL: 'https://pages.demo.test' } });
    const runtime = await pages.startRuntime({ ...receivers, TRUST_PROXY: '127.0.0.1' });
    return new ConfirmationStack(pages, runtime, receiver);
  }

  async stop(): Promise<void> {
    await this.pages.close();
    await this.receiver.stop();
  }

  /** A tenant with a form; it asks for a confirmation unless the changes say otherwise. */
  async account(changes: object = {}): Promise<ConfirmingAccount> {
    const tenant = await this.pages.createTenant();
    const session = await tenant.session('owner');
    const body = { nome: 'Boletim', campos: FIELDS, origens: [ORIGIN], confirmacao_dupla: true, ...changes };
    const made = await session.post('/v1/formularios', body);
    if (made.status !== 201) throw new Error(made.text);
    return { tenant, session, form: made.body.id };
  }

  /** A visitor from an address of their own. */
  get visitor(): HttpClient {
    this.addresses += 1;
    // Of the range for documentation, which belongs to no data centre.
    const address = `2001:db8:${this.addresses.toString(16)}::1`;
    return this.pages.visitor.with({ 'x-forwarded-for': address, 'user-agent': 'Browser/1' });
  }

  /** Sends the form; returns the lead's id. */
  async submit(account: ConfirmingAccount, email: string, changes: object = {}): Promise<string> {
    await this.send(account, email, changes);
    return (await account.session.get('/v1/leads?status=todos&limite=1')).body.leads[0].id;
  }

  /** Sends the form. */
  async send({ form }: ConfirmingAccount, email: string, changes: object = {}): Promise<void> {
    const body = { campos: { nome: 'Ana', email }, consentimento: true, ...changes };
    const sent = await this.visitor.post(`/f/${form}`, body, { origin: ORIGIN });
    if (!sent.body.ok) throw new Error(sent.text);
  }

  /** Waits until no job is left that is due. */
  async settled(): Promise<void> {
    const due = () => this.pages.sql('select from outbox where available_at <= now()');
    await waitUntil(async () => (await due()).length === 0, { timeoutMs: 20_000, what: 'an empty outbox' });
  }

  mailsTo(email: string): SunkMessage[] {
    return this.pages.mail.messages.filter(({ to }) => to.includes(email));
  }

  /** The newest mail to an address, when there are so many. */
  async mailTo(email: string, count = 1): Promise<{ mail: ParsedMail; path: string; token: string }> {
    await waitUntil(() => this.mailsTo(email).length >= count, {
      timeoutMs: 10_000,
      what: `${count} mails to ${email}`,
    });
    const mail = await simpleParser(this.mailsTo(email).at(-1)!.raw);
    const link = /http\S+\/f\/confirmar\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';
    const { pathname, search, searchParams } = new URL(link);
    return { mail, path: pathname + search, token: searchParams.get('token') ?? '' };
  }

  press(path: string, token: string) {
    return this.visitor.send('POST', path, new URLSearchParams({ token }).toString(), FORM_BODY);
  }

  async lead({ session }: ConfirmingAccount, id: string) {
    return (await session.get(`/v1/leads/${id}`)).body;
  }

  /** The payloads of a type of event that another app got of a lead. */
  events(type: string, leadId: string): Record<string, unknown>[] {
    return this.eventsWith(type, 'leadId', leadId);
  }

  /** The payloads of a type of event in which a field has this value. */
  eventsWith(type: string, field: string, value: unknown): Record<string, unknown>[] {
    const all = this.receiver.requests.map(
      ({ text }) => JSON.parse(text) as { type: string; payload: Record<string, unknown> },
    );
    return all.filter((one) => one.type === type && one.payload[field] === value).map(({ payload }) => payload);
  }

  /** Lets the last wish for a mail be old enough for another. */
  async tenMinutesLater(id: string): Promise<void> {
    await this.pages.sql(
      `update lead set confirmation_asked_at = confirmation_asked_at - interval '10 minutes' where id = $1`,
      [id],
    );
  }
}
