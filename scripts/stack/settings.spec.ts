import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPS_WITH_DATABASE } from './apps.js';
import { devFileContents, writeDevFile } from './dev-file.js';
import { databaseUrls } from './databases.js';
import { appEnvironment } from './environment.js';
import { loadSecrets } from './secrets.js';
import { publishDnsRecords, withPasswords } from './seeds.js';
import { portOf, readSettings, urlOf } from './settings.js';
import { summary } from './summary.js';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const backing = { postgresUrl: 'postgres://postgres:pw@127.0.0.1:4010/postgres', redisUrl: 'redis://127.0.0.1:4011' };

function stack() {
  const settings = readSettings({ DATA_DIR: dir, PORT_BASE: '4000', OUTBOUND_ALLOW: '10.0.0.0/8' }, []);
  return { settings, secrets: loadSecrets(join(dir, 'secrets.json')) };
}

describe('the settings of a stack', () => {
  it('are .data and 3000 by default', () => {
    expect(readSettings({}, [])).toMatchObject({ dataDir: join(process.cwd(), '.data'), portBase: 3000, fresh: false });
  });

  it('let a starting process be silent for ten minutes, or for START_SILENCE_SECONDS', () => {
    expect(readSettings({}, []).startSilenceMs).toBe(600_000);
    expect(readSettings({ START_SILENCE_SECONDS: '30' }, []).startSilenceMs).toBe(30_000);
  });

  it('put everything at its offset from PORT_BASE', () => {
    const settings = readSettings({ PORT_BASE: '4000' }, ['--fresh']);
    expect(settings.fresh).toBe(true);
    const ports = ['platform', 'identity', 'postgres', 'redis', 'inbox', 'inboxSmtp', 'bounce', 'dns', 'hooks'];
    expect(ports.map((name) => portOf(settings, name))).toEqual([4000, 4004, 4010, 4011, 4012, 4013, 4015, 4016, 4017]);
    expect(urlOf(settings, 'identity')).toBe('http://127.0.0.1:4004');
    expect(urlOf(settings, 'dashboard')).toBe('http://127.0.0.1:4006');
  });

  it('reject invalid values by the name of their variable', () => {
    expect(() => readSettings({ PORT_BASE: 'http' }, [])).toThrow('PORT_BASE');
    expect(() => readSettings({ PORT_BASE: '65530' }, [])).toThrow('PORT_BASE');
    expect(() => readSettings({ PORT_BASE: '6000' }, [])).toThrow(
      'PORT_BASE 6000 needs port 6000, which browsers refuse',
    );
    expect(() => readSettings({ PORT_BASE: '6655' }, [])).toThrow('port 6665');
    expect(() => readSettings({}, ['--frehs'])).toThrow('--frehs');
    for (const text of ['soon', '0', '1.5', '86401']) {
      expect(() => readSettings({ START_SILENCE_SECONDS: text }, [])).toThrow('START_SILENCE_SECONDS');
    }
  });
});

