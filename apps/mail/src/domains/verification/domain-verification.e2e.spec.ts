import { afterEach, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { ManagedMailDomain, type ShownRecord } from '../../../../../test/support/mail-domains.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import { DomainDirectory } from '../domain-directory.js';
import { DomainRechecks } from './domain-rechecks.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ ROLE: 'api', DNS_SERVER: dns.server, SPF_INCLUDE: 'spf.service.test' }));

afterEach(() => {
  dns.failing = false;
});

const add = (name?: string) => ManagedMailDomain.add(stack, dns, name);
const verified = (name?: string) => ManagedMailDomain.verified(stack, dns, name);

const statuses = (records: ShownRecord[]) => records.map(({ purpose, status }) => `${purpose} ${status}`);

const states = ({ keys }: { keys: { algorithm: string; state: string }[] }) =>
  keys.map(({ algorithm, state }) => `${algorithm} ${state}`).sort();

const signing = async ({ tenant, id }: ManagedMailDomain) =>
  (await stack.app.get(SigningKeys, { strict: false }).of(tenant.id, id)).map(({ selector }) => selector);

const directory = () => stack.app.get(DomainDirectory, { strict: false });

async function recheck(domain: ManagedMailDomain) {
  await domain.set('next_check_at = now()');
  await stack.app.get(DomainRechecks, { strict: false }).recheck();
  return domain.read();
}

describe('the records of a domain', () => {
  it('are all that a mail domain needs, each with what is published now', async () => {
    const domain = await add('shown.example');
    const rsa = domain.records.find(({ purpose }) => purpose === 'dkim')!;
    dns.add('shown.example', 'MX', '5 old.example');
    dns.add('shown.example', 'TXT', 'v=spf1 -all');
    dns.add('_dmarc.shown.example', 'TXT', 'v=DMARC1; p=reject');
    dns.add(rsa.name, 'TXT', rsa.value);
    const { status, body } = await domain.owner.get(`${domain.path}/dns`);
    expect([status, body.name, body.status]).toEqual([200, 'shown.example', 'pending']);
    const lines = body.records.map((one: ShownRecord) => [
      one.purpose,
      one.type,
      one.name,
      one.status,
      one.required,
      one.published?.length,
    ]);
    expect(lines).toEqual([
      ['ownership', 'TXT', '_service-verification.shown.example', 'missing', true, 0],
      ['mx', 'MX', 'shown.example', 'mismatch', false, 1],
      ['spf', 'TXT', 'shown.example', 'mismatch', false, 1],
      ['dkim', 'TXT', rsa.name, 'found', true, 1],
      ['dkim', 'TXT', expect.stringMatching(/^ed-.*\._domainkey\.shown\.example$/), 'missing', true, 0],
      ['dmarc', 'TXT', '_dmarc.shown.example', 'found', false, 1],
      ['mta-sts', 'TXT', '_mta-sts.shown.example', 'missing', false, 0],
      ['mta-sts-host', 'CNAME', 'mta-sts.shown.example', 'missing', false, 0],
      ['tls-rpt', 'TXT', '_smtp._tls.shown.example', 'missing', false, 0],
      ['autoconfig', 'CNAME', 'autoconfig.shown.example', 'missing', false, 0],
      ['autodiscover', 'CNAME', 'autodiscover.shown.example', 'missing', false, 0],
      ['autodiscover-service', 'SRV', '_autodiscover._tcp.shown.example', 'missing', false, 0],
      ['submission-service', 'SRV', '_submission._tcp.shown.example', 'missing', false, 0],
      ['imap-service', 'SRV', '_imaps._tcp.shown.example', 'missing', false, 0],
    ]);
    expect(body.records[1]).toMatchObject({ value: '10 mx.demo.test', published: ['5 old.example'] });
    expect(body.records[2]).toMatchObject({ value: 'v=spf1 include:spf.service.test ~all' });
    expect((await domain.read()).last_checked_at).toBeNull();
  });

  it('are found when they are published as they are shown', async () => {
    const domain = await add();
    domain.publish();
    const { body } = await domain.owner.get(`${domain.path}/dns`);
    expect(body.records.map((one: ShownRecord) => [one.purpose, one.status])).toEqual(
      domain.records.map(({ purpose }) => [purpose, 'found']),
    );
  });

  it('are unchecked while DNS does not answer', async () => {
    const domain = await add();
    dns.failing = true;
    const { status, body } = await domain.owner.get(`${domain.path}/dns`);
    expect(status).toBe(200);
    for (const one of body.records) expect([one.status, one.published]).toEqual(['unchecked', null]);
  });
});

describe('verifying a domain', () => {
  it('takes the ownership record and one key, and nothing else', async () => {
    const domain = await add();
    expect((await domain.verify()).body.status).toBe('pending');
    domain.publish('ownership');
    expect((await domain.verify()).body.status).toBe('pending');
    expect(await directory().findVerified(domain.name)).toBeNull();
    const rsa = domain.records.find(({ purpose }) => purpose === 'dkim')!;
    dns.add(rsa.name, 'TXT', rsa.value);
    const { status, body } = await domain.verify();
    expect([status, body.status]).toEqual([200, 'verified']);
    expect(states(body)).toEqual(['ed25519 pending', 'rsa-2048 active']);
    expect(statuses(body.records).slice(0, 5)).toEqual([
      'ownership found',
      'mx missing',
      'spf missing',
      'dkim found',
      'dkim missing',
    ]);
    expect(await directory().findVerified(domain.name)).toMatchObject({ id: domain.id });
    expect(await signing(domain)).toEqual([body.keys[0].selector]);
    const actions = await stack.sql('select action from audit_entry where object_id = $1 order by id', [domain.id]);
    expect(actions.map(({ action }: { action?: string }) => action)).toEqual(['domain.added', 'domain.verified']);
  });

  it('changes nothing when DNS does not answer', async () => {
    const domain = await verified();
    dns.failing = true;
    const { status, body } = await domain.verify();
    expect([status, body.error]).toEqual([503, 'InternalError']);
    expect((await domain.read()).status).toBe('verified');
  });

  it('accepts the ownership record of its own account alone, and says who else holds it: nobody by name', async () => {
    const [ours, theirs] = [await add('contested.example'), await add('contested.example')];
    theirs.publish('ownership', 'dkim');
    ours.publish('dkim');
    const first = await ours.verify();
    expect([first.body.status, first.body.records[0].status]).toEqual(['pending', 'mismatch']);
    expect((await theirs.verify()).body.status).toBe('verified');
    ours.publish('ownership');
    const refused = await ours.verify();
    expect([refused.status, refused.body.error]).toEqual([409, 'Conflict']);
    expect(refused.body.message).toContain('verified elsewhere');
    expect((await ours.read()).status).toBe('pending');
  });

  it('is for one of the accounts that try at once', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => add('raced.example')));
    for (const claim of claims) claim.publish('ownership', 'dkim');
    const answers = await Promise.all(claims.map((claim) => claim.verify()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('takes no fields', async () => {
    const domain = await add();
    expect((await domain.owner.post(`${domain.path}/verify`, { force: true })).status).toBe(400);
  });
});

describe('checking verified domains again', () => {
  it('marks one that lost its records as failing, and after 72 hours as pending', async () => {
    const domain = await verified();
    domain.withdraw('ownership');
    const failing = await recheck(domain);
    expect([failing.status, failing.missing_since]).toEqual(['failing', expect.any(String)]);
    expect(await directory().findVerified(domain.name)).not.toBeNull();
    await domain.set(`missing_since = now() - interval '73 hours'`);
    expect((await recheck(domain)).status).toBe('pending');
    expect(await directory().findVerified(domain.name)).toBeNull();
    expect(await signing(domain)).toEqual([]);
  });

  it('forgives one whose records are back, and takes no answer for nothing', async () => {
    const domain = await verified();
    domain.withdraw('dkim');
    expect((await recheck(domain)).status).toBe('failing');
    dns.failing = true;
    expect((await recheck(domain)).status).toBe('failing');
    dns.failing = false;
    domain.publish('dkim');
    expect((await recheck(domain)).status).toBe('verified');
  });

  it('leaves pending and removed ones alone', async () => {
    const [pending, removed] = [await add(), await verified()];
    const mailbox = await removed.insertMailbox('x');
    await stack.sql('update mailbox set removed_at = now() where id = $1', [mailbox]);
    await removed.owner.delete(removed.path);
    for (const domain of [pending, removed]) await domain.set('next_check_at = now()');
    expect(await stack.app.get(DomainRechecks, { strict: false }).recheck()).toBe(0);
  });
});

describe('new keys', () => {
  it('sign once their records are found; until then the present ones do', async () => {
    const domain = await verified();
    const before = await signing(domain);
    const { status, body } = await domain.rotate();
    expect(status).toBe(200);
    expect(states(body)).toEqual(['ed25519 active', 'ed25519 pending', 'rsa-2048 active', 'rsa-2048 pending']);
    expect(await signing(domain)).toEqual(before);
    domain.publish('dkim');
    const after = (await domain.verify()).body;
    expect(states(after)).toEqual(['ed25519 active', 'ed25519 retiring', 'rsa-2048 active', 'rsa-2048 retiring']);
    const retiring = after.records.filter((one: ShownRecord) => one.remove_after !== null);
    expect(retiring.map(({ required }: ShownRecord) => required)).toEqual([false, false]);
    expect((await signing(domain)).some((selector) => before.includes(selector))).toBe(false);
  });

  it('are rejected while keys wait for their records, and for a domain that never had one', async () => {
    const domain = await verified();
    await domain.rotate();
    expect((await domain.rotate()).status).toBe(409);
    expect((await (await add()).rotate()).status).toBe(409);
  });

  it('are made once by two calls at once', async () => {
    const domain = await verified();
    const answers = await Promise.all([domain.rotate(), domain.rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await domain.read()).keys).toHaveLength(4);
  });
});
