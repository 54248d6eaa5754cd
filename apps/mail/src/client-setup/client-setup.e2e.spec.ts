import { SaxesParser } from 'saxes';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { ManagedMailDomain } from '../../../../test/support/mail-domains.js';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  mailStack({
    ROLE: 'api',
    DNS_SERVER: dns.server,
    SUBMISSION_NAME: 'smtp.service.test',
    SUBMISSION_PUBLIC_PORT: '2587',
    WEBMAIL_URL: 'https://webmail.service.test/?a=1&b=2',
    MTA_STS_MODE: 'enforce',
    TRUST_PROXY: '127.0.0.1',
  }),
);
let verified: ManagedMailDomain;
let pending: ManagedMailDomain;

beforeAll(async () => {
  verified = await ManagedMailDomain.verified(stack, dns, 'setup.example');
  pending = await ManagedMailDomain.add(stack, dns, 'pending.example');
});

let caller = 0;
/** A caller of its own for each test: the limit is by address. */
beforeEach(() => {
  caller += 1;
});

interface Asked {
  host?: string;
  from?: string;
  body?: string;
}

async function ask(path: string, { host, from = `192.0.2.${caller}`, body }: Asked = {}) {
  const headers = { 'x-forwarded-for': from, ...(host && { host }), ...(body && { 'content-type': 'text/xml' }) };
  return body === undefined ? stack.anonymous.get(path, headers) : stack.anonymous.send('POST', path, body, headers);
}

const autoconfig = (address: string) =>
  ask(`/autoconfig/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`);

/** The texts of a document by the names of their elements. @throws Error for a document that is not well-formed */
function textsOf(xml: string): Record<string, string> {
  const texts: Record<string, string> = {};
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    for (const [attribute, value] of Object.entries(attributes)) texts[`${name}@${attribute}`] = String(value);
  });
  parser.on('closetag', () => void path.pop());
  parser.on('text', (text) => {
    if (text.trim()) texts[path.at(-1) ?? ''] = text;
  });
  parser.write(xml).close();
  return texts;
}

const request = (address: string) =>
  `<?xml version="1.0" encoding="utf-8"?>
   <Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006">
     <Request><EMailAddress>${address}</EMailAddress>
       <AcceptableResponseSchema>http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a</AcceptableResponseSchema>
     </Request>
   </Autodiscover>`;