describe('the secrets of a stack', () => {
  it('are generated once and readable by their owner only', () => {
    const file = join(dir, 'once.json');
    const first = loadSecrets(file);
    expect(loadSecrets(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(
      new Set([first.serviceSecret, first.postgresPassword, first.userPassword, first.operatorPassword]).size,
    ).toBe(4);
    expect(Buffer.from(first.encryptionKeys['platform']!.replace(/^k1:/, ''), 'base64')).toHaveLength(32);
  });

  it('get missing ones added and keep the others', () => {
    const file = join(dir, 'older.json');
    writeFileSync(file, JSON.stringify({ serviceSecret: 'kept', databases: {} }));
    const secrets = loadSecrets(file);
    expect(secrets.serviceSecret).toBe('kept');
    expect(secrets.databases['identity']?.owner).toBeTruthy();
  });
});

describe('the environment of an app', () => {
  it.each([
    [{}, 'http://127.0.0.1:4004'],
    [{ DASHBOARD_URL: 'https://app.test' }, 'https://app.test'],
    [{ DASHBOARD_URL: 'https://app.test', MAIL_LINKS_URL: 'https://other.test' }, 'https://other.test'],
    [{ ISSUER: 'https://id.test' }, 'https://id.test'],
  ])('makes links in mail lead to existing pages: %j', (inherited, expected) => {
    const { settings, secrets } = stack();
    const identity = APPS_WITH_DATABASE.find((app) => app.name === 'identity')!;
    expect(appEnvironment(identity, settings, secrets, backing, inherited)['MAIL_LINKS_URL']).toBe(expected);
  });

  it('has the roles with row-level security, and the owner for migrations only', () => {
    const { settings, secrets } = stack();
    const platform = APPS_WITH_DATABASE.find((app) => app.name === 'platform')!;
    const env = appEnvironment(platform, settings, secrets, backing, { LOG_LEVEL: 'warn', DATABASE_URL: 'outer' });
    expect(env['DATABASE_URL']).toMatch(/^postgres:\/\/platform_app:.+@127\.0\.0\.1:4010\/platform$/);
    expect(env['DATABASE_SYSTEM_URL']).toMatch(/^postgres:\/\/platform_system:/);
    expect(env).not.toHaveProperty('DATABASE_OWNER_URL');
    expect(env).toMatchObject({
      PORT: '4000',
      LOG_LEVEL: 'warn',
      IDENTITY_URL: 'http://127.0.0.1:4004',
      SMTP_URL: 'smtp://127.0.0.1:4013',
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      INBOUND_MX_HOST: 'mx.demo.test',
      INBOUND_PORT: '4014',
      BOUNCE_PORT: '4015',
      PLATFORM_INBOUND: '127.0.0.1:4015',
      BOUNCE_TRUSTED_PEERS: '127.0.0.1',
      OUTBOUND_ALLOW: '10.0.0.0/8,127.0.0.1:4017',
    });
    const { owner } = databaseUrls(backing.postgresUrl, secrets, platform);
    expect(owner).toMatch(/^postgres:\/\/platform_owner:/);
    expect(Object.values(env)).not.toContain(owner);
  });
});

describe('the demo data', () => {
  it('publishes its DNS records beside others, and adds the passwords that seeds do not print', () => {
    const { settings, secrets } = stack();
    const other = { name: 'x.test', type: 'A', value: '127.0.0.1' };
    const key = { name: 's1._domainkey.demo.test', type: 'TXT', value: 'old' };
    writeFileSync(join(dir, 'dns.json'), JSON.stringify([other, key]));
    const report = { user: { email: 'a@x.test' }, dnsRecords: [{ ...key, value: 'new' }] };
    publishDnsRecords(settings, report);
    expect(JSON.parse(readFileSync(join(dir, 'dns.json'), 'utf8'))).toEqual([other, { ...key, value: 'new' }]);
    expect(withPasswords(report, secrets)).toEqual({ user: { email: 'a@x.test', password: secrets.userPassword } });
  });
});

describe('the file that names a running stack', () => {
  it('contains the output of the seeds and the URLs, readable by its owner only', () => {
    const { settings, secrets } = stack();
    const seeds = { tenant: { id: 'acc_1', slug: 'demo' }, apiKey: 'sk_test_x', user: { email: 'a', password: 'b' } };
    writeDevFile(settings, devFileContents(settings, secrets, backing, seeds, { platform: 12 }));
    const file = join(dir, 'dev.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      urls: { platform: 'http://127.0.0.1:4000', identity: 'http://127.0.0.1:4004', inbox: 'http://127.0.0.1:4012' },
      smtp: {
        inbound: { host: '127.0.0.1', port: 4014 },
        bounce: { host: '127.0.0.1', port: 4015 },
        submission: { host: '127.0.0.1', port: 4018 },
        sending: { host: '127.0.0.1', port: 4020 },
        sendingTls: { host: '127.0.0.1', port: 4021 },
      },
      tls: { certificate: join(dir, 'tls', 'cert.pem') },
      dns: { host: '127.0.0.1', port: 4016, records: join(dir, 'dns.json') },
      hooks: { url: 'http://127.0.0.1:4017/hook', requests: 'http://127.0.0.1:4017/requests' },
      redis: { url: backing.redisUrl },
      ...seeds,
      processes: { platform: { pid: 12 } },
    });
    expect(summary(settings, seeds, '2 s')).toContain("-H 'Authorization: Bearer sk_test_x'");
  });

  it('is printed with the address of the landing page, if there is one, and that of the dashboard at its end', () => {
    const { settings } = stack();
    const landingPage = { id: 'pag_1', url: 'http://127.0.0.1:4005/demo' };
    expect(summary(settings, { landingPage }, '2 s')).toMatch(
      /Landing page http:\/\/127\.0\.0\.1:4005\/demo\n\nOpen http:\/\/127\.0\.0\.1:4006 .+\n$/,
    );
    expect(summary(settings, {}, '2 s')).not.toContain('Landing page');
  });
});
