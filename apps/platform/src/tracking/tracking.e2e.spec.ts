import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { metrics } from '#libs/core/observability';
import { HttpSink, waitUntil } from '#libs/test/testing';
import type { Answer } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://t.demo.test';
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { PUBLIC_URL, OUTBOUND_ALLOW: hooks.host } }));
const acme = usePrepared(() => stack.createTenant());

const HTML = `<html><body><a href="https://shop.test/?a=1&amp;b=ü">Shop</a> <a href="mailto:help@shop.test">Write</a>
<a href="tel:+551199">Call</a> <a href="#top">Up</a> <a data-track="off" href="https://plain.test/">Plain</a></body></html>`;

interface Mail {
  id: string;
  html: string;
  headers: Map<string, unknown>;
  source: string;
}

async function sent(
  fields: Record<string, unknown>,
  tenant = acme,
  environment: 'live' | 'test' = 'test',
): Promise<Mail> {
  const { client } = await tenant.createKey([], environment);
  const Message = { Subject: { Data: 'Hello' }, Body: { Html: { Data: HTML }, Text: { Data: 'https://shop.test/' } } };
  const { body, status, text } = await client.post('/v1/emails/send', { ...tenant.email(), Message, ...fields });
  if (status !== 202) throw new Error(text);
  const { source, raw } = await stack.mail.waitFor((one) => one.source.includes(`<${body.MessageId}@`));
  const parsed = await simpleParser(raw);
  return { id: body.MessageId, html: String(parsed.html), headers: parsed.headers, source };
}

/** Follows a link of a mail, as the program of a recipient. */
function follow(
  link: string,
  method = 'GET',
  headers: Record<string, string> = { 'user-agent': PERSON },
): Promise<Answer> {
  expect(link.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  return stack.anonymous.send(method, link.slice(PUBLIC_URL.length), undefined, headers);
}

const linkIn = ({ html }: Mail) => /href="(https:\/\/t\.demo\.test\/t\/c\/[^"]+)"/.exec(html)![1]!;
const pictureIn = ({ html }: Mail) => /src="(https:\/\/t\.demo\.test\/t\/o\/[^"]+\.gif)"/.exec(html)![1]!;

async function events(id: string, tenant = acme): Promise<{ Type: string; Detail: Record<string, unknown> }[]> {
  const client = await tenant.key('emails:read');
  const { body } = await client.get(`/v1/emails/${id}`);
  return body.Events.filter(({ Type }: { Type: string }) => !['queued', 'sent'].includes(Type));
}

const eventsWhen = (id: string, count: number, tenant = acme) =>
  waitUntil(async () => {
    const found = await events(id, tenant);
    return found.length >= count ? found : undefined;
  });

