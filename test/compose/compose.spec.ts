import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '#libs/test/embedded';
import { openBucket } from '#libs/core/storage';
import { freePort, SmtpSink, waitUntil } from '#libs/test/testing';
import { S3Server } from '../../libs/core/storage/test-support/s3-server.js';
import type { Manifest } from '../../scripts/backup/manifest.js';
import { variablesOfApps } from '../../scripts/configuration/variables.js';
import { AppProcess, ensureBuilt } from '../support/app-process.js';
import {
  type ComposeService,
  composeNetwork,
  composeServices,
  composeSubnets,
  environmentOf,
  generatedEnvironment,
  interpolate,
  networksOf,
} from '../support/compose-file.js';
import { RedisServer } from '../support/redis-server.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = /^dist\/apps\/(\w+)\/src\/main\.js$/;

const LISTENERS = new Set([
  'BOUNCE_PORT',
  'INBOUND_PORT',
  'METRICS_PORT',
  'SENDING_SMTP_PORT',
  'SENDING_SMTPS_PORT',
  'SUBMISSION_PORT',
]);

const services = composeServices();
const generated = generatedEnvironment();

/** The script that a service runs, which may stand behind options of Node; empty for a service that is not ours. */
const scriptOf = ({ command = [] }: ComposeService) => command.find((part) => part.startsWith('dist/')) ?? '';

/** The services that run our image, in the order in which they depend on each other. */
const ours = Object.entries(services).filter(([, service]) => scriptOf(service) !== '');
const servers = ours.filter(([, service]) => MAIN.test(scriptOf(service)));
const jobs = ours.filter(([, service]) => !MAIN.test(scriptOf(service)));
const appOf = (name: string) => MAIN.exec(scriptOf(services[name]!))?.[1] ?? '';

/** Variables that the start of the image reads, before an app does. */
const OF_THE_START = ['MEMORY'];

describe('the start of the image', () => {
  const started = (environment: Record<string, string>) =>
    promisify(execFile)(resolve(ROOT, 'scripts/image/start'), ['-p', 'process.execArgv.join(" ")', '/platform/'], {
      env: { PATH: process.env['PATH'], ...environment },
    });

  it('leaves the heap to V8, with a large nursery', async () => {
    const { stdout } = await started({});
    expect(stdout).toContain('--max-semi-space-size=64');
    expect(stdout).not.toContain('--heap-growing-percent');
  });

  it.each(['api', 'worker'])('takes little memory for %s of Platform with MEMORY=small', async (role) => {
    const { stdout } = await started({ MEMORY: 'small', ROLE: role });
    expect(stdout).toContain('--max-semi-space-size=8');
    expect(stdout).toContain(`--heap-growing-percent=${role === 'worker' ? 20 : 60}`);
  });

  it('refuses another word, and says which there are', async () => {
    await expect(started({ MEMORY: 'big' })).rejects.toThrow('MEMORY is big: it may be small, or absent');
  });

  it('gets its variables from the compose file', () => {
    for (const [name, { environment }] of servers)
      expect(Object.keys(environment ?? {}), name).toEqual(expect.arrayContaining(OF_THE_START));
  });
});

