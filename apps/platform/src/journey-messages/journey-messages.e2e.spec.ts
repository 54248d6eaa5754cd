import { simpleParser } from 'mailparser';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { newId } from '#libs/core/persistence';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const crm = useStack(async () => {
  const sink = await HttpSink.start();
  sink.answer({ headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' });
  return sink;
});
const PUBLIC_URL = 'https://mail.acme.test';
const stack = useStack(() => platformStack({ environment: { CRM_URL: crm.url, PUBLIC_URL } }));

async function receive(tenant: TestTenant, type: string, payload: object, id = v7()): Promise<void> {
  const event = { id, type, tenantId: tenant.id, from: 'crm', occurredAt: new Date().toISOString(), payload };
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const { status, text } = await sender.post('/internal/events', event);
  expect(status, text).toBe(200);
}

const NO_CONTENT = { templateId: null, subject: null, text: null, html: null, from: null, fromName: null, topic: null };
const messageTo = (address: string, changes: object = {}) => ({
  id: v7(),
  contactId: newId('cnt'),
  address,
  origin: `${v7()}/1`,
  data: '{"nome":"Ana","campos":{"frota":"3"}}',
  ...changes,
});
const request = (tenant: TestTenant, content: object, messages: object[], channel = 'email') =>
  receive(tenant, 'crm.messages.requested', { channel, content: { ...NO_CONTENT, ...content }, messages });

async function template(tenant: TestTenant, Html = '<p>Oi {{ nome }} {{ campos.frota }}</p>'): Promise<string> {
  const session = await tenant.session();
  const { body } = await session.post('/api/templates', {
    Name: `T ${v7()}`,
    Channel: 'email',
    Subject: 'Oi {{ nome }}',
    Html,
  });
  return body.Template.Id;
}

const mailsTo = (email: string) => stack.mail.messages.filter(({ to }) => to.includes(email));
async function mailTo(email: string) {
  await waitUntil(() => mailsTo(email).length > 0, { what: `a mail to ${email}` });
  return simpleParser(mailsTo(email)[0]!.raw);
}
async function settled(tenant: TestTenant): Promise<void> {
  const due = () =>
    stack.sql(
      `select from outbox where tenant_id = $1 and available_at <= now() and dead_at is null
         and kind in ('journey-message.send', 'journey-list.join', 'email.deliver', 'app-event.deliver')`,
      [tenant.id],
    );
  await waitUntil(async () => (await due()).length === 0, { what: 'the end of the jobs' });
}
interface Reported {
  origin: string;
  change: string;
  reason?: string;
}
interface Sent {
  tenantId: string;
  payload?: { reports?: Reported[] };
  events?: { payload?: { reports?: Reported[] } }[];
}
function reports(tenant: TestTenant): Reported[] {
  const events = crm.requests.map(({ text }) => JSON.parse(text) as Sent);
  const ofTenant = events.flatMap((one) =>
    one.tenantId === tenant.id ? (one.events ?? [one]).map(({ payload }) => payload) : [],
  );
  return ofTenant.flatMap((payload) => payload?.reports ?? []);
}

describe('a mail that a journey asks for', () => {
  it('is a message of the tenant, filled in for the contact, with a way to unsubscribe', async () => {
    const tenant = await stack.createTenant();
    const [ana, bia] = [
      messageTo('ana@jornada.test'),
      messageTo('bia@jornada.test', { data: '{"nome":"Bia","campos":{"frota":""}}' }),
    ];
    await request(tenant, { templateId: await template(tenant), from: tenant.source, fromName: 'Acme' }, [ana, bia]);
    const mail = await mailTo('ana@jornada.test');
    expect([mail.subject, mail.from?.value]).toEqual(['Oi Ana', [{ name: 'Acme', address: tenant.source }]]);
    expect(mail.html).toContain('Oi Ana 3');
    expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.any(String) } });
    expect((await mailTo('bia@jornada.test')).subject).toBe('Oi Bia');
    const session = await tenant.session();
    expect((await session.get('/api/messages')).body.Messages).toHaveLength(2);
    const origins = await stack.sql<{ origin: string }>('select origin from message where tenant_id = $1', [tenant.id]);
    expect(origins.map(({ origin }) => origin).toSorted()).toEqual([ana.origin, bia.origin].toSorted());
  });

  it('has its own content, and comes from the domain of the tenant', async () => {
    const tenant = await stack.createTenant();
    await request(tenant, { subject: 'Oi', text: 'Tudo bem, {{ nome }}?' }, [messageTo('caio@jornada.test')]);
    const mail = await mailTo('caio@jornada.test');
    expect([mail.subject, mail.text?.trim(), mail.from?.value[0]?.address]).toEqual([
      'Oi',
      'Tudo bem, Ana?',
      `no-reply@${tenant.slug}.test`,
    ]);
  });

  it('is sent once, however often it is asked for', async () => {
    const tenant = await stack.createTenant();
    const message = messageTo('duda@jornada.test');
    const event = v7();
    const payload = { channel: 'email', content: { ...NO_CONTENT, subject: 'Oi', text: 'x' }, messages: [message] };
    for (let time = 0; time < 2; time += 1) await receive(tenant, 'crm.messages.requested', payload, event);
    await receive(tenant, 'crm.messages.requested', payload);
    await mailTo('duda@jornada.test');
    await settled(tenant);
    expect([mailsTo('duda@jornada.test').length, reports(tenant).filter(({ change }) => change === 'failed')]).toEqual([
      1,
      [],
    ]);
  });

  it.each<[string, string, (tenant: TestTenant) => Promise<object> | object]>([
    [
      'suppressed',
      'the address is suppressed',
      async (tenant) => {
        await (await tenant.session()).post('/api/suppressions', { Address: 'falha@jornada.test', Reason: 'bounce' });
        return { subject: 'Oi', text: 'x' };
      },
    ],
    ['template-unusable', 'its template is gone', () => ({ templateId: newId('tpl') })],
    [
      'template-unusable',
      'its template needs what nobody has',
      async (tenant) => ({ templateId: await template(tenant, '<p>{{ sobrenome }}</p>') }),
    ],
    [
      'domain-not-verified',
      'its sender is of another domain',
      () => ({ subject: 'Oi', text: 'x', from: 'ola@alheio.com.br' }),
    ],
    [
      'no-sender',
      'the tenant has no domain',
      async (tenant) => {
        await stack.sql('update sending_domain set verified_at = null where tenant_id = $1', [tenant.id]);
        return { subject: 'Oi', text: 'x' };
      },
    ],
  ])('is reported as %s if %s', async (reason, _, contentOf) => {
    const tenant = await stack.createTenant();
    const message = messageTo('falha@jornada.test');
    await request(tenant, await contentOf(tenant), [message]);
    await settled(tenant);
    expect(mailsTo('falha@jornada.test')).toEqual([]);
    await waitUntil(() => reports(tenant).length > 0, { what: 'the report' });
    expect(reports(tenant)).toMatchObject([{ change: 'failed', origin: message.origin, reason }]);
  });

  it('waits while the tenant is suspended, sealed', async () => {
    const tenant = await stack.createTenant();
    await tenant.setStatus('suspended');
    await request(tenant, { subject: 'Oi', text: 'x' }, [messageTo('eva@jornada.test')]);
    await settled(tenant);
    const waiting = await stack.sql(
      `select payload from outbox where tenant_id = $1 and kind = 'journey-message.send'`,
      [tenant.id],
    );
    expect([waiting.length, JSON.stringify(waiting).includes('eva@')]).toEqual([1, false]);
  });

  it('that is a push message goes to those who follow the contact', async () => {
    const tenant = await stack.createTenant();
    const message = messageTo('x', { address: newId('cnt') });
    await request(tenant, { subject: 'Oi', text: 'Tudo bem?' }, [message], 'push');
    const found = () =>
      stack.sql(`select recipient, subject from message where tenant_id = $1 and channel = 'push'`, [tenant.id]);
    await waitUntil(async () => (await found()).length > 0, { what: 'the push message' });
    expect(await found()).toMatchObject([{ recipient: expect.stringContaining(message.address), subject: 'Oi' }]);
  });
});

