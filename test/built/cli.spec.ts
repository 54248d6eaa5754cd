import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { freePort, waitUntil } from '#libs/test/testing';
import { Service, verifyWebhook } from '../../packages/sdk/src/index.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { PATIENCE } from './support/outside.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'packages/cli');
const { dev, devFile } = inject('builtStack');

/** A folder of a stranger, with the program as npm would deliver it, and their home. */
let home: string;
let bin: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cli-stranger-'));
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--pack-destination', home], { cwd: home });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  writeFileSync(join(home, 'package.json'), '{ "name": "stranger", "private": true }');
  await run('npm', ['install', '--offline', join(home, filename)], { cwd: home });
  bin = join(home, 'node_modules/.bin/service');
});
const removeHome = () => rmSync(home, { recursive: true, force: true });
afterAll(removeHome);

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the program; `text` is what it has printed. */
function start(words: string[], input?: string): { text(): string; ended: Promise<Ended>; interrupt(): void } {
  const env = { PATH: process.env['PATH'], HOME: home };
  const child = spawn(bin, words, { env, cwd: home });
  running.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input ?? '');
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, out, err })));
  return { text: () => out + err, ended, interrupt: () => void child.kill('SIGINT') };
}

const service = (words: string[], input?: string): Promise<Ended> => start(words, input).ended;

/** The one thing, or the last one, that a command prints as JSON. */
async function jsonOf<T = Record<string, never>>(words: string[], input?: string): Promise<T> {
  const { code, out, err } = await service([...words, '--json'], input);
  expect(err, words.join(' ')).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as T;
}

const { pages } = new Service({ key: dev.apiKey, urls: dev.urls });
const urls = ['--platform', dev.urls.platform, '--pages', dev.urls.pages];
const uniqueOf = () => Math.random().toString(36).slice(2);
const sendWords = (to: string, subject: string) => [
  'send',
  '--from',
  'hello@demo.test',
  '--to',
  to,
  '--subject',
  subject,
  '--text',
  '-',
];

/** A server on this machine that keeps what is posted to it. */
async function receiver(status = 204) {
  const came: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    came.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { came, url, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) };
}