describe('settings for Thunderbird', () => {
  it('offer submission and the webmail, and no incoming server', async () => {
    const { status, headers, text } = await autoconfig('ana@Setup.Example');
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(textsOf(text)).toMatchObject({
      'clientConfig@version': '1.1',
      'emailProvider@id': 'setup.example',
      domain: 'setup.example',
      'outgoingServer@type': 'smtp',
      hostname: 'smtp.service.test',
      port: '2587',
      socketType: 'STARTTLS',
      username: '%EMAILADDRESS%',
      'loginPage@url': 'https://webmail.service.test/?a=1&b=2',
    });
    expect(text).not.toContain('incomingServer');
    expect(text).toContain('<descr lang="en">There is no IMAP and no POP server');
    expect(textsOf(text)['documentation@url']).toBe('https://webmail.service.test/?a=1&b=2');
  });

  it('are the same for any address of the domain, by the host and below .well-known', async () => {
    const { text } = await autoconfig('ana@setup.example');
    const others = [
      await autoconfig('nobody@setup.example'),
      await ask('/mail/config-v1.1.xml?emailaddress=x', { host: 'autoconfig.setup.example' }),
      await ask('/mail/config-v1.1.xml', { host: 'AutoConfig.Setup.Example.:443' }),
      await ask('/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress=a@setup.example'),
    ];
    for (const one of others) expect([one.status, one.text]).toEqual([200, text]);
  });

  it.each([
    'ana@unknown.example',
    'ana@pending.example',
    'ana@sub.setup.example',
    'setup.example',
    'ana',
    '',
    '@setup.example',
    'a@b@setup.example',
    'ana@setup.example\r\nX: y',
    '"><script>@setup.example',
    "a'; drop table mail_domain; --@setup.example'",
    `${'a'.repeat(400)}@setup.example`,
    'ana@[127.0.0.1]',
    '%EMAILADDRESS%',
    'ana@setup.example,bob@setup.example',
  ])('are the same 404 for %j as for a domain that nobody has', async (address) => {
    const unknown = await autoconfig('ana@none.example');
    const { status, headers, text } = await autoconfig(address);
    expect([status, text, headers['content-type'], headers['content-length']]).toEqual([
      404,
      unknown.text,
      unknown.headers['content-type'],
      unknown.headers['content-length'],
    ]);
  });

  it('are not asked for with NUL, of whichever domain', async () => {
    const answers = [await autoconfig('ana@setup.example\0'), await autoconfig('ana@none.example\0')];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('are the same 404 for other questions', async () => {
    const unknown = await autoconfig('ana@none.example');
    for (const [path, host] of [
      ['/autoconfig/mail/config-v1.1.xml'],
      ['/autoconfig/mail/config-v1.1.xml?emailaddress=a@setup.example&emailaddress=b@setup.example'],
      ['/autoconfig/mail/config-v1.1.xml?emailaddress[x]=a@setup.example'],
      ['/mail/config-v1.1.xml'],
      ['/mail/config-v1.1.xml', 'setup.example'],
      ['/mail/config-v1.1.xml', 'autoconfig.pending.example'],
      ['/mail/config-v1.1.xml', 'autoconfig.autoconfig.setup.example'],
    ] as const) {
      const { status, text } = await ask(path, { host });
      expect([status, text], path).toEqual([404, unknown.text]);
    }
  });

  it('follow the domain at once', async () => {
    const domain = await ManagedMailDomain.add(stack, dns, 'later.example');
    expect((await autoconfig('a@later.example')).status).toBe(404);
    domain.publish('ownership', 'dkim');
    await domain.verify();
    expect((await autoconfig('a@later.example')).status).toBe(200);
    await domain.owner.delete(domain.path);
    expect((await autoconfig('a@later.example')).status).toBe(404);
  });
});

describe('settings for Outlook', () => {
  it.each(['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml', '/AutoDiscover/AutoDiscover.xml'])(
    'are at %s',
    async (path) => {
      const { status, text } = await ask(path, { body: request('ana@setup.example') });
      expect(status).toBe(200);
      expect(textsOf(text)).toMatchObject({
        Action: 'settings',
        Type: 'SMTP',
        Server: 'smtp.service.test',
        Port: '2587',
        LoginName: 'ana@setup.example',
        Encryption: 'TLS',
      });
      expect(text).not.toMatch(/<Type>(?:IMAP|POP3)/);
    },
  );

  it('have the address as text, whatever is in it', async () => {
    const { status, text } = await ask('/autodiscover/autodiscover.xml', {
      body: request(`o&apos;b&amp;r@setup.example`),
    });
    expect(status).toBe(200);
    expect(text).toContain('<!-- There is no IMAP and no POP server');
    expect(textsOf(text)['OWAUrl']).toBe('https://webmail.service.test/?a=1&b=2');
    expect(textsOf(text)['LoginName']).toBe("o'b&r@setup.example");
  });

  it.each([
    ['of another domain', request('ana@none.example')],
    ['of a pending one', request('ana@pending.example')],
    ['without an address', '<Autodiscover/>'],
    ['that is no XML', 'EMailAddress=ana@setup.example'],
    ['that is cut short', request('ana@setup.example').slice(0, -5)],
    [
      'with entities',
      `<!DOCTYPE x [<!ENTITY a "ana@setup.example">]><Autodiscover><EMailAddress>&a;</EMailAddress></Autodiscover>`,
    ],
    ['with elements for a tag', request('<b>ana@setup.example</b>')],
  ])('are the same 404 for a request %s', async (_, body) => {
    const { status, text } = await ask('/autodiscover/autodiscover.xml', { body });
    expect([status, text]).toEqual([404, (await autoconfig('ana@none.example')).text]);
  });

  it('are not read from a body that is too large', async () => {
    const body = request(`${' '.repeat(70_000)}ana@setup.example`);
    expect((await ask('/autodiscover/autodiscover.xml', { body })).status).toBe(413);
  });
});

describe('a profile for Apple', () => {
  it('has the webmail, and no mail account that cannot be', async () => {
    const { status, headers, text } = await ask('/autoconfig/apple.mobileconfig?emailaddress=ana@setup.example');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-apple-aspen-config; charset=utf-8']);
    expect(text).toContain('<key>URL</key><string>https://webmail.service.test/?a=1&amp;b=2</string>');
    expect(text).toContain('com.apple.webClip.managed');
    expect(text).not.toContain('com.apple.mail.managed');
    expect((await ask('/autoconfig/apple.mobileconfig?emailaddress=ana@setup.example')).text).toBe(text);
    expect((await ask('/autoconfig/apple.mobileconfig?emailaddress=ana@pending.example')).status).toBe(404);
  });
});

describe('the limit', () => {
  it('is 60 calls a minute from one address, of all these routes together', async () => {
    const path = '/autoconfig/mail/config-v1.1.xml?emailaddress=ana@setup.example';
    const from = '198.51.100.7';
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(path, { from })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const over = await ask('/autodiscover/autodiscover.xml', { from, body: request('ana@setup.example') });
    expect([over.status, over.body.error]).toEqual([429, 'Throttling']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(path, { from: '198.51.100.8' })).status).toBe(200);
  });
});

describe('the policy of MTA-STS', () => {
  const policy = (host: string) => ask('/.well-known/mta-sts.txt', { host });

  it('is served for the hosts of verified domains', async () => {
    const { status, headers, text } = await policy('mta-sts.setup.example');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe('version: STSv1\r\nmode: enforce\r\nmx: mx.demo.test\r\nmax_age: 604800\r\n');
    for (const host of ['mta-sts.pending.example', 'mta-sts.none.example', 'setup.example', 'autoconfig.setup.example'])
      expect((await policy(host)).status, host).toBe(404);
  });

  it('has the id that the record names', async () => {
    verified.publish('mta-sts');
    const { body } = await verified.owner.get(`${verified.path}/dns`);
    const record = body.records.find(({ purpose }: { purpose: string }) => purpose === 'mta-sts');
    expect(record).toMatchObject({ status: 'found', value: expect.stringMatching(/^v=STSv1; id=[0-9a-f]{20};$/) });
    expect(pending.records.find(({ purpose }) => purpose === 'mta-sts')?.value).toBe(record.value);
  });
});

describe('the question for a certificate', () => {
  const certificate = async (domain: string, secret = SERVICE_SECRET) =>
    (await stack.anonymous.get(`/internal/tls-ask?domain=${domain}`, { authorization: `Bearer ${secret}` })).status;

  it('is answered 200 for the hosts of verified domains alone', async () => {
    for (const domain of ['mta-sts.setup.example', 'autoconfig.setup.example', 'autodiscover.Setup.Example'])
      expect(await certificate(domain), domain).toBe(200);
    for (const domain of [
      'setup.example',
      'www.setup.example',
      'mta-sts.pending.example',
      'mta-sts.none.example',
      'mta-sts.mta-sts.setup.example',
      'mta-sts.setup.example:443',
      'mta-sts.',
      '',
      'mta-sts.setup.example&domain=x',
    ])
      expect(await certificate(domain), domain).toBe(404);
  });

  it('is for the edge alone', async () => {
    expect(await certificate('mta-sts.setup.example', 'another')).toBe(401);
  });
});

describe('while the database is away', () => {
  const limitConnections = (limit: number) =>
    stack.sql(`do $$ begin execute format('alter database %I connection limit ${limit}', current_database()); end $$`);

  it('nothing says that a domain does not exist', async () => {
    await limitConnections(0);
    await stack.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity join pg_roles on rolname = usename
       where datname = current_database() and not rolsuper`,
    );
    try {
      const answers = [
        await autoconfig('ana@away.example'),
        await ask('/mail/config-v1.1.xml', { host: 'autoconfig.away2.example' }),
        await ask('/autodiscover/autodiscover.xml', { body: request('ana@away3.example') }),
        await ask('/.well-known/mta-sts.txt', { host: 'mta-sts.away4.example' }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
        answers.map(() => [503, 'InternalError']),
      );
    } finally {
      await limitConnections(-1);
    }
    expect((await autoconfig('ana@away.example')).status).toBe(404);
  });
});
