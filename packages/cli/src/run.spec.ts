import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalServer } from '../../sdk/src/local-server.fixture.js';
import { COMMANDS } from './commands/index.js';
import { EXIT, run } from './run.js';

const ESCAPE = String.fromCodePoint(27);

let home: string;
/** Pages that a browser was to open, and pauses. */
const [opened, waits]: [string[], number[]] = [[], []];
let server: LocalServer;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'cli-'));
  opened.length = waits.length = 0;
  server = await LocalServer.start();
});
afterEach(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs a command line of the user of this test. */
async function service(
  words: string[],
  more: { input?: string; env?: Record<string, string>; signal?: AbortSignal } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(words, {
    env: { HOME: home, SERVICE_PLATFORM_URL: server.url, ...more.env },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    read: async () => more.input ?? '',
    introduction: { 'user-agent': 'service-cli/1 (here; linux)' },
    open: (url) => void opened.push(url),
    wait: async (ms) => void waits.push(ms),
    signal: more.signal ?? new AbortController().signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const ACCOUNT = { TenantId: 'acc_1', Name: 'Demo', ApiKeyId: 'key_1', ApiKeyScope: 'emails:send' };
const credentials = () => join(home, '.config/service/credentials.json');

async function loggedIn(): Promise<void> {
  server.answer({ body: ACCOUNT });
  expect((await service(['login', '--key', 'sk_test_1'])).code).toBe(EXIT.done);
}

describe('the help', () => {
  it('lists every command, and is there for each', async () => {
    const { code, out } = await service(['--help']);
    expect(code).toBe(EXIT.done);
    for (const { name, summary, options = [] } of COMMANDS) {
      expect(out).toContain(name);
      const help = await service([...name.split(' '), '--help']);
      expect(help).toMatchObject({ code: EXIT.done, out: expect.stringContaining(summary) });
      for (const option of options) expect(help.out).toContain(`--${option.name}`);
      expect((await service(['help', ...name.split(' ')])).out).toBe(help.out);
    }
  });

  it('is what one gets without a command', async () => {
    expect(await service([])).toMatchObject({ code: EXIT.done, out: expect.stringContaining('Usage:') });
  });
});

describe('a wrong use', () => {
  it.each([
    [['fly'], 'no command fly'],
    [['messages', 'eat'], 'no command messages eat'],
    [['messages', 'get'], 'id is missing'],
    [['messages', 'get', 'a', 'b'], 'b is too much'],
    [['send', '--colour', 'red'], "Unknown option '--colour'"],
    [['messages', 'list', '--limit', 'many'], '--limit must be a number'],
    [['login', '--key', 'a', '--email', 'b'], '--key or --email'],
    [['send', '--from', 'a@b.test', '--text', 'x'], '--to is missing'],
    [['send', '--from', 'a@b.test', '--to', 'c@d.test'], 'Give --text'],
    [['send', '--from', 'a@b.test', '--to', 'c@d.test', '--text', 'x'], '--subject is missing'],
    [['send', '--from', 'a@b.test', '--to', 'c@d.test', '--template', 't', '--data', '{'], '--data must be JSON'],
    [['listen', '--to', 'localhost:8080'], '--to must be an address'],
  ])('%j has exit code 2, and says what is wrong', async (words, message) => {
    await loggedIn();
    server.answer({});
    const answer = await service(words);
    expect(answer).toMatchObject({ code: EXIT.usage, out: '' });
    expect(answer.err).toContain(message);
    expect(server.came).toEqual([]);
  });
});

describe('logging in', () => {
  it('keeps the key in a file that only the user can read', async () => {
    await loggedIn();
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.config/service')).mode & 0o777).toBe(0o700);
    const { profiles } = JSON.parse(readFileSync(credentials(), 'utf8')) as { profiles: object };
    expect(profiles).toEqual({ default: { urls: { platform: server.url }, key: 'sk_test_1' } });
  });

  it('closes a file that others could read', async () => {
    await loggedIn();
    const text = readFileSync(credentials(), 'utf8');
    rmSync(credentials());
    writeFileSync(credentials(), text, { mode: 0o644 });
    await service(['login', '--key', 'sk_test_2', '--profile', 'other']);
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toMatchObject({
      profiles: { default: { key: 'sk_test_1' }, other: { key: 'sk_test_2' } },
    });
  });

  it('reads a key from standard input', async () => {
    server.answer({ body: ACCOUNT });
    await service(['login', '--key', '-'], { input: 'sk_test_3\n' });
    expect(server.came[0]?.headers.authorization).toBe('Bearer sk_test_3');
  });

  it('keeps nothing of a key that is refused', async () => {
    server.answer({ status: 401, body: { Error: { Code: 'AuthorizationError', Message: 'Not a key' } } });
    const answer = await service(['login', '--key', 'sk_test_0']);
    expect(answer).toMatchObject({ code: EXIT.notLoggedIn, err: expect.stringContaining('Not a key') });
    expect(() => statSync(credentials())).toThrow('ENOENT');
  });

  it('asks for the code of a second factor', async () => {
    const pending = { Token: '', UserId: 'usr_1', TwoFactorRequired: true };
    server.answer({ body: pending });
    const without = await service(['login', '--email', 'a@b.test'], { input: 'secret\n' });
    expect(without).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('--code is missing') });
    server.answer({ body: pending }, { body: { Token: 'jwt', ExpiresAt: '2030-01-01T00:00:00Z' } });
    const words = ['login', '--email', 'a@b.test', '--code', '123456', '--tenant', 'demo'];
    expect((await service(words, { input: 'secret\n' })).code).toBe(EXIT.done);
    expect(server.came.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { email: 'a@b.test', password: 'secret' },
      { user_id: 'usr_1', code: '123456' },
    ]);
    server.answer({ body: { Messages: [], NextCursor: 0 } });
    await service(['messages', 'list']);
    expect(server.came[0]).toMatchObject({
      url: expect.stringMatching(/^\/api\/messages/),
      headers: { authorization: 'Bearer jwt', 'x-service-tenant': 'demo' },
    });
  });

  it('is asked for where it is missing, and ends by logout', async () => {
    const before = await service(['messages', 'list']);
    expect(before).toMatchObject({ code: EXIT.notLoggedIn, err: expect.stringContaining('service login') });
    await loggedIn();
    await service(['logout']);
    expect((await service(['messages', 'list'])).code).toBe(EXIT.notLoggedIn);
  });

  it('is not needed with a key in the environment, which has precedence', async () => {
    await loggedIn();
    server.answer({ body: ACCOUNT });
    expect((await service(['whoami'], { env: { SERVICE_API_KEY: 'sk_test_9' } })).out).toContain('Demo (acc_1)');
    expect(server.came[0]?.headers.authorization).toBe('Bearer sk_test_9');
  });

  it('says which file is broken', async () => {
    await loggedIn();
    writeFileSync(credentials(), '{');
    const answer = await service(['whoami']);
    expect(answer).toMatchObject({ code: EXIT.failed, err: expect.stringContaining(credentials()) });
  });
});

describe('logging in with a browser', () => {
  const CODE = {
    device_code: 'the-secret-code',
    user_code: 'BCDF-GHJK',
    verification_uri: 'https://id.test/device',
    verification_uri_complete: 'https://id.test/device?user_code=BCDF-GHJK',
    expires_in: 600,
    interval: 5,
  };
  const tokens = (n: number, expires_in = 600) => ({
    access_token: `access-${n}`,
    refresh_token: `refresh-${n}`,
    expires_in,
  });
  const refused = (error: string) => ({ status: 400, body: { error } });

  /** The answers of a server up to the code. */
  const begins = () => [
    { body: { authorization_servers: [server.url] } },
    {
      body: {
        issuer: server.url,
        device_authorization_endpoint: `${server.url}/oauth/device`,
        token_endpoint: `${server.url}/oauth/token`,
        revocation_endpoint: `${server.url}/oauth/revoke`,
      },
    },
    { body: CODE },
  ];
  const fieldsOf = (n: number) => Object.fromEntries(new URLSearchParams(server.came[n]?.body));
  const stored = () =>
    (JSON.parse(readFileSync(credentials(), 'utf8')) as { profiles: { default: Record<string, unknown> } }).profiles
      .default;

  async function loggedInByBrowser(expires_in?: number): Promise<void> {
    server.answer(...begins(), { body: tokens(1, expires_in) });
    expect((await service(['login'])).code).toBe(EXIT.done);
  }

  it('shows the code, waits as it is told to, and keeps the tokens', async () => {
    server.answer(...begins(), refused('authorization_pending'), refused('slow_down'), { body: tokens(1) });
    const { code, out, err } = await service(['login']);
    expect([code, out]).toEqual([EXIT.done, expect.stringContaining('Logged in')]);
    expect(err).toContain(CODE.verification_uri_complete);
    expect(err).toContain(`the code ${CODE.user_code}`);
    expect(out + err).not.toContain(CODE.device_code);
    expect(waits).toEqual([5_000, 5_000, 10_000]);
    expect(opened).toEqual([]);
    expect(server.came.map(({ url }) => url)).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/oauth/device',
      '/oauth/token',
      '/oauth/token',
      '/oauth/token',
    ]);
    expect(server.came[2]?.headers['user-agent']).toContain('service-cli');
    expect(fieldsOf(2)).toEqual({ client_id: 'cli', scope: 'openid email service' });
    expect(fieldsOf(5)).toMatchObject({ client_id: 'cli', device_code: CODE.device_code });
    expect(stored()).toMatchObject({ session: 'access-1', renewal: { token: 'refresh-1' } });
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
  });

  it('opens the page where that is asked for, and prints the code as JSON', async () => {
    server.answer(...begins(), { body: tokens(1) });
    const { out } = await service(['login', '--open', '--json']);
    expect(opened).toEqual([CODE.verification_uri_complete]);
    const { device_code: _secret, ...shown } = CODE;
    expect(JSON.parse(out.split('\n')[0]!)).toEqual(shown);
  });

  it.each([
    ['access_denied', 'The login was denied'],
    ['expired_token', 'The code has expired'],
  ])('ends with exit code 3 on %s', async (error, message) => {
    server.answer(...begins(), refused(error));
    const answer = await service(['login']);
    expect(answer).toMatchObject({ code: EXIT.notLoggedIn, err: expect.stringContaining(message) });
    expect(() => statSync(credentials())).toThrow('ENOENT');
  });

  it('goes on when the server does not answer for once', async () => {
    server.answer(...begins(), 'cut', { body: tokens(1) });
    const { code, err } = await service(['login']);
    expect([code, err]).toEqual([EXIT.done, expect.stringContaining('Trying again')]);
  });

  it('needs the address of the API, and one that says where its users sign in', async () => {
    const without = await service(['login'], { env: { SERVICE_PLATFORM_URL: '' } });
    expect(without).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('--platform is missing') });
    server.answer({ body: { authorization_servers: [server.url] } }, { body: { issuer: 'https://evil.test' } });
    const other = await service(['login']);
    expect(other).toMatchObject({ code: EXIT.failed, err: expect.stringContaining('calls itself https://evil.test') });
  });

  it('is interrupted by Ctrl-C with exit code 130', async () => {
    const ended = new AbortController();
    server.answer(...begins(), () => {
      ended.abort();
      return {};
    });
    expect((await service(['login'], { signal: ended.signal })).code).toBe(EXIT.interrupted);
  });

  it('renews its token when that has ended, once', async () => {
    await loggedInByBrowser(1);
    server.answer({ body: tokens(2) }, { body: { Email: 'a@b.test' } }, { body: { Sessions: [] } });
    expect((await service(['whoami'])).out).toContain('a@b.test');
    expect(server.came.map(({ url }) => url)).toEqual(['/oauth/token', '/api/auth/me', '/api/auth/sessions']);
    expect(fieldsOf(0)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
    expect(server.came[1]?.headers.authorization).toBe('Bearer access-2');
    expect(stored()).toMatchObject({ session: 'access-2', renewal: { token: 'refresh-2' } });
  });

  it('renews once for several processes at a time', async () => {
    await loggedInByBrowser(1);
    server.answer(({ url }) => (url === '/oauth/token' ? tokens(2) : { Messages: [], NextCursor: 0 }));
    const codes = await Promise.all([1, 2, 3].map(async () => (await service(['messages', 'list'])).code));
    expect(codes).toEqual([EXIT.done, EXIT.done, EXIT.done]);
    expect(server.came.filter(({ url }) => url === '/oauth/token')).toHaveLength(1);
  });

  it('takes over the lock of a process that was killed', async () => {
    await loggedInByBrowser(1);
    writeFileSync(`${credentials()}.lock`, '2147483646 gone');
    server.answer({ body: tokens(2) }, { body: { Messages: [], NextCursor: 0 } });
    expect((await service(['messages', 'list'])).code).toBe(EXIT.done);
    expect(() => statSync(`${credentials()}.lock`)).toThrow('ENOENT');
  });

  it('says so when the login was ended elsewhere', async () => {
    await loggedInByBrowser(1);
    server.answer(refused('invalid_grant'));
    const answer = await service(['messages', 'list']);
    expect(answer).toMatchObject({ code: EXIT.notLoggedIn, err: expect.stringContaining('The login has ended') });
  });

  it('ends at the server by logout', async () => {
    await loggedInByBrowser();
    server.answer({});
    expect((await service(['logout'])).code).toBe(EXIT.done);
    expect(server.came[0]?.url).toBe('/oauth/revoke');
    expect(fieldsOf(0)).toEqual({ client_id: 'cli', token: 'refresh-1', token_type_hint: 'refresh_token' });
    expect((await service(['whoami'])).code).toBe(EXIT.notLoggedIn);
  });
});