async function refusedOf(what: string): Promise<number> {
  const line = (await metrics.text())
    .split('\n')
    .find((one) => one.startsWith(`feedback_refused_total{what="${what}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('a tracked mail', () => {
  it('leads its links to the web over the platform, and no others, and carries the picture', async () => {
    const mail = await sent({ TrackOpens: true, TrackClicks: true });
    expect(mail.html).toContain('href="mailto:help@shop.test"');
    expect(mail.html).toContain('href="tel:+551199"');
    expect(mail.html).toContain('href="#top"');
    expect(mail.html).toContain('href="https://plain.test/"');
    expect(mail.html).not.toContain('href="https://shop.test');
    expect(mail.html).toMatch(/<img src="https:\/\/t\.demo\.test\/t\/o\/[\w-]+\.gif"[^>]*><\/body>/);
  });

  it('shows opens and clicks', async () => {
    const mail = await sent({ TrackOpens: true, TrackClicks: true });
    const picture = await follow(pictureIn(mail));
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/gif']);
    expect(picture.headers['cache-control']).toBe('no-store');
    const click = await follow(linkIn(mail));
    expect([click.status, click.headers['location']]).toEqual([302, 'https://shop.test/?a=1&b=%C3%BC']);
    const found = await eventsWhen(mail.id, 2);
    expect(found.map(({ Type, Detail }) => ({ Type, Detail }))).toEqual([
      { Type: 'opened', Detail: { UserAgent: PERSON, Machine: false } },
      { Type: 'clicked', Detail: { Url: 'https://shop.test/?a=1&b=%C3%BC', UserAgent: PERSON, Machine: false } },
    ]);
  });

  it('has changed no earlier than its events', async () => {
    const mail = await sent({ TrackOpens: true });
    await follow(pictureIn(mail));
    const [opened] = (await eventsWhen(mail.id, 1)) as unknown as { OccurredAt: string }[];
    const { body } = await (await acme.key('emails:read')).get(`/v1/emails/${mail.id}`);
    expect(Date.parse(body.Message.UpdatedAt)).toBeGreaterThanOrEqual(Date.parse(opened!.OccurredAt));
  });

  it('counts what repeats within moments once', async () => {
    const mail = await sent({ TrackOpens: true, TrackClicks: true });
    await Promise.all(Array.from({ length: 20 }, () => follow(linkIn(mail))));
    await follow(pictureIn(mail));
    await eventsWhen(mail.id, 2);
    expect((await events(mail.id)).map(({ Type }) => Type).sort()).toEqual(['clicked', 'opened']);
  });

  it('marks requests of programs', async () => {
    const mail = await sent({ TrackClicks: true });
    const head = await follow(linkIn(mail), 'HEAD');
    expect([head.status, head.headers['location']]).toEqual([302, 'https://shop.test/?a=1&b=%C3%BC']);
    await follow(linkIn(mail));
    const found = await eventsWhen(mail.id, 2);
    expect(found.map(({ Detail }) => Detail['Machine']).sort()).toEqual([false, true]);
  });

  it('notifies the webhooks', async () => {
    const tenant = await stack.createTenant();
    await (await tenant.session('admin')).post('/api/webhooks', { Url: hooks.url, Events: ['email.clicked'] });
    const mail = await sent({ TrackClicks: true }, tenant);
    await follow(linkIn(mail));
    const call = await hooks.waitFor(({ text }) => text.includes(mail.id));
    expect(JSON.parse(call.text)).toMatchObject({
      EventType: 'email.clicked',
      Data: { MessageId: mail.id, Url: 'https://shop.test/?a=1&b=%C3%BC', Machine: false },
    });
  });
});

describe('a link with parameters added on the way', () => {
  it('redirects to its URL', async () => {
    const mail = await sent({ TrackClicks: true });
    const { status, headers } = await follow(`${linkIn(mail)}?utm_source=x&fbclid=y`);
    expect([status, headers['location']]).toEqual([302, 'https://shop.test/?a=1&b=%C3%BC']);
  });
});

describe('a link of a suspended account', () => {
  it('shows a page that warns, and is not recorded', async () => {
    const tenant = await stack.createTenant();
    const mail = await sent({ TrackClicks: true }, tenant);
    await tenant.setStatus('suspended');
    for (let call = 0; call < 2; call += 1) {
      const { status, headers, text } = await follow(linkIn(mail));
      expect([status, headers['location']]).toEqual([403, undefined]);
      expect(text).toContain('This link is disabled');
      expect(text).not.toContain('shop.test');
    }
    // A later click of another account is recorded: these would have been, too.
    const later = await sent({ TrackClicks: true });
    await follow(linkIn(later));
    await eventsWhen(later.id, 1);
    await tenant.setStatus('active');
    expect(await events(mail.id, tenant)).toEqual([]);
  });

  it('is shown in the language of the reader', async () => {
    const tenant = await stack.createTenant();
    const mail = await sent({ TrackClicks: true }, tenant);
    await tenant.setStatus('suspended');
    const { text } = await follow(linkIn(mail), 'GET', { 'user-agent': PERSON, 'accept-language': 'pt-BR' });
    expect(text).toContain('Este link está desativado');
  });
});

describe('what is tracked', () => {
  it('is nothing by default', async () => {
    const { html } = await sent({});
    expect(html).toContain('href="https://shop.test/');
    expect(html).not.toContain(PUBLIC_URL);
  });

  it('is what the account has set, for live keys; the request overrides it', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    expect((await session.get('/api/tracking')).body.Tracking).toEqual({ Opens: false, Clicks: false });
    const change = await session.patch('/api/tracking', { Opens: true });
    expect(change.body.Tracking).toEqual({ Opens: true, Clicks: false });
    expect((await session.patch('/api/tracking', { Clicks: true })).body.Tracking).toEqual({
      Opens: true,
      Clicks: true,
    });
    await session.patch('/api/tracking', { Clicks: true });
    expect(
      await stack.sql(
        `select actor_kind, before, after from audit_entry where action = 'tracking.changed' and tenant_id = $1
          order by id`,
        [tenant.id],
      ),
    ).toEqual([
      { actor_kind: 'user', before: { opens: false, clicks: false }, after: { opens: true, clicks: false } },
      { actor_kind: 'user', before: { opens: true, clicks: false }, after: { opens: true, clicks: true } },
    ]);
    const [live, test, told] = await Promise.all([
      sent({}, tenant, 'live'),
      sent({}, tenant, 'test'),
      sent({ TrackOpens: false, TrackClicks: false }, tenant, 'live'),
    ]);
    expect(live.html).toContain('/t/c/');
    expect(live.html).toContain('/t/o/');
    expect(test.html).not.toContain(PUBLIC_URL);
    expect(told.html).not.toContain(PUBLIC_URL);
  });

  it('is changed by an admin alone, and needs a field', async () => {
    expect((await (await acme.session('member')).patch('/api/tracking', { Opens: true })).status).toBe(403);
    expect((await (await acme.session('admin')).patch('/api/tracking', {})).status).toBe(422);
  });
});

describe('a link that the platform did not write', () => {
  it('is not found, and is counted', async () => {
    const mail = await sent({ TrackOpens: true, TrackClicks: true, ListUnsubscribe: true });
    const forge = (link: string) =>
      link.replace(/[\w-](\.gif)?$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}${end.slice(1)}`);
    const forged = async (what: string, link: string) => {
      const before = await refusedOf(what);
      // The last character of base64url may have bits to spare, so one further in is changed, too.
      const answer = await follow(`${forge(link).slice(0, -8)}AAAA${forge(link).slice(-4)}`);
      expect(answer.status).toBe(404);
      expect(answer.headers['location']).toBeUndefined();
      expect(await refusedOf(what)).toBe(before + 1);
    };
    await forged('click_link', linkIn(mail));
    await forged('open_link', pictureIn(mail));
    await forged('unsubscribe_link', unsubscribeLinkIn(mail));
    expect(await events(mail.id)).toEqual([]);
  });

  it.each(['%00', '%0d%0aLocation:%20x', '..%2f..', '%ff', 'x'.repeat(4_000), '%20'])(
    'is a client error: %s',
    async (token) => {
      for (const path of [`/t/c/${token}`, `/t/o/${token}.gif`, `/t/o/${token}`, `/t/u/${token}`]) {
        const { status, headers } = await stack.anonymous.get(path);
        expect([400, 404]).toContain(status);
        expect(headers['location']).toBeUndefined();
      }
      expect([400, 404]).toContain((await stack.anonymous.post(`/t/u/${token}`, {})).status);
    },
  );

  it('is not found if it names a URL in the clear', async () => {
    for (const path of ['/t/c/https://evil.test', '/t/c/https%3A%2F%2Fevil.test', '/t/c/x?url=https://evil.test']) {
      const answer = await stack.anonymous.get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers['location']).toBeUndefined();
    }
  });
});

