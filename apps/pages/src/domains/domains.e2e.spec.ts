import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { DnsSink } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack, type PagesTenant } from '../../../../test/support/pages-stack.js';
import { DomainRechecks } from './domain-rechecks.js';
import { useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  pagesStack({
    pages: {
      DNS_SERVER: dns.server,
      RUNTIME_URL: 'https://pages.service.test',
      PUBLIC_URL: 'https://api.service.test',
    },
  }),
);
let number = 0;

afterEach(() => {
  dns.failing = false;
});

const newHost = () => `d${++number}.example`;

/** A host that a test claims, publishes the record of and verifies. */
class Claim {
  private constructor(
    readonly tenant: PagesTenant,
    readonly session: HttpClient,
    readonly host: string,
    readonly path: string,
    readonly record: { nome: string; valor: string },
  ) {}

  static async make(host = newHost(), owner?: PagesTenant): Promise<Claim> {
    const tenant = owner ?? (await stack.createTenant());
    const session = await tenant.session('admin');
    const { status, body } = await session.post('/v1/dominios', { host });
    if (status !== 201) throw new Error(`claiming ${host} answered ${status}`);
    return new Claim(tenant, session, host, `/v1/dominios/${body.id}`, body.registro_txt);
  }

  static async verified(host?: string, owner?: PagesTenant): Promise<Claim> {
    const claim = await Claim.make(host, owner);
    claim.publish();
    const { status } = await claim.verify();
    if (status !== 200) throw new Error(`verifying ${claim.host} answered ${status}`);
    return claim;
  }

  get id(): string {
    return this.path.split('/').at(-1)!;
  }

  publish(): void {
    dns.add(this.record.nome, 'TXT', this.record.valor);
  }

  withdraw(): void {
    dns.records = dns.records.filter(({ value }) => value !== this.record.valor);
  }

  verify = () => this.session.post(`${this.path}/verificar`);
  read = async () => (await this.session.get(this.path)).body;

  async set(changes: string): Promise<void> {
    await stack.sql(`update site_domain set ${changes} where id = $1`, [this.id]);
  }

  /** Lets the worker check what is due, this domain included. */
  async recheck() {
    await this.set('next_check_at = now()');
    await stack.app.get(DomainRechecks, { strict: false }).recheck();
    return this.read();
  }

  /** The actions in the audit log on this domain, with the kind of their actor. */
  async audit(): Promise<string[]> {
    const rows = await stack.sql<{ entry: string }>(
      `select action || ' by ' || actor_kind as entry from audit_entry where object_id = $1 order by id`,
      [this.id],
    );
    return rows.map(({ entry }) => entry);
  }
}

const hostsOf = async (session: HttpClient) =>
  (await session.get('/v1/dominios')).body.dominios.map(
    ({ host, padrao }: { host: string; padrao: boolean }) => host + (padrao ? ' *' : ''),
  );