describe('an answer', () => {
  const MESSAGE = {
    Id: 'msg_1',
    Status: 'sent',
    To: 'a@b.test',
    Subject: `Hi${ESCAPE}[2J\nthere`,
    CreatedAt: '2026-01-01',
  };

  it('is a table for people, without what would move their cursor', async () => {
    await loggedIn();
    server.answer({ body: { Messages: [MESSAGE], NextCursor: 0 } });
    const { out } = await service(['messages', 'list']);
    expect(out.split('\n')).toHaveLength(2);
    expect(out).not.toContain(ESCAPE);
    expect(out).toMatch(/^TIME +ID +STATUS +TO +SUBJECT\n2026-01-01 +msg_1 +sent/);
  });

  it('is a line of JSON for each thing with --json', async () => {
    await loggedIn();
    server.answer({ body: { Messages: [MESSAGE, MESSAGE], NextCursor: 0 } });
    const { out } = await service(['messages', 'list', '--json']);
    expect(out.split('\n').map((line) => JSON.parse(line) as object)).toEqual([MESSAGE, MESSAGE]);
  });

  it('that is an error has exit code 1, with its code, field and request', async () => {
    await loggedIn();
    const Details = [{ Field: 'Source', Message: 'is not verified' }];
    const headers = { 'x-request-id': 'req_1' };
    server.answer({ status: 422, headers, body: { Error: { Code: 'DomainNotVerified', Message: 'No.', Details } } });
    const words = ['send', '--from', 'a@b.test', '--to', 'c@d.test', '--subject', 'x', '--text', 'y'];
    expect(await service(words)).toEqual({
      code: EXIT.failed,
      out: '',
      err: 'DomainNotVerified: No. (Source) [req_1]',
    });
  });
});

