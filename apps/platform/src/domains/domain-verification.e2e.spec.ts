import { authenticate } from 'mailauth';
import { afterEach, describe, expect, it } from 'vitest';
import { DnsSink, waitUntil, type SunkMessage } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { makeDue } from '../../../../test/support/webhooks.js';
import { DomainRechecks } from './domain-rechecks.js';
import { useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  platformStack({ environment: { DNS_SERVER: dns.server, SPF_INCLUDE: 'spf.service.test' } }),
);
let number = 0;

afterEach(() => {
  dns.failing = false;
});

interface Published {
  Purpose: string;
  Name: string;
  Value: string;
  Status: string;
  Required: boolean;
  RemoveAfter: string | null;
}

/** A domain that a test adds, publishes and verifies. */
class ManagedDomain {
  private constructor(
    readonly tenant: TestTenant,
    readonly session: HttpClient,
    readonly name: string,
    readonly path: string,
    public records: Published[],
  ) {}

  static async add(name = `d${++number}.example`, owner?: TestTenant): Promise<ManagedDomain> {
    const tenant = owner ?? (await stack.createTenant());
    const session = await tenant.session();
    const { body } = await session.post('/api/domains', { Name: name });
    return new ManagedDomain(tenant, session, name, `/api/domains/${body.Domain.Id}`, body.Domain.Records);
  }

  static async verified(name?: string): Promise<ManagedDomain> {
    const domain = await ManagedDomain.add(name);
    domain.publish('ownership', 'dkim');
    await domain.verify();
    return domain;
  }

  get id(): string {
    return this.path.split('/').at(-1) ?? '';
  }

  publish(...purposes: string[]): void {
    for (const { Purpose, Name, Value } of this.records) {
      if (purposes.includes(Purpose) && !dns.records.some((one) => one.name === Name && one.value === Value)) {
        dns.add(Name, 'TXT', Value);
      }
    }
  }

  withdraw(...purposes: string[]): void {
    const values = this.records.filter(({ Purpose }) => purposes.includes(Purpose)).map(({ Value }) => Value);
    dns.records = dns.records.filter(({ value }) => !values.includes(value));
  }

  async verify() {
    return this.session.post(`${this.path}/verify`, {});
  }

  async rotate() {
    const answer = await this.session.post(`${this.path}/rotate-keys`, {});
    if (answer.status === 200) this.records = answer.body.Domain.Records;
    return answer;
  }

  async read() {
    return (await this.session.get(this.path)).body.Domain;
  }

  async set(changes: string): Promise<void> {
    await stack.sql(`update sending_domain set ${changes} where id = $1`, [this.id]);
  }

  /** Lets the worker check what is due, this domain included. */
  async recheck() {
    await this.set('next_check_at = now()');
    await stack.app.get(DomainRechecks, { strict: false }).recheck();
    return this.read();
  }

  /** Sends an e-mail with a live key, which asks for a verified domain. */
  async send(subject: string, to = 'someone@example.test') {
    const { client } = await this.tenant.createKey(['emails:send'], 'live');
    return client.post('/v1/emails/send', this.tenant.email({ Source: `hello@${this.name}`, subject, to: [to] }));
  }
}

const statuses = ({ Records }: { Records: Published[] }) =>
  Object.fromEntries(
    Records.map(({ Purpose, Name, Status }) => [Purpose === 'dkim' ? Name.split('-')[0] : Purpose, Status]),
  );

const states = ({ Keys }: { Keys: { Algorithm: string; State: string }[] }) =>
  Keys.map(({ Algorithm, State }) => `${Algorithm} ${State}`).sort();

const arrived = (subject: string) => stack.mail.waitFor(({ source }) => source.includes(`Subject: ${subject}`));