describe('claiming a host', () => {
  it('answers with the TXT record to publish', async () => {
    const session = await (await stack.createTenant()).session();
    const { status, body, headers } = await session.post('/v1/dominios', { host: 'Promoção.EXAMPLE.' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^dom_[0-9a-f]{16}$/),
      host: 'xn--promoo-7ta5a.example',
      registro_txt: {
        nome: '_service.xn--promoo-7ta5a.example',
        valor: expect.stringMatching(/^service-verify=[0-9a-f]{32}$/),
      },
      verificado: false,
      padrao: false,
      situacao: 'pendente',
    });
    expect((await session.get(String(headers['location']))).body).toEqual(body);
  });

  it.each([
    ['10.0.0.1', /endereço IP/],
    ['intranet', /dois ou mais rótulos/],
    ['com.br', /sufixo público/],
    ['github.io', /sufixo público/],
    ['pages.service.test', /pertence a este serviço/],
    ['x.pages.service.test', /pertence a este serviço/],
    ['api.service.test', /pertence a este serviço/],
    ['example.com/path', /dois ou mais rótulos/],
    ['example.com\r\nX: y', /dois ou mais rótulos/],
  ])('rejects %j', async (host, text) => {
    const session = await (await stack.createTenant()).session();
    const { status, body } = await session.post('/v1/dominios', { host });
    expect([status, body.erro, body.campo]).toEqual([400, expect.stringMatching(text), 'host']);
  });

  it('happens once in an account, and in several accounts', async () => {
    const first = await Claim.make();
    const again = await first.session.post('/v1/dominios', { host: first.host.toUpperCase() });
    expect([again.status, again.body.erro]).toEqual([409, 'A conta já tem este domínio.']);
    const other = await Claim.make(first.host);
    expect(other.record.valor).not.toBe(first.record.valor);
  });

  it('stops at a hundred, also when several arrive at once', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session();
    await stack.sql(
      `insert into site_domain (tenant_id, id, host, ownership_token)
       select $1, 'dom_' || lpad(to_hex(n), 16, '0'), 'n' || n || '.example', '' from generate_series(1, 98) n`,
      [tenant.id],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => session.post('/v1/dominios', { host: newHost() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect((await hostsOf(session)).length).toBe(100);
    expect((await session.get('/v1/dominios?limite=7')).body.dominios.length).toBe(7);
  });

  it('is for admins; keys with pages:read may list', async () => {
    const tenant = await stack.createTenant();
    const [member, reader, stranger] = [
      await tenant.session('member'),
      await tenant.key('pages:read'),
      await tenant.key('pages:write'),
    ];
    const { path, id } = await Claim.make(undefined, tenant);
    expect((await member.get(path)).status).toBe(200);
    expect((await member.post('/v1/dominios', { host: newHost() })).status).toBe(403);
    expect((await member.post(`${path}/verificar`)).status).toBe(403);
    expect((await member.put(`${path}/padrao`, {})).status).toBe(403);
    expect((await member.delete(path)).status).toBe(403);
    expect((await reader.get('/v1/dominios')).body.dominios).toMatchObject([{ id }]);
    expect((await stranger.get('/v1/dominios')).status).toBe(403);
    expect((await reader.get(path)).status).toBe(403);
    expect((await reader.post('/v1/dominios', { host: newHost() })).status).toBe(403);
    expect((await stack.anonymous.get('/v1/dominios')).status).toBe(401);
  });

  it('is not visible to another account', async () => {
    const { path } = await Claim.make();
    const rival = await (await stack.createTenant()).session();
    const answers = await Promise.all([
      rival.get(path),
      rival.post(`${path}/verificar`),
      rival.put(`${path}/padrao`, {}),
      rival.delete(path),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await rival.get('/v1/dominios')).body).toEqual({ dominios: [] });
    expect((await rival.get('/v1/dominios/x')).status).toBe(404);
  });
});

describe('verifying a host', () => {
  it('needs the TXT record', async () => {
    const claim = await Claim.make();
    const before = await claim.verify();
    expect([before.status, before.body.erro]).toEqual([422, expect.stringContaining(claim.record.nome)]);
    dns.add(claim.record.nome, 'TXT', 'v=spf1 -all');
    expect((await claim.verify()).status).toBe(422);
    claim.publish();
    const after = await claim.verify();
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({ verificado: true, padrao: true, situacao: 'verificado' });
    expect(await claim.read()).toEqual(after.body);
    expect(await claim.audit()).toEqual(['site-domain.added by user', 'site-domain.verified by user']);
  });

  it('changes nothing while DNS does not answer', async () => {
    const claim = await Claim.make();
    claim.publish();
    dns.failing = true;
    expect((await claim.verify()).status).toBe(503);
    expect((await claim.read()).verificado).toBe(false);
    dns.failing = false;
    expect((await claim.verify()).status).toBe(200);
  });

  it('takes the record of the own account only', async () => {
    const owner = await Claim.verified();
    const thief = await Claim.make(owner.host);
    expect((await thief.verify()).status).toBe(422);
    expect((await thief.read()).verificado).toBe(false);
  });

  it('is refused to a second account, though its record is there', async () => {
    const owner = await Claim.verified();
    const second = await Claim.make(owner.host);
    second.publish();
    const { status, body } = await second.verify();
    expect([status, body.erro]).toEqual([409, 'Outra conta tem este domínio verificado.']);
    expect((await owner.verify()).status).toBe(200);
    expect((await owner.session.delete(owner.path)).status).toBe(204);
    expect((await second.verify()).status).toBe(200);
  });

  it('succeeds for one of the accounts that try at the same instant', async () => {
    const host = newHost();
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => Claim.make(host)));
    for (const claim of claims) claim.publish();
    const answers = await Promise.all(claims.map((claim) => claim.verify()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const states = await Promise.all(claims.map((claim) => claim.read()));
    expect(states.filter(({ verificado }) => verificado).length).toBe(1);
  });
});

describe('the default', () => {
  it('is the first verified domain, and then the chosen one', async () => {
    const tenant = await stack.createTenant();
    const [one, two, three] = [
      await Claim.verified(undefined, tenant),
      await Claim.verified(undefined, tenant),
      await Claim.make(undefined, tenant),
    ];
    expect(await hostsOf(one.session)).toEqual([`${one.host} *`, two.host, three.host]);
    expect((await one.session.put(`${three.path}/padrao`, {})).status).toBe(422);
    expect((await one.session.put(`${two.path}/padrao`, {})).body).toMatchObject({ id: two.id, padrao: true });
    expect((await one.session.put(`${two.path}/padrao`, {})).status).toBe(200);
    expect(await hostsOf(one.session)).toEqual([`${two.host} *`, one.host, three.host]);
    expect((await one.session.delete(two.path)).status).toBe(204);
    expect(await hostsOf(one.session)).toEqual([`${one.host} *`, three.host]);
  });

  it('is one, when several domains are verified or chosen at once', async () => {
    const tenant = await stack.createTenant();
    const claims = await Promise.all([1, 2, 3].map(() => Claim.make(undefined, tenant)));
    for (const claim of claims) claim.publish();
    const verified = await Promise.all(claims.map((claim) => claim.verify()));
    expect(verified.map(({ status }) => status)).toEqual([200, 200, 200]);
    const chosen = await Promise.all(claims.map(({ session, path }) => session.put(`${path}/padrao`, {})));
    expect(chosen.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await hostsOf(claims[0]!.session)).filter((host: string) => host.endsWith('*')).length).toBe(1);
  });
});

