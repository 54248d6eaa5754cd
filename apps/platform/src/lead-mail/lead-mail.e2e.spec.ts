import { simpleParser } from 'mailparser';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const pages = useStack(async () => {
  const sink = await HttpSink.start();
  sink.answer({ headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' });
  return sink;
});
const stack = useStack(() => platformStack({ environment: { PAGES_URL: pages.url } }));

const FORM = newId('frm');

async function receive(tenant: TestTenant, type: string, payload: object): Promise<void> {
  const event = { id: v7(), type, tenantId: tenant.id, from: 'pages', occurredAt: new Date().toISOString(), payload };
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const { status, body, text } = await sender.post('/internal/events', event);
  expect([status, body.receipt], text).toEqual([200, 'applied']);
}

/** A member with an address of their own. */
async function member(tenant: TestTenant, changes: object = {}): Promise<{ userId: string; email: string }> {
  const { userId } = await tenant.member('member');
  const email = `${userId.slice(4)}@membro.test`;
  const memberships = [{ tenantId: tenant.id, slug: tenant.slug, role: 'member' as const }];
  const user = { userId, email, active: true, operator: false, verified: true, secondFactor: false, memberships };
  await stack.publish('user', userId, { ...user, ...changes });
  return { userId, email };
}

const announce = (tenant: TestTenant, memberIds: string[], changes: object = {}) => {
  const leadId = newId('led');
  const mail = { subject: 'Novo lead: Ana', text: 'Nome: Ana', html: '<p>Ana</p>', replyTo: 'ana@visita.test' };
  const payload = { key: leadId, formId: FORM, leadId, memberIds, mail, reportsSuccess: false, ...changes };
  return receive(tenant, 'pages.lead.announced', payload);
};

async function template(tenant: TestTenant, Html = '<p>{{ nome }} {{ campos.cidade }} {{ formulario }}</p>') {
  const session = await tenant.session();
  const Name = `Resposta ${v7()}`;
  const { body, text } = await session.post('/api/templates', {
    Name,
    Channel: 'email',
    Subject: 'Oi {{ nome }}',
    Html,
  });
  if (!body.Template) throw new Error(text);
  return body.Template.Id as string;
}

const answer = (tenant: TestTenant, templateId: string, email: string, changes: object = {}) => {
  const fields = [{ name: 'cidade', value: 'São <Paulo>' }];
  const data = { form: 'Boletim', page: 'Curso', name: 'Ana', email, fields };
  const sender = { name: null, address: null };
  const leadId = newId('led');
  const payload = { formId: FORM, leadId, email, templateId, sender, data, reportsSuccess: false, ...changes };
  return receive(tenant, 'pages.lead.answered', payload);
};

const mailsTo = (email: string) => stack.mail.messages.filter(({ to }) => to.includes(email));

async function mailTo(email: string) {
  await waitUntil(() => mailsTo(email).length > 0, { what: `a mail to ${email}` });
  return simpleParser(mailsTo(email)[0]!.raw);
}

/** Waits until no job of such mail is due. */
async function settled(tenant: TestTenant): Promise<void> {
  const due = () =>
    stack.sql(
      `select from outbox where tenant_id = $1 and kind in ('lead-mail.send', 'email.deliver', 'app-event.deliver')
         and available_at <= now()`,
      [tenant.id],
    );
  await waitUntil(async () => (await due()).length === 0, { what: 'the end of the jobs' });
}

/** Payloads by which Pages is told of the mails of a tenant. */
function reports(tenant: TestTenant) {
  const events = pages.requests.map(({ text }) => JSON.parse(text) as { tenantId: string; payload: object });
  return events.filter(({ tenantId }) => tenantId === tenant.id).map(({ payload }) => payload);
}

describe('a lead that members hear of', () => {
  it('is a mail to each, from the account, with the visitor to reply to', async () => {
    const tenant = await stack.createTenant();
    const [one, other] = [await member(tenant), await member(tenant)];
    await announce(tenant, [one.userId, other.userId]);
    const mail = await mailTo(one.email);
    expect(mail.from?.value).toEqual([{ name: expect.any(String), address: `no-reply@${tenant.slug}.test` }]);
    expect([mail.subject, mail.replyTo?.value[0]?.address, mail.text?.trim()]).toEqual([
      'Novo lead: Ana',
      'ana@visita.test',
      'Nome: Ana',
    ]);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect((await mailTo(other.email)).to).toMatchObject({ value: [{ address: other.email }] });
    await settled(tenant);
    expect(reports(tenant)).toEqual([]);
  });

  it('is one mail, however often Pages asks for it', async () => {
    const tenant = await stack.createTenant();
    const { userId, email } = await member(tenant);
    const key = newId('led');
    for (let time = 0; time < 3; time += 1) await announce(tenant, [userId], { key });
    await mailTo(email);
    await settled(tenant);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it.each([
    ['left the account', { memberships: [] }],
    ['has no verified address', { verified: false }],
    ['is disabled', { active: false }],
  ])('is no mail to a member who %s', async (_, changes) => {
    const tenant = await stack.createTenant();
    const { userId, email } = await member(tenant, changes);
    await announce(tenant, [userId]);
    await settled(tenant);
    expect([mailsTo(email), reports(tenant)]).toEqual([[], []]);
  });

  it('is no mail in an account that has no landing pages any more', async () => {
    const tenant = await stack.createTenant(['mail']);
    const { userId, email } = await member(tenant);
    await announce(tenant, [userId]);
    await settled(tenant);
    expect(mailsTo(email)).toEqual([]);
  });

  it('does without an address to reply to that is none', async () => {
    const tenant = await stack.createTenant();
    const { userId, email } = await member(tenant);
    const mail = { subject: 'Lead', text: 'Oi', html: '<p>Oi</p>', replyTo: 'ana at visita' };
    await announce(tenant, [userId], { mail });
    expect((await mailTo(email)).replyTo).toBeUndefined();
  });

  it('is reported as sent to a sender that asks for it', async () => {
    const tenant = await stack.createTenant();
    const { userId } = await member(tenant);
    await announce(tenant, [userId], { reportsSuccess: true });
    await waitUntil(() => reports(tenant).length > 0, { what: 'a report' });
    expect(reports(tenant)).toMatchObject([{ kind: 'notice', formId: FORM, fault: null }]);
  });
});

describe('an automatic answer', () => {
  it('is a template filled in with the values, escaped, from the account', async () => {
    const tenant = await stack.createTenant();
    const sender = { name: 'Clareira', address: tenant.source };
    await answer(tenant, await template(tenant), 'ana@resposta.test', { sender });
    const mail = await mailTo('ana@resposta.test');
    expect([mail.subject, mail.from?.value]).toEqual(['Oi Ana', [{ name: 'Clareira', address: tenant.source }]]);
    expect(mail.html).toContain('Ana São &lt;Paulo&gt; Boletim');
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
    const session = await tenant.session();
    expect((await session.get('/api/messages')).body.Messages).toHaveLength(1);
  });

  it('is sent once for a lead, and not to an address that is suppressed', async () => {
    const tenant = await stack.createTenant();
    const templateId = await template(tenant);
    const leadId = newId('led');
    for (let time = 0; time < 2; time += 1) await answer(tenant, templateId, 'ana@uma.test', { leadId });
    await mailTo('ana@uma.test');
    const session = await tenant.session();
    await session.post('/api/suppressions', { Address: 'bia@uma.test', Reason: 'bounce' });
    await answer(tenant, templateId, 'bia@uma.test');
    await settled(tenant);
    expect([mailsTo('ana@uma.test').length, mailsTo('bia@uma.test').length]).toEqual([1, 0]);
    expect(reports(tenant)).toMatchObject([{ kind: 'answer', fault: 'suppressed' }]);
  });

  it('says which part of its template is at fault', async () => {
    const tenant = await stack.createTenant();
    const lacking = await template(tenant, '<p>{{ sobrenome }}</p>');
    await answer(tenant, newId('tpl'), 'ana@falha.test');
    await settled(tenant);
    await answer(tenant, lacking, 'ana@falha.test');
    await settled(tenant);
    expect(mailsTo('ana@falha.test')).toEqual([]);
    expect(reports(tenant)).toMatchObject([
      { fault: 'template-unusable', detail: 'TemplateId does not exist' },
      { fault: 'template-unusable', detail: expect.stringContaining('sobrenome') },
    ]);
  });

  it('needs a domain that the account has verified', async () => {
    const tenant = await stack.createTenant();
    const templateId = await template(tenant);
    await stack.sql('update sending_domain set verified_at = null where tenant_id = $1', [tenant.id]);
    await answer(tenant, templateId, 'ana@dominio.test');
    await settled(tenant);
    await answer(tenant, templateId, 'ana@dominio.test', { sender: { name: null, address: 'ola@alheio.com.br' } });
    await settled(tenant);
    expect(mailsTo('ana@dominio.test')).toEqual([]);
    expect(reports(tenant)).toMatchObject([{ fault: 'domain-not-verified' }, { fault: 'domain-not-verified' }]);
  });

  it('waits while the account is suspended', async () => {
    const tenant = await stack.createTenant();
    const templateId = await template(tenant);
    await tenant.setStatus('suspended');
    await answer(tenant, templateId, 'ana@suspensa.test');
    await settled(tenant);
    expect(mailsTo('ana@suspensa.test')).toEqual([]);
    const waiting = await stack.sql<{ payload: { sealed: string } }>(
      `select payload from outbox where tenant_id = $1 and kind = 'lead-mail.send'`,
      [tenant.id],
    );
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toContain('suspensa');
  });
});

it('a quota that is used up is reported at once, and the mail waits for it', async () => {
  const tenant = await stack.createTenant();
  const templateId = await template(tenant);
  const { userId } = await member(tenant);
  await tenant.setPlan('free');
  await stack.sql(
    `insert into usage_counter (tenant_id, period, emails_sent)
     values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 100000000)`,
    [tenant.id],
  );
  await answer(tenant, templateId, 'ana@cota.test');
  await announce(tenant, [userId]);
  await settled(tenant);
  expect(mailsTo('ana@cota.test')).toEqual([]);
  expect(reports(tenant)).toMatchObject([{ fault: 'over-quota' }, { fault: 'over-quota' }]);
  const waiting = await stack.sql(
    `select from outbox where tenant_id = $1 and kind = 'lead-mail.send' and available_at > now()`,
    [tenant.id],
  );
  expect(waiting).toHaveLength(2);
});