describe('verifying a domain', () => {
  it('says of each record whether it was found, and verifies by ownership and one key', async () => {
    const domain = await ManagedDomain.add();
    const none = await domain.verify();
    expect([none.status, none.body.Domain.Status]).toEqual([200, 'pending']);
    expect(statuses(none.body.Domain)).toEqual({
      ownership: 'missing',
      rsa: 'missing',
      ed: 'missing',
      spf: 'missing',
      dmarc: 'missing',
    });
    expect(none.body.Domain.LastCheckedAt).toEqual(expect.any(String));
    domain.publish('ownership', 'spf');
    expect((await domain.verify()).body.Domain).toMatchObject({ Status: 'pending', VerifiedAt: null });
    const ed = domain.records.find(({ Name }) => Name.startsWith('ed-'));
    dns.add(ed?.Name ?? '', 'TXT', ed?.Value.replaceAll('; ', ' ;\t') ?? '');
    const { body } = await domain.verify();
    expect(body.Domain).toMatchObject({ Status: 'verified', VerifiedAt: expect.any(String), MissingSince: null });
    expect(statuses(body.Domain)).toMatchObject({ ownership: 'found', rsa: 'missing', ed: 'found', spf: 'found' });
    expect(states(body.Domain)).toEqual(['ed25519 active', 'rsa-2048 pending']);
    expect(await domain.read()).toEqual(body.Domain);
  });

  it('makes the domain a sender whose mail receivers can verify', async () => {
    const domain = await ManagedDomain.add();
    expect((await domain.send('too early')).body.Error.Code).toBe('DomainNotVerified');
    domain.publish('ownership', 'dkim');
    await domain.verify();
    expect((await domain.send(`signed ${domain.name}`)).status).toBe(202);
    const { raw } = await arrived(`signed ${domain.name}`);
    const { dkim } = await authenticate(raw, { trustReceived: false, resolver: resolveFromSink });
    expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass', 'pass']);
  });

  it('accepts the ownership record of its own account only', async () => {
    const [ours, theirs] = [await ManagedDomain.add('contested.example'), await ManagedDomain.add('contested.example')];
    theirs.publish('ownership', 'dkim');
    ours.publish('dkim');
    const { body } = await ours.verify();
    expect([body.Domain.Status, statuses(body.Domain)['ownership']]).toEqual(['pending', 'mismatch']);
    expect((await theirs.verify()).body.Domain.Status).toBe('verified');
    ours.publish('ownership');
    const refused = await ours.verify();
    expect([refused.status, refused.body.Error.Code]).toEqual([409, 'Conflict']);
    expect((await ours.read()).Status).toBe('pending');
  });

  it('verifies a domain for one of the accounts that try at once', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => ManagedDomain.add('raced.example')));
    for (const claim of claims) claim.publish('ownership', 'dkim');
    const answers = await Promise.all(claims.map((claim) => claim.verify()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('frees a domain for others when it is removed', async () => {
    const first = await ManagedDomain.verified('freed.example');
    const second = await ManagedDomain.add('freed.example');
    second.publish('ownership', 'dkim');
    expect((await second.verify()).status).toBe(409);
    await first.session.delete(first.path);
    expect((await second.verify()).body.Domain.Status).toBe('verified');
  });

  it('changes nothing while DNS does not answer', async () => {
    const domain = await ManagedDomain.verified();
    const before = await domain.read();
    dns.failing = true;
    const refused = await domain.verify();
    expect([refused.status, refused.body.Error.Code]).toEqual([503, 'ServiceUnavailable']);
    expect(await domain.read()).toEqual(before);
  });

  it('keeps a domain verified that lacks its records, and says since when', async () => {
    const domain = await ManagedDomain.verified();
    domain.withdraw('ownership');
    const { body } = await domain.verify();
    expect(body.Domain).toMatchObject({ Status: 'verified', MissingSince: expect.any(String) });
    expect(statuses(body.Domain)['ownership']).toBe('missing');
    domain.publish('ownership');
    expect((await domain.verify()).body.Domain.MissingSince).toBeNull();
  });
});

describe('checking verified domains again', () => {
  it('notes what is missing, and unverifies after 72 hours of it', async () => {
    const domain = await ManagedDomain.verified();
    domain.withdraw('dkim');
    const missing = await domain.recheck();
    expect(missing).toMatchObject({ Status: 'verified', MissingSince: expect.any(String) });
    expect(statuses(missing)['rsa']).toBe('missing');
    await domain.set(`missing_since = now() - interval '71 hours'`);
    expect((await domain.recheck()).Status).toBe('verified');
    await domain.set(`missing_since = now() - interval '72 hours'`);
    expect(await domain.recheck()).toMatchObject({ Status: 'pending', VerifiedAt: null, MissingSince: null });
    expect((await domain.send('too late')).body.Error.Code).toBe('DomainNotVerified');
    domain.publish('dkim');
    expect((await domain.verify()).body.Domain.Status).toBe('verified');
  });

  it('changes nothing of a domain without an answer from DNS, and retries it', async () => {
    const domain = await ManagedDomain.verified();
    await domain.set(`missing_since = now() - interval '100 hours'`);
    const before = await domain.read();
    dns.failing = true;
    expect(await domain.recheck()).toEqual(before);
    const [row] = await stack.sql<{ soon: boolean }>(
      `select next_check_at between now() and now() + interval '16 minutes' as soon from sending_domain where id = $1`,
      [domain.id],
    );
    expect(row?.soon).toBe(true);
  });

  it('takes each due domain once, and none that is pending or not due', async () => {
    const rechecks = stack.app.get(DomainRechecks, { strict: false });
    const due = await Promise.all(Array.from({ length: 13 }, () => ManagedDomain.add()));
    const waiting = await ManagedDomain.verified();
    await stack.sql(
      `update sending_domain set verified_at = now(), next_check_at = now() - interval '1 day' where id = any($1)`,
      [due.map(({ id }) => id)],
    );
    const pending = await ManagedDomain.add();
    await pending.set('next_check_at = now()');
    const before = await waiting.read();
    const counts = await Promise.all([rechecks.recheck(), rechecks.recheck()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13);
    for (const domain of due) expect((await domain.read()).LastCheckedAt).not.toBeNull();
    expect((await pending.read()).LastCheckedAt).toBeNull();
    expect(await waiting.read()).toEqual(before);
  });
});

describe('rotating keys', () => {
  it('signs with the present keys until the records of the new ones are found', async () => {
    const domain = await ManagedDomain.verified();
    const present = (await domain.read()).Keys.map(({ Selector }: { Selector: string }) => Selector);
    const { status, body } = await domain.rotate();
    expect(status).toBe(200);
    expect(states(body.Domain)).toEqual(['ed25519 active', 'ed25519 pending', 'rsa-2048 active', 'rsa-2048 pending']);
    expect((await domain.verify()).body.Domain).toMatchObject({ Status: 'verified', MissingSince: null });
    await domain.send(`old keys ${domain.name}`);
    expect(selectorsOf(await arrived(`old keys ${domain.name}`))).toEqual(present.toSorted());

    domain.publish('dkim');
    const found = await domain.recheck();
    expect(states(found)).toEqual(['ed25519 active', 'ed25519 retiring', 'rsa-2048 active', 'rsa-2048 retiring']);
    const retiring = found.Records.filter(({ RemoveAfter }: Published) => RemoveAfter !== null);
    expect(retiring.map(({ Required, Status }: Published) => [Required, Status])).toEqual([
      [false, 'found'],
      [false, 'found'],
    ]);
    const days = (Date.parse(retiring[0].RemoveAfter) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await domain.send(`new keys ${domain.name}`);
    const used = selectorsOf(await arrived(`new keys ${domain.name}`));
    expect(used).toHaveLength(2);
    expect(used.filter((selector) => present.includes(selector))).toEqual([]);
  });

  it('drops retired keys after seven days', async () => {
    const domain = await ManagedDomain.verified();
    await domain.rotate();
    domain.publish('dkim');
    await domain.verify();
    await stack.sql(
      `update domain_key set retired_at = now() - interval '7 days' where domain_id = $1 and not active`,
      [domain.id],
    );
    expect(states(await domain.read())).toEqual(['ed25519 active', 'rsa-2048 active']);
    await domain.verify();
    expect(await stack.sql('select 1 from domain_key where domain_id = $1', [domain.id])).toHaveLength(2);
  });

  it('is rejected while keys wait for their records', async () => {
    const fresh = await ManagedDomain.add();
    expect([(await fresh.rotate()).status]).toEqual([409]);
    const domain = await ManagedDomain.verified();
    const answers = await Promise.all([domain.rotate(), domain.rotate(), domain.rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await domain.read()).Keys).toHaveLength(4);
    expect((await domain.rotate()).body.Error.Code).toBe('Conflict');
  });

  it('stops when retired keys pile up', async () => {
    const domain = await ManagedDomain.verified();
    await stack.sql(
      `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key, active, retired_at)
       select tenant_id, gen_random_uuid(), domain_id, 'old' || n, algorithm, '', '', false, now()
       from domain_key, generate_series(1, 17) n where domain_id = $1 and algorithm = 'ed25519'`,
      [domain.id],
    );
    expect([(await domain.rotate()).status]).toEqual([409]);
  });
});

describe('removing a domain with e-mails under way', () => {
  it('still sends them, unsigned', async () => {
    const domain = await ManagedDomain.verified();
    const subject = `under way ${domain.name}`;
    stack.mail.refuse('late@example.test', { code: 451, times: 1 });
    await domain.send(subject, 'late@example.test');
    await waitUntil(
      async () =>
        (await stack.sql('select 1 from message where subject = $1 and status = $2', [subject, 'processing'])).length,
      { what: 'the first attempt' },
    );
    await domain.session.delete(domain.path);
    expect((await domain.send('afterwards')).body.Error.Code).toBe('DomainNotVerified');
    await makeDue(stack, domain.tenant);
    expect(selectorsOf(await arrived(subject))).toEqual([]);
  });
});

function selectorsOf({ source }: SunkMessage): string[] {
  const headers = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return [...headers.matchAll(/^DKIM-Signature:.*?\bs=([^;\s]+)/gim)].map(([, selector]) => selector ?? '').sort();
}

async function resolveFromSink(name: string, type: string): Promise<string[][]> {
  const values = dns.records.filter((one) => one.name === name && one.type === type).map(({ value }) => [value]);
  if (values.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return values;
}
