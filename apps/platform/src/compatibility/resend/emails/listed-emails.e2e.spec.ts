import { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack());
const clientOf = (secret: string) => new Resend(secret, { baseUrl: stack.url });

let acme: TestTenant;
let resend: Resend;

beforeAll(async () => {
  acme = await stack.createTenant();
  resend = clientOf((await acme.createKey()).secret);
});

/** Sends an e-mail; returns its id. */
async function send(changes: object = {}): Promise<string> {
  const { data, error } = await resend.emails.send({
    from: acme.source,
    to: 'ana@example.test',
    subject: 'Hello',
    text: 'Hello, Ana.',
    ...changes,
  });
  expect(error).toBeNull();
  return data!.id;
}

const idsOf = ({ data }: { data: { data: { id: string }[] } | null }) => data?.data.map(({ id }) => id);

describe('emails.list', () => {
  it('has an e-mail once, however many recipients it has, with all its addresses', async () => {
    const id = await send({
      to: ['Ana <ana@example.test>', 'rui@example.test'],
      cc: 'cara@example.test',
      bcc: 'dan@example.test',
      replyTo: 'help@example.test',
      scheduledAt: 'in 1 hour',
    });
    const { data } = await resend.emails.list({ limit: 1 });
    const { html: _html, text: _text, tags: _tags, object: _object, ...read } = (await resend.emails.get(id)).data!;
    expect(data).toEqual({ object: 'list', has_more: expect.any(Boolean), data: [read] });
    expect(read).toMatchObject({
      to: ['Ana <ana@example.test>', 'rui@example.test'],
      cc: ['cara@example.test'],
      bcc: ['dan@example.test'],
      reply_to: ['help@example.test'],
      last_event: 'scheduled',
    });
  });

  it('goes on after an e-mail and back before one', async () => {
    const ids = [];
    for (const subject of ['1', '2', '3', '4'])
      ids.unshift(await send({ subject, to: ['a@example.test', 'b@example.test'] }));
    const first = await resend.emails.list({ limit: 2 });
    expect([idsOf(first), first.data?.has_more]).toEqual([ids.slice(0, 2), true]);
    expect(idsOf(await resend.emails.list({ limit: 2, after: ids[1]! }))).toEqual(ids.slice(2));
    const back = await resend.emails.list({ limit: 2, before: ids[3]! });
    expect([idsOf(back), back.data?.has_more]).toEqual([ids.slice(1, 3), true]);
    expect((await resend.emails.list({ limit: 3, before: ids[3]! })).data?.has_more).toBe(false);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=many', 'limit'],
    ['after=4711', 'after'],
    ['before=cnt_0000000000000000', 'before'],
    ['after=msg_0000000000000000&before=msg_0000000000000000', 'before'],
  ])('is refused with %s', async (query, field) => {
    const { error } = await resend.get(`/emails?${query}`);
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error', message: expect.stringContaining(field) });
  });

  it('has no e-mail of another account', async () => {
    await send();
    const rival = clientOf((await (await stack.createTenant()).createKey()).secret);
    expect((await rival.emails.list()).data).toEqual({ object: 'list', has_more: false, data: [] });
  });

  it('needs the scope for reading', async () => {
    const sender = clientOf((await acme.createKey(['emails:send'])).secret);
    expect((await sender.emails.list()).error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' });
  });
});

describe('domains.update', () => {
  it('says where each setting is made', async () => {
    const { id } = (await resend.domains.create({ name: `set.${acme.slug}.example.com` })).data!;
    for (const [change, field, place] of [
      [{ openTracking: true }, 'open_tracking', '/api/tracking'],
      [{ clickTracking: false }, 'click_tracking', '/api/tracking'],
      [{ tls: 'enforced' }, 'tls', 'relay'],
      [{ trackingSubdomain: 'links' }, 'tracking_subdomain', 'installation'],
    ] as const) {
      const { error } = await resend.domains.update({ id, ...change });
      expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' });
      expect(error?.message).toMatch(new RegExp(`^${field} is not set for a domain: .*${place}`));
    }
    expect((await resend.domains.update({ id })).error).toMatchObject({ name: 'missing_required_field' });
    const rival = clientOf((await (await stack.createTenant()).createKey()).secret);
    expect((await rival.domains.update({ id, openTracking: true })).error).toMatchObject({ name: 'not_found' });
  });
});