describe('a list that a journey puts contacts on', () => {
  const members = (tenant: TestTenant) =>
    stack.sql<{ email: string; name: string }>(
      `select c.email, c.name from contact_list_member m join contact c on c.id = m.contact_id where m.tenant_id = $1 order by c.email`,
      [tenant.id],
    );

  it('has them, new ones and known ones, once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    await session.post('/api/lists', { Name: 'Boletim', Slug: 'boletim' });
    await session.post('/api/contacts', { Email: 'ana@lista.test', Name: 'Ana Maria' });
    const joining = ['ana@lista.test', 'bia@lista.test'].map((email) => ({ email, name: null, origin: `${v7()}/1` }));
    for (let time = 0; time < 2; time += 1)
      await receive(tenant, 'crm.list.joined', { list: 'boletim', members: joining });
    await settled(tenant);
    expect(await members(tenant)).toEqual([
      { email: 'ana@lista.test', name: 'Ana Maria' },
      { email: 'bia@lista.test', name: null },
    ]);
  });

  it('that is not there is reported', async () => {
    const tenant = await stack.createTenant();
    const origin = `${v7()}/1`;
    await receive(tenant, 'crm.list.joined', {
      list: 'nada',
      members: [{ email: 'ana@lista.test', name: null, origin }],
    });
    await waitUntil(() => reports(tenant).length > 0, { what: 'the report' });
    expect(reports(tenant)).toMatchObject([{ change: 'failed', origin, reason: 'list-unknown' }]);
    expect(await members(tenant)).toEqual([]);
  });
});