describe('what a key may not do', () => {
  it('is said before anything is called', async () => {
    await loggedIn();
    server.answer({});
    const answer = await service(['keys', 'list']);
    expect(answer).toMatchObject({ code: EXIT.notLoggedIn, err: expect.stringContaining('login --email') });
    expect(server.came).toEqual([]);
  });
});

describe('an interruption', () => {
  it('of listen removes its webhook, and has exit code 130', async () => {
    await loggedIn();
    const ended = new AbortController();
    server.answer(({ method, url }) =>
      method === 'POST'
        ? { Webhook: { Id: 'whk_1' }, Secret: 'whsec_AA==' }
        : url.includes('deliveries')
          ? { Deliveries: [] }
          : { Webhooks: [], NextCursor: 0 },
    );
    const listening = service(['listen'], { signal: ended.signal });
    await expect.poll(() => server.came.length).toBeGreaterThan(2);
    ended.abort();
    expect((await listening).code).toBe(EXIT.interrupted);
    expect(server.came.at(-1)).toMatchObject({ method: 'DELETE', url: '/v1/webhooks/whk_1' });
  });
});

describe('listening', () => {
  it('removes what a killed one of this machine has left, and nothing else', async () => {
    await loggedIn();
    const ended = new AbortController();
    const urls: string[] = [];
    const hook = (Id: string, Url: string, CreatedAt = new Date().toISOString()) => ({ Id, Url, CreatedAt });
    server.answer(({ method, url, body }) => {
      if (method === 'POST') urls.push((JSON.parse(body) as { Url: string }).Url);
      if (method === 'POST') return { Webhook: { Id: 'whk_mine' }, Secret: 'whsec_AA==' };
      if (url.includes('deliveries')) return { Deliveries: [] };
      const [, name] = urls.length > 0 ? urls[0]!.split(/\/\/[\da-f]{16}\.\d+/) : [];
      const hex = '0123456789abcdef';
      return {
        Webhooks: name
          ? [
              hook('whk_killed', `https://${hex}.2147483646${name}`),
              hook('whk_running', `https://${hex}.${process.pid}${name}`),
              hook('whk_elsewhere', `https://${hex}.2147483646.0123456789ab.listen.invalid/`),
              hook('whk_old', `https://${hex}.listen.invalid/`, '2026-01-01T00:00:00Z'),
              hook('whk_real', 'https://hooks.example.test/', '2026-01-01T00:00:00Z'),
            ]
          : [],
        NextCursor: 0,
      };
    });
    const listen = () => service(['listen'], { signal: ended.signal });
    const first = listen();
    await expect.poll(() => urls.length).toBe(1);
    const second = listen();
    await expect.poll(() => urls.length).toBe(2);
    ended.abort();
    await Promise.all([first, second]);
    const deleted = server.came.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('/').at(-1));
    expect(deleted.filter((id) => id !== 'whk_mine')).toEqual(['whk_killed', 'whk_old']);
  });
});