describe('the variables of the compose file', () => {
  it('are interpolated as Compose does', () => {
    const given = { NAME: 'n', EMPTY: '' };
    expect(interpolate('${NAME}-${EMPTY:-d}-${OTHER:-${NAME:-x}}-$$NAME-${NONE}', given)).toBe('n-d-n-$NAME-');
    expect(() => interpolate('${NONE:?run it}', given)).toThrow('NONE: run it');
  });

  it('come from the generator where they are required', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(() => environmentOf(service, {}), name).toSatisfy(
        (build: () => unknown) => !JSON.stringify(service.environment ?? {}).includes(':?') || throws(build),
      );
      expect(() => environmentOf(service, generated), name).not.toThrow();
    }
  });

  it.each(servers.map(([name]) => name))('pass on each variable that %s reads', async (name) => {
    const app = (await variablesOfApps()).find((one) => one.app === appOf(name));
    const wanted = app?.variables.map((variable) => variable.name) ?? [];
    expect(wanted.length).toBeGreaterThan(10);
    const passed = Object.keys(services[name]?.environment ?? {});
    expect(wanted.filter((variable) => !passed.includes(variable))).toEqual([]);
  });

  it.each<Record<string, string>>([{}, { COMPOSE_SUBNET: '10.9.0.0/24' }])(
    'trust proxies of the own network: %j',
    (given) => {
      const [subnet = '', ...others] = composeSubnets().map((text) => interpolate(text, given));
      expect(subnet).toMatch(/^[\d.]+\/\d+$/);
      expect(others).toEqual([]);
      for (const [name, service] of servers) {
        expect(environmentOf(service, { ...generated, ...given })['TRUST_PROXY'], name).toBe(subnet);
        const own = { ...generated, ...given, TRUST_PROXY: '192.0.2.1' };
        expect(environmentOf(service, own)['TRUST_PROXY'], name).toBe('192.0.2.1');
      }
    },
  );

  it.each<Record<string, string>>([{}, { COMPOSE_INBOUND_SUBNET: '10.9.1.0/28' }])(
    'have Platform believe Mail alone, over a network that no port leads into: %j',
    (given) => {
      const { internal, subnets } = composeNetwork('inbound');
      const trusted = environmentOf(services['platform-worker']!, { ...generated, ...given })['BOUNCE_TRUSTED_PEERS'];
      expect(subnets.map((text) => interpolate(text, given))).toEqual([trusted]);
      expect(internal).toBe(true);
      const members = Object.entries(services).filter(([, service]) => networksOf(service).includes('inbound'));
      expect(members.map(([name]) => name)).toEqual(['platform-worker', 'mail', 'mail-worker']);
      const [host, port] = environmentOf(services['mail']!, generated)['PLATFORM_INBOUND']!.split(':');
      expect(JSON.stringify(services['platform-worker']?.networks)).toContain(`"aliases":["${host}"]`);
      expect(environmentOf(services['platform-worker']!, generated)['BOUNCE_PORT']).toBe(port);
    },
  );

  it('put the blobs of each database into a bucket of its own, which the app makes', () => {
    const buckets = servers.flatMap(([name, service]) => {
      const { S3_URL: url, BLOB_DIR: directory } = environmentOf(service, generated);
      expect(directory ?? '', name).toBe('');
      return url ? [[appOf(name), new URL(url).pathname.slice(1)]] : [];
    });
    expect(Object.fromEntries(buckets)).toEqual({
      crm: 'crm',
      mail: 'mail',
      pages: 'pages',
      platform: 'platform',
      runtime: 'pages',
    });
  });

  it('are each of an app', async () => {
    for (const [name, { environment }] of servers) {
      const known = (await variablesOfApps()).find(({ app }) => app === appOf(name))?.variables ?? [];
      const names = known.map((variable) => variable.name);
      expect(
        Object.keys(environment ?? {}).filter((variable) => ![...names, ...OF_THE_START].includes(variable)),
        name,
      ).toEqual([]);
    }
  });
});

describe('the service for operations', () => {
  const operations = services['operations']!;
  const documented = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

  it('is started by hand, and keeps backups on the host', () => {
    expect(operations.profiles).toEqual(['operations']);
    expect(operations.volumes?.map((volume) => interpolate(volume, {}))).toEqual(['./backups:/backups']);
  });

  it.each<Record<string, string>>([
    {},
    { S3_URL: 'http://a:b@s3.test/one', MAIL_S3_URL: 'http://a:b@s3.test/two', CRM_S3_URL: 'http://a:b@s3.test/three' },
  ])('has the keys and the storage of every app, and the passwords of its roles: %j', (given) => {
    const environment = environmentOf(operations, { ...generated, ...given });
    expect(environment).toMatchObject(environmentOf(services['databases']!, generated));
    for (const [name, service] of servers) {
      const own = environmentOf(service, { ...generated, ...given });
      // The dashboard keeps nothing that is backed up: its browsers sign in again.
      if (name === 'dashboard') continue;
      const prefix = new URL(own['DATABASE_URL']!).pathname.slice(1).toUpperCase();
      expect(environment[`${prefix}_ENCRYPTION_KEYS`], name).toBe(own['ENCRYPTION_KEYS']);
      expect(environment[`${prefix}_S3_URL`], name).toBe(own['S3_URL']);
    }
  });

  it('runs the commands that the documentation says, after all apps were stopped', () => {
    const scripts = [...documented.matchAll(/run --rm operations dist\/([\w/-]+)\.js/g)].map(([, script]) => script!);
    expect(new Set(scripts)).toEqual(
      new Set(['backup', 'restore', 'release-hold'].map((one) => `scripts/backup/${one}`)),
    );
    expect(scripts.filter((script) => !existsSync(join(ROOT, `${script}.ts`)))).toEqual([]);
    const stopped = /^docker compose stop (.+)$/m.exec(documented)?.[1]?.split(' ');
    expect(stopped?.toSorted()).toEqual(servers.map(([name]) => name).toSorted());
    const migrated = /^for app in (.+); do docker compose run --rm --no-deps \$app-migrate; done$/m.exec(
      documented,
    )?.[1];
    expect(migrated?.split(' ').map((app) => `${app}-migrate`)).toEqual(
      Object.keys(services).filter((name) => name.endsWith('-migrate')),
    );
  });
});

