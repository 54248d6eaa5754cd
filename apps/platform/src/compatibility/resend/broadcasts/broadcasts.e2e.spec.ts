import { Resend, type CreateBroadcastOptions } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://api.service.test' } }));
const clientOf = (secret: string) => new Resend(secret, { baseUrl: stack.url });

let acme: TestTenant;
let resend: Resend;
let segmentId: string;

beforeAll(async () => {
  acme = await stack.createTenant();
  resend = clientOf((await acme.createKey()).secret);
  segmentId = await segmentWith();
});

/** The data of an answer without an error. */
function dataOf<T>({ data, error }: { data: T | null; error: unknown }): T {
  expect(error).toBeNull();
  return data as T;
}

let made = 0;

/** A segment with these contacts; returns its id. */
async function segmentWith(...contacts: { email: string; firstName?: string; unsubscribed?: boolean }[]) {
  const { id } = dataOf(await resend.segments.create({ name: `Segment ${(made += 1)}` }));
  for (const contact of contacts) dataOf(await resend.contacts.create({ ...contact, segments: [{ id }] }));
  return id;
}

const broadcast = (changes: object = {}) =>
  ({
    segmentId,
    from: `Acme <${acme.source}>`,
    subject: 'News',
    html: '<p>Hello.</p>',
    ...changes,
  }) as CreateBroadcastOptions;

const create = async (changes: object = {}) => dataOf(await resend.broadcasts.create(broadcast(changes))).id;
const read = async (id: string) => dataOf(await resend.broadcasts.get(id));
const inStatus = (id: string, status: string) =>
  waitUntil(
    async () => {
      const found = await read(id);
      return found.status === status ? found : undefined;
    },
    { timeoutMs: 20_000, what: `the broadcast to be ${status}` },
  );
const countOf = async () =>
  Number(
    (await stack.sql<{ count: string }>('select count(*) from campaign where tenant_id = $1', [acme.id]))[0]?.count,
  );

