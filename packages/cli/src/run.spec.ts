import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalServer } from '../../sdk/src/local-server.fixture.js';
import { COMMANDS } from './commands/index.js';
import { EXIT, run } from './run.js';

const ESCAPE = String.fromCodePoint(27);

let home: string;
let server: LocalServer;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'cli-'));
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
    [['login'], '--key or --email'],
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
          : {},
    );
    const listening = service(['listen'], { signal: ended.signal });
    await expect.poll(() => server.came.length).toBeGreaterThan(2);
    ended.abort();
    expect((await listening).code).toBe(EXIT.interrupted);
    expect(server.came.at(-1)).toMatchObject({ method: 'DELETE', url: '/v1/webhooks/whk_1' });
  });
});