const unsubscribeLinkIn = ({ source }: Mail) =>
  /^List-Unsubscribe:\s+<(https:\/\/t\.demo\.test\/t\/u\/[\w-]+)>/m.exec(source)![1]!;

describe('unsubscribing', () => {
  it('is offered by two headers that DKIM signs, when the request asks for it', async () => {
    const tenant = await stack.createTenant();
    await tenant.verifyDomain('signed.test', 'ed25519');
    const mail = await sent({ ListUnsubscribe: true, Source: 'a@signed.test' }, tenant);
    expect(unsubscribeLinkIn(mail)).toBeDefined();
    expect(mail.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail.source.replace(/\r\n\s+/g, '')).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/i);
  });

  it('asks first when the link is followed, which changes nothing', async () => {
    const mail = await sent({ ListUnsubscribe: true });
    const { status, headers, text } = await follow(unsubscribeLinkIn(mail), 'GET', {
      'accept-language': 'pt-BR,en;q=0.5',
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<html lang="pt">');
    expect(text).toContain('<form method="post">');
    expect(text).toContain('so•••@example.test');
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(await events(mail.id)).toEqual([]);
  });

  it('is one POST, as often as it is made: an event, an entry, and webhooks of the mail and of the contact', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    await session.post('/api/contacts', { Email: 'Someone@example.test', Name: 'Some One' });
    await session.post('/api/webhooks', { Url: hooks.url, Events: ['email.unsubscribed', 'contact.unsubscribed'] });
    const mail = await sent({ ListUnsubscribe: true }, tenant);
    for (let n = 0; n < 3; n += 1) {
      const answer = await stack.anonymous.send(
        'POST',
        unsubscribeLinkIn(mail).slice(PUBLIC_URL.length),
        'List-Unsubscribe=One-Click',
        {
          'content-type': 'application/x-www-form-urlencoded',
        },
      );
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('You are unsubscribed');
    }
    expect((await events(mail.id, tenant)).map(({ Type }) => Type)).toEqual(['unsubscribed']);
    expect((await session.get('/api/suppressions')).body.Suppressions).toEqual([
      expect.objectContaining({
        Address: 'someone@example.test',
        Reason: 'unsubscribe',
        Source: 'link',
        MessageId: mail.id,
      }),
    ]);
    await hooks.waitFor(({ text }) => text.includes('email.unsubscribed') && text.includes(mail.id));
    const told = await hooks.waitFor(({ text }) => text.includes('contact.unsubscribed') && text.includes(tenant.id));
    expect(JSON.parse(told.text).Data).toMatchObject({ Email: 'Someone@example.test' });
    expect(hooks.requests.filter(({ text }) => text.includes('unsubscribed') && text.includes(tenant.id))).toHaveLength(
      2,
    );
  });

  it('names the topic that is left', async () => {
    const tenant = await stack.createTenant();
    const { body } = await (await tenant.session()).post('/api/topics', { Name: 'Monthly offers' });
    const link = unsubscribeLinkIn(await sent({ ListUnsubscribe: true, TopicId: body.Topic.Id }, tenant));
    for (const method of ['GET', 'POST'])
      expect((await follow(link, method)).text).toContain('will send no more e-mail about “Monthly offers” to so•••@');
  });

  it('suppresses again when the account has deleted the entry meanwhile', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    const mail = await sent({ ListUnsubscribe: true }, tenant);
    await follow(unsubscribeLinkIn(mail), 'POST');
    await session.delete('/api/suppressions/someone@example.test');
    await follow(unsubscribeLinkIn(mail), 'POST');
    expect((await session.get('/api/suppressions/someone@example.test')).status).toBe(200);
  });

  it('is offered once: a header of the request beside it is refused', async () => {
    const Headers = { 'List-Unsubscribe': '<mailto:x@example.test>' };
    const client = await acme.key();
    const { status } = await client.post('/v1/emails/send', { ...acme.email(), ListUnsubscribe: true, Headers });
    expect(status).toBe(400);
    expect((await client.post('/v1/emails/send', { ...acme.email(), Headers })).status).toBe(202);
  });
});