describe('with a key', () => {
  beforeAll(async () => {
    const { code, err } = await service(['login', ...urls, '--key', '-'], `${dev.apiKey}\n`);
    expect([code, err]).toEqual([0, '']);
  });

  it('knows the account, and keeps the key from others', async () => {
    expect(await jsonOf(['whoami'])).toMatchObject({ TenantId: dev.tenant.id });
    expect(statSync(join(home, '.config/service/credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('sends, waits for the delivery, and finds the message again', async () => {
    const subject = `Hello ${uniqueOf()}`;
    const words = [...sendWords('someone@example.test', subject), '--tag', `run=${subject.slice(6)}`, '--wait'];
    const message = await jsonOf<{ Id: string; Status: string }>(words, 'From the command line.');
    expect(message.Status).toBe('sent');
    const mail = await waitUntil(async () => {
      const mails = (await (await fetch(`${dev.urls.inbox}/email`)).json()) as { subject: string; text: string }[];
      return mails.find((one) => one.subject === subject);
    });
    expect(mail.text).toContain('From the command line.');
    const listed = await service(['messages', 'list', '--tag', `run:${subject.slice(6)}`]);
    expect(listed.out).toMatch(new RegExp(`${message.Id} +sent +someone@example.test +${subject}`));
    const shown = await service(['messages', 'get', message.Id]);
    expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^msg_\w+ sent\n[\s\S]*sent/) });
  });

  it('has exit code 1 when a message that is waited for is not sent', async () => {
    const { code, err } = await service([...sendWords('refused@sandbox.test', 'x'), '--wait'], 'x');
    expect([code, err]).toEqual([1, expect.stringContaining(' is failed')]);
  });

  it('has exit code 1 and says why when a call is refused, and 3 when the key is', async () => {
    const refused = await service(sendWords('nobody', 'x'), 'x');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('InvalidRecipient') });
    const other = await service(['login', ...urls, '--key', 'sk_test_nobody', '--profile', 'other']);
    expect(other).toMatchObject({ code: 3, err: expect.stringContaining('AuthorizationError') });
  });

  it('follows messages', async () => {
    const to = `${uniqueOf()}@example.test`;
    const tail = start(['messages', 'tail', '--recipient', to, '--json']);
    await waitUntil(async () => tail.text().includes('Waiting') || undefined);
    await jsonOf(sendWords(to, 'Tail'), 'x');
    await waitUntil(async () => tail.text().includes('"sent"') || undefined);
    tail.interrupt();
    expect((await tail.ended).code).toBe(130);
  });

  it('forwards events to this machine, signed as real ones, and leaves nothing behind', async () => {
    await using local = await receiver();
    const listening = start(['listen', '--to', local.url, '--event', 'email.sent']);
    const secret = await waitUntil(async () => /whsec_\S+/.exec(listening.text())?.[0]);
    const subject = `Listen ${uniqueOf()}`;
    await jsonOf(sendWords('someone@example.test', subject), 'x');
    const request = await waitUntil(async () => local.came.find(({ body }) => body.includes(subject)));
    const event = verifyWebhook({ secret, headers: request.headers, body: request.body });
    expect(event).toMatchObject({ EventType: 'email.sent', Data: { Subject: subject } });
    await waitUntil(async () => listening.text().includes(`${event.EventId}  204`) || undefined);
    listening.interrupt();
    expect((await listening.ended).code).toBe(130);
    const headers = { authorization: `Bearer ${dev.apiKey}` };
    const left = await (await fetch(`${dev.urls.platform}/v1/webhooks`, { headers })).text();
    expect(left).not.toContain('listen.invalid');
  });

  it('says what a local server answers, and goes on without one', async () => {
    const to = `http://127.0.0.1:${await freePort()}/hooks`;
    const listening = start(['listen', '--to', to, '--event', 'email.sent']);
    await waitUntil(async () => listening.text().includes('whsec_') || undefined);
    for (const subject of ['One', 'Two']) await jsonOf(sendWords('someone@example.test', subject), 'x');
    await waitUntil(async () => (listening.text().match(/ECONNREFUSED/g) ?? []).length >= 2 || undefined);
    listening.interrupt();
    expect((await listening.ended).out.trim().split('\n')).toHaveLength(2);
  });

  it('adds, lists, verifies and removes a domain', async () => {
    const name = `${uniqueOf()}.example`;
    const records = await service(['domains', 'add', name]);
    expect(records).toMatchObject({ code: 0, out: expect.stringMatching(/TXT[\s\S]*DKIM1/) });
    expect((await service(['domains', 'list'])).out).toMatch(new RegExp(`${name} +pending`));
    expect(await service(['domains', 'verify', name])).toMatchObject({ code: 1, out: `${name} is pending.\n` });
    expect((await service(['domains', 'remove', name])).code).toBe(0);
    expect((await service(['domains', 'verify', name])).err).toContain('has no domain');
  });

  it('pulls, pushes and publishes a landing page', async () => {
    const page = await pages.pages.create({ titulo: 'CLI', slug: `cli-${uniqueOf()}` });
    expect((await service(['pages', 'list'])).out).toContain(page.id);
    const { out: document } = await service(['pages', 'pull', page.id]);
    writeFileSync(join(home, 'page.json'), document);
    expect(await jsonOf(['pages', 'push', page.id, 'page.json'])).toMatchObject({ versao: 2 });
    const published = await service(['pages', 'publish', page.id]);
    expect(published).toMatchObject({ code: 0, out: `Version 2 is at ${page.url_publica}\n` });
    const again = await service(['pages', 'push', page.id, '-', '--publish'], document);
    expect(again.out).toContain('Version 3 is at');
    expect(await service(['pages', 'push', page.id, '-'], '{')).toMatchObject({ code: 2 });
    expect((await fetch(page.url_publica)).status).toBe(200);
  });
});