describe('removing a domain', () => {
  it('is refused while pages are on it', async () => {
    const claim = await Claim.verified();
    await stack.sql(
      `insert into published_page (tenant_id, page_id, version, slug, domain_id, path, title, html, gzip, brotli, etag, policy)
       values ($1, 'pag', 1, $2, $3, '/', '', '', '', '', '', '')`,
      [claim.tenant.id, claim.id, claim.id],
    );
    const { status, body } = await claim.session.delete(claim.path);
    expect([status, body.erro]).toEqual([409, expect.stringContaining('Há páginas publicadas neste domínio')]);
    await stack.sql('delete from published_page where domain_id = $1', [claim.id]);
    expect((await claim.session.delete(claim.path)).status).toBe(204);
    expect((await claim.session.delete(claim.path)).status).toBe(404);
    expect((await claim.audit()).at(-1)).toBe('site-domain.removed by user');
  });

  it('takes its redirects with it', async () => {
    const claim = await Claim.make();
    await stack.sql(
      `insert into site_redirect (tenant_id, id, domain_id, path, target) values ($1, $2, $3, '/a', '/b')`,
      [claim.tenant.id, newId('rdr'), claim.id],
    );
    expect((await claim.session.delete(claim.path)).status).toBe(204);
    expect(await stack.sql('select from site_redirect where domain_id = $1', [claim.id])).toEqual([]);
  });
});

describe('a verified domain whose record disappears', () => {
  it('stays verified, and says since when its record is missing', async () => {
    const claim = await Claim.verified();
    claim.withdraw();
    const missing = await claim.recheck();
    expect(missing).toMatchObject({ verificado: true, padrao: true, situacao: 'registro_ausente' });
    expect((await claim.recheck()).registro_ausente_desde).toBe(missing.registro_ausente_desde);
    expect((await claim.verify()).status).toBe(422);
    expect((await claim.read()).verificado).toBe(true);
    claim.publish();
    expect(await claim.recheck()).toMatchObject({ situacao: 'verificado', registro_ausente_desde: null });
    expect(await claim.audit()).toEqual([
      'site-domain.added by user',
      'site-domain.verified by user',
      'site-domain.record-missing by system',
      'site-domain.record-found by system',
    ]);
  });

  it('is checked again later when DNS did not answer, and nothing changes', async () => {
    const claim = await Claim.verified();
    dns.failing = true;
    const before = await claim.read();
    expect(await claim.recheck()).toEqual(before);
    const [row] = await stack.sql<{ waits: boolean }>(
      `select next_check_at between now() + interval '10 minutes' and now() + interval '20 minutes' as waits
       from site_domain where id = $1`,
      [claim.id],
    );
    expect(row).toEqual({ waits: true });
  });

  it('is kept from other accounts for 72 hours, then goes to the one that proves its claim', async () => {
    const owner = await Claim.verified();
    const spare = await Claim.verified(undefined, owner.tenant);
    const heir = await Claim.make(owner.host);
    heir.publish();
    owner.withdraw();
    await owner.recheck();
    const early = await heir.verify();
    expect([early.status, early.body.erro]).toEqual([409, expect.stringMatching(/será liberado em \d{4}-/)]);
    await owner.set(`missing_since = now() - interval '71 hours 59 minutes'`);
    expect((await heir.verify()).status).toBe(409);
    expect((await owner.read()).verificado).toBe(true);

    await owner.set(`missing_since = now() - interval '73 hours'`);
    expect((await heir.verify()).status).toBe(200);
    expect(await owner.read()).toMatchObject({ verificado: false, padrao: false, situacao: 'pendente' });
    expect(await hostsOf(owner.session)).toEqual([`${spare.host} *`, owner.host]);
    expect((await owner.audit()).at(-1)).toBe('site-domain.released by system');
    const traces = await stack.sql(
      'select from audit_entry where object_id = $1 and (ip is not null or user_agent is not null) and action = $2',
      [owner.id, 'site-domain.released'],
    );
    expect(traces).toEqual([]);
    owner.publish();
    expect((await owner.verify()).status).toBe(409);
  });

  it('stays with its account if its record is back, however long it was missing', async () => {
    const owner = await Claim.verified();
    await owner.set(`missing_since = now() - interval '99 hours'`);
    const other = await Claim.make(owner.host);
    other.publish();
    const { status, body } = await other.verify();
    expect([status, body.erro]).toEqual([409, 'Outra conta tem este domínio verificado.']);
    expect((await owner.read()).verificado).toBe(true);
  });

  it('goes to one of the accounts that prove their claims at the same instant', async () => {
    const owner = await Claim.verified();
    owner.withdraw();
    await owner.set(`missing_since = now() - interval '73 hours'`);
    const heirs = await Promise.all([1, 2, 3].map(() => Claim.make(owner.host)));
    for (const heir of heirs) heir.publish();
    const answers = await Promise.all(heirs.map((heir) => heir.verify()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