describe('the images', () => {
  it.each(Object.keys(services))('of %s has a version', (name) => {
    const { image } = services[name] ?? { image: '' };
    expect(image).toMatch(
      image.startsWith('service:') ? /^service:\$\{IMAGE_TAG:-local\}$/ : /:v?\d+\.\d+|RELEASE\.\d/,
    );
  });
});

describe('a stack with exactly the environment of the compose file', () => {
  let home: string;
  let postgres: EmbeddedPostgres;
  let redis: RedisServer;
  let s3: S3Server;
  let inbox: SmtpSink;
  const processes: AppProcess[] = [];

  /** The servers are here, on other ports; each container may listen at 2525, all processes of one machine may not. */
  function placed(name: string): Record<string, string> {
    const environment = environmentOf(services[name]!, generated);
    return Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        (LISTENERS.has(key) && value ? '0' : value)
          .replace('@postgres:5432', `@127.0.0.1:${postgres.port}`)
          .replace('/app/', `${home}/`)
          .replace('@redis:6379', `@127.0.0.1:${redis.port}`)
          .replace(/^http:\/\/service:[^@]+@minio:9000\//, s3.urlOf(''))
          .replace('//inbox:1025', `//127.0.0.1:${new URL(inbox.url).port}`),
      ]),
    );
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'compose-'));
    const password = generated['POSTGRES_PASSWORD'] ?? '';
    const settings = { fsync: 'off', max_connections: 100 };
    const [port, server, sink] = [
      await freePort(),
      await RedisServer.start(join(home, 'redis')),
      await SmtpSink.start(),
    ];
    [redis, inbox, s3] = [server, sink, await S3Server.start()];
    postgres = await startPostgres({ dataDir: join(home, 'postgres'), port, password, settings });
    const client = new Redis(redis.url);
    await client.config('SET', 'requirepass', generated['REDIS_PASSWORD'] ?? '');
    client.disconnect();
    await ensureBuilt();
  });

  afterAll(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    await Promise.all([redis?.kill(), inbox?.stop(), s3?.stop(), postgres?.stop()]);
    rmSync(home, { recursive: true, force: true });
  });

  it('makes its databases, and starts every app ready, in production', async () => {
    for (const [name, service] of jobs) {
      const environment = { NODE_ENV: 'production', PATH: process.env['PATH'], ...placed(name) };
      await promisify(execFile)(process.execPath, [join(ROOT, scriptOf(service))], { env: environment });
    }
    expect(servers.map(([name]) => appOf(name))).toContain('identity');
    const start = async (name: string) => {
      const { HOST: _host, PORT: _port, ...environment } = placed(name);
      expect(environment).toMatchObject({ NODE_ENV: 'production' });
      const app = await AppProcess.start(appOf(name), environment);
      processes.push(app);
      const ready = () => app.client.get('/readyz').then(({ status }) => status === 200);
      expect(await waitUntil(ready, { timeoutMs: 30_000, what: `${name} to be ready; ${app.output}` })).toBe(true);
    };
    // All at once they take longer than one may, where other tests run beside them.
    const atOnce = pLimit(2);
    await Promise.all(servers.map(([name]) => atOnce(() => start(name))));
  });

  it('is backed up while it runs, with what is in its storage', async () => {
    const bucket = await openBucket(s3.urlOf('mail'));
    const { hash, keep } = await bucket.stage([Buffer.from('A mail')], 100);
    await keep(`acc_1/${hash}`);
    bucket.close();
    const env = { NODE_ENV: 'production', PATH: process.env['PATH'], ...placed('operations') };
    const run = (script: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, `dist/scripts/backup/${script}.js`), ...args], { env });
    const to = join(home, 'backup');
    await run('backup', '--to', to);
    const { stdout } = await run('restore', '--from', to, '--check');
    expect(stdout.match(/is as it was backed up/g)).toHaveLength(5);
    const { databases } = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as Manifest;
    const blobs = Object.entries(databases).map(([name, database]) => [name, database.blobs?.blobs]);
    expect(Object.fromEntries(blobs)).toMatchObject({ platform: 0, mail: 1, pages: 0, crm: 0 });
  });

  it('names all missing variables of production at once', async () => {
    const starting = (await variablesOfApps()).map(async ({ app, variables }) => {
      const required = variables.filter(({ required: isRequired }) => isRequired).map(({ name }) => name);
      expect(required).toContain(app === 'dashboard' ? 'DASHBOARD_URL' : 'DATABASE_URL');
      const env = { NODE_ENV: 'production', PATH: process.env['PATH'] };
      const start = promisify(execFile)(process.execPath, [join(ROOT, `dist/apps/${app}/src/main.js`)], { env });
      const { stderr } = await start.then(
        () => ({ stderr: '' }),
        (error: { stderr: string }) => error,
      );
      expect(required.filter((name) => !stderr.includes(name))).toEqual([]);
    });
    await Promise.all(starting);
  });
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