describe('as a user', () => {
  const asUser = (words: string[]) => [...words, '--profile', 'user'];

  it('makes a key, which works, and revokes it', async () => {
    const login = ['login', ...urls, '--email', dev.user.email, '--tenant', dev.tenant.slug];
    expect(await service(asUser(login), `${dev.user.password}\n`)).toMatchObject({ code: 0 });
    expect((await service(asUser(['whoami']))).out).toContain(dev.user.email);
    const name = `cli ${uniqueOf()}`;
    const { out } = await service(asUser(['keys', 'create', name, '--scope', 'account:read']));
    expect(out).toMatch(/^sk_test_\w+\n$/);
    await service(['login', ...urls, '--key', '-', '--profile', 'made'], out);
    const { ApiKeyId } = await jsonOf<{ ApiKeyId: string }>(['whoami', '--profile', 'made']);
    expect((await service(asUser(['keys', 'list']))).out).toMatch(new RegExp(`${ApiKeyId} +${name}`));
    expect((await service(asUser(['keys', 'revoke', ApiKeyId]))).code).toBe(0);
    expect((await service(['whoami', '--profile', 'made'])).code).toBe(3);
    expect(
      await service(
        asUser([
          'send',
          '--from',
          'hello@demo.test',
          '--to',
          'someone@example.test',
          '--subject',
          'x',
          '--text',
          'y',
          '--wait',
        ]),
      ),
    ).toMatchObject({ code: 0, out: expect.stringContaining(' sent') });
    expect((await service(asUser(['logout']))).code).toBe(0);
    expect((await service(asUser(['whoami']))).code).toBe(3);
  });
});

describe('as a user, in a browser', () => {
  const browser = useStack((): Promise<Browser> => startBrowser());
  const words = ['--profile', 'browser'];

  /** Starts a login; returns it with the page that asks for the approval. */
  async function approval() {
    const login = start(['login', '--platform', dev.urls.platform, '--pages', dev.urls.pages, ...words]);
    const link = await waitUntil(() => /https?:\S+user_code=\S+/.exec(login.text())?.[0], PATIENCE);
    const page = await (await browser.newContext({ javaScriptEnabled: true, locale: 'en-GB' })).newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Allow Command line?' }).waitFor();
    expect(await page.locator('strong.user-code').textContent()).toBe(new URL(link).searchParams.get('user_code'));
    expect(await page.locator('dl').textContent()).toContain('service-cli/');
    return { login, page };
  }

  it('logs in once the user has approved, works as the user, and ends the session by logout', async () => {
    const { login, page } = await approval();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByLabel('E-mail address').fill(dev.user.email);
    await page.getByLabel('Password').fill(dev.user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(await login.ended).toMatchObject({ code: 0, out: expect.stringContaining('Logged in') });
    await page.context().close();

    expect((await service(['whoami', ...words])).out).toMatch(new RegExp(`${dev.user.email}, until 20`));
    const { session } = storedLogin('browser');
    const { out } = await service(['keys', 'create', `by code ${uniqueOf()}`, '--scope', 'account:read', ...words]);
    expect(out).toMatch(/^sk_test_\w+\n$/);
    const me = () => fetch(`${dev.urls.platform}/api/auth/me`, { headers: { authorization: `Bearer ${session}` } });
    expect((await me()).status).toBe(200);
    expect((await service(['logout', ...words])).code).toBe(0);
    expect((await me()).status).toBe(401);
  });

  it('is not logged in when the user denies', async () => {
    const { login, page } = await approval();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    expect(await login.ended).toMatchObject({ code: 3, err: expect.stringContaining('The login was denied') });
    await page.context().close();
  });

  it('ends by Ctrl-C with exit code 130', async () => {
    const login = start(['login', '--platform', dev.urls.platform, ...words]);
    await waitUntil(() => login.text().includes('Waiting') || undefined, PATIENCE);
    login.interrupt();
    expect((await login.ended).code).toBe(130);
  });
});

/** Reads the part of a login that tests need. */
function storedLogin(profile: string): { session: string } {
  const text = readFileSync(join(home, '.config/service/credentials.json'), 'utf8');
  return (JSON.parse(text) as { profiles: Record<string, { session: string }> }).profiles[profile]!;
}

it('the README leads to a first mail', async () => {
  const text = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  const block = /<!-- first-mail -->\n\n```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'cli-readme-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: folder, DATA_DIR: dirname(devFile) };
    const { stdout } = await promisify(execFile)('bash', ['-ec', block], { cwd: ROOT, env });
    expect(stdout).toMatch(/msg_[0-9a-f]{16} sent/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