describe('broadcasts', () => {
  it('are added as drafts, read and listed', async () => {
    const id = await create({ name: 'May', replyTo: 'help@example.test', text: 'Hello.', previewText: 'Read & see' });
    expect(id).toMatch(/^cam_/);
    const listed = {
      id,
      name: 'May',
      audience_id: segmentId,
      segment_id: segmentId,
      status: 'draft',
      created_at: expect.any(String),
      scheduled_at: null,
      sent_at: null,
    };
    expect(await read(id)).toEqual({
      object: 'broadcast',
      ...listed,
      from: `Acme <${acme.source}>`,
      subject: 'News',
      reply_to: ['help@example.test'],
      preview_text: 'Read & see',
      topic_id: null,
      html: '<p>Hello.</p>',
      text: 'Hello.',
    });
    const second = await create();
    expect((await read(second)).name).toBe('News');
    const page = dataOf(await resend.broadcasts.list({ limit: 1, after: second }));
    expect(page).toMatchObject({ object: 'list', data: [listed] });
  });

  it('reach the contacts of a segment that have not unsubscribed, filled in for each', async () => {
    const segment = await segmentWith(
      { email: 'ana@filled.test', firstName: 'Ana' },
      { email: 'rui@filled.test' },
      { email: 'gone@filled.test', unsubscribed: true },
    );
    const html = '<p>Hi {{{FIRST_NAME|friend}}}.</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>';
    const previewText = 'For {{{FIRST_NAME|you}}}';
    const id = await create({ segmentId: segment, subject: 'To {{{contact.email}}}', html, previewText });
    expect(dataOf(await resend.broadcasts.send(id))).toEqual({ id });
    const mailTo = (address: string) => stack.mail.waitFor(({ to }) => to.includes(address));
    const [ana, rui] = [await mailTo('ana@filled.test'), await mailTo('rui@filled.test')];
    expect(ana.source).toContain('Subject: To ana@filled.test');
    expect(ana.source).toContain('Hi Ana.');
    expect(ana.source).toContain('For Ana');
    expect(ana.source).toContain('https://api.service.test/t/u/');
    expect(rui.source).toContain('Hi friend.');
    expect((await inStatus(id, 'sent')).sent_at).not.toBeNull();
    const recipients = await stack.sql<{ recipient: string }>(
      'select recipient from message where campaign_id = $1 order by recipient',
      [id],
    );
    expect(recipients.map(({ recipient }) => recipient)).toEqual(['ana@filled.test', 'rui@filled.test']);
  });

  it('are sent by the call that adds them', async () => {
    const segment = await segmentWith({ email: 'ana@at-once.test' });
    await create({ segmentId: segment, send: true, text: 'At once.' });
    expect((await stack.mail.waitFor(({ to }) => to.includes('ana@at-once.test'))).source).toContain('At once.');
  });

  it('wait for their time, and are cancelled', async () => {
    const id = await create({ send: true, scheduledAt: 'in 2 days' });
    const scheduled = await read(id);
    expect(scheduled.status).toBe('queued');
    expect(new Date(scheduled.scheduled_at!).getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    expect((await resend.broadcasts.update(id, { name: 'Late' })).error).toMatchObject({ statusCode: 409 });
    expect(dataOf(await resend.broadcasts.cancel(id))).toEqual({ object: 'broadcast', id });
    expect((await read(id)).status).toBe('canceled');
    const other = await create();
    dataOf(await resend.broadcasts.send(other, { scheduledAt: 'in 1 day' }));
    expect(dataOf(await resend.broadcasts.remove(other))).toEqual({ object: 'broadcast', id: other, deleted: true });
    expect((await read(other)).status).toBe('canceled');
  });

  it('change while they are drafts, and keep what is not given', async () => {
    const id = await create({ previewText: 'Before', text: 'Hello.' });
    const other = await segmentWith();
    expect(dataOf(await resend.broadcasts.update(id, { name: 'June', segmentId: other, html: '<p>New.</p>' }))).toEqual(
      { id },
    );
    expect(await read(id)).toMatchObject({
      name: 'June',
      segment_id: other,
      html: '<p>New.</p>',
      text: 'Hello.',
      preview_text: 'Before',
      subject: 'News',
    });
    await resend.broadcasts.update(id, { previewText: 'After' });
    expect(await read(id)).toMatchObject({ html: '<p>New.</p>', preview_text: 'After' });
    expect((await resend.broadcasts.update(id, {})).error).toMatchObject({ statusCode: 422 });
  });

  it('are copied and removed', async () => {
    const id = await create({ name: 'May', previewText: 'See' });
    const copy = dataOf(await resend.broadcasts.duplicate(id)).id;
    expect(await read(copy)).toMatchObject({
      name: 'May (copy)',
      status: 'draft',
      html: '<p>Hello.</p>',
      preview_text: 'See',
    });
    expect(dataOf(await resend.broadcasts.remove(id))).toEqual({ object: 'broadcast', id, deleted: true });
    expect((await resend.broadcasts.get(id)).error).toMatchObject({ statusCode: 404, name: 'not_found' });
  });

  it.each([
    ['no segment', { segmentId: undefined }, 'segment_id'],
    ['a segment that is not there', { segmentId: 'lst_0000000000000000' }, 'segment_id'],
    ['a segment that is no id', { segmentId: 'news' }, 'segment_id'],
    ['no sender', { from: undefined }, 'from'],
    ['a sender that is none', { from: 'nobody' }, 'from'],
    ['no subject', { subject: undefined }, 'subject'],
    ['no content', { html: undefined }, 'text'],
    ['a preview text without HTML', { html: undefined, text: 'Hello.', previewText: 'See' }, 'preview_text'],
    ['HTML that does not work', { html: '{{ name' }, 'html'],
    ['a topic that is not there', { topicId: 'nothing' }, 'topic_id'],
    ['a time without sending', { scheduledAt: 'in 1 hour' }, 'scheduled_at'],
    ['a time that is none', { send: true, scheduledAt: 'soon' }, 'scheduled_at'],
  ])('are refused with %s, and not kept', async (_what, changes, field) => {
    const before = await countOf();
    const { error } = await resend.broadcasts.create(broadcast(changes));
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining(field) });
    expect(await countOf()).toBe(before);
  });

  it('that cannot be sent are not kept', async () => {
    const before = await countOf();
    const { error } = await resend.broadcasts.create(broadcast({ send: true, from: 'x@elsewhere.example.com' }));
    expect(error).toMatchObject({ statusCode: 403, name: 'validation_error' });
    expect(await countOf()).toBe(before);
  });

  it('of another account are not found, listed, changed or sent', async () => {
    const id = await create();
    const rival = clientOf((await (await stack.createTenant()).createKey()).secret);
    const answers = [
      await rival.broadcasts.get(id),
      await rival.broadcasts.update(id, { name: 'Theirs' }),
      await rival.broadcasts.send(id),
      await rival.broadcasts.cancel(id),
      await rival.broadcasts.duplicate(id),
      await rival.broadcasts.remove(id),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(dataOf(await rival.broadcasts.list()).data).toEqual([]);
    expect((await rival.broadcasts.create(broadcast())).error).toMatchObject({ statusCode: 422 });
    expect(await read(id)).toMatchObject({ name: 'News', status: 'draft' });
  });

  it('need their scopes', async () => {
    const id = await create();
    const reader = clientOf((await acme.createKey(['campaigns:read'])).secret);
    const sender = clientOf((await acme.createKey(['emails:send'])).secret);
    const answers = [
      await reader.broadcasts.create(broadcast()),
      await reader.broadcasts.send(id),
      await reader.broadcasts.remove(id),
      await sender.broadcasts.list(),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' });
    expect((await reader.broadcasts.get(id)).error).toBeNull();
  });
});
