import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort, waitUntil } from '#libs/test/testing';

type Sdk = typeof import('../../packages/sdk/src/index.js');

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'packages/sdk');
const run = promisify(execFile);
const { dev, devFile } = inject('builtStack');

/** The blocks of the README that have this name before them. */
function readmeBlocks(name: string): string[] {
  const text = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  const named = new RegExp(`<!-- ${name.replace('.', String.raw`\.`)} -->\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``, 'g');
  return [...text.matchAll(named)].map(([, block = '']) => block);
}

/** A folder of a stranger, with the package as npm would deliver it. */
let project: string;
let sdk: Sdk;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'sdk-stranger-'));
  const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--pack-destination', project], { cwd: project });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  writeFileSync(join(project, 'package.json'), '{ "name": "stranger", "private": true }');
  await run('npm', ['install', '--offline', join(project, filename)], { cwd: project });
  const entry = join(project, 'node_modules/@service/sdk/dist/esm/index.js');
  sdk = (await import(pathToFileURL(entry).href)) as Sdk;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const clientOf = (credential: { key: string } | { session: string } = { key: dev.apiKey }) =>
  new sdk.Service({ ...credential, urls: dev.urls });

const emailTo = (address: string, subject: string) => ({
  Source: 'Demo <hello@demo.test>',
  Destination: { ToAddresses: [address] },
  Message: { Subject: { Data: subject }, Body: { Text: { Data: 'It works.' } } },
});

const uniqueOf = () => Math.random().toString(36).slice(2);

async function sessionToken(): Promise<string> {
  const { email, password } = dev.user;
  return (await new sdk.Service({ urls: dev.urls }).platform.auth.login({ email, password })).Token;
}

describe('the packed package', () => {
  it('needs no other package, and has what a stranger reads', async () => {
    const installed = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
    expect(installed.stdout.trim().split('\n')).toHaveLength(2);
    const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--dry-run'], { cwd: project });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/esm/index.js', 'dist/cjs/index.js']));
    expect(paths.filter((path) => /spec|fixture|^src/.test(path))).toEqual([]);
  });

  it('is loaded by import and by require', async () => {
    const program =
      'const { Service, verifyWebhook, VERSION } = SDK; console.log(typeof Service, typeof verifyWebhook, VERSION)';
    writeFileSync(
      join(project, 'as-esm.mjs'),
      program.replace('const', 'import').replace('= SDK', "from '@service/sdk'"),
    );
    writeFileSync(join(project, 'as-cjs.cjs'), program.replace('SDK', "require('@service/sdk')"));
    for (const file of ['as-esm.mjs', 'as-cjs.cjs']) {
      const { stdout } = await run(process.execPath, [file], { cwd: project });
      expect(stdout.trim()).toBe(`function function ${sdk.VERSION}`);
    }
  });

  it('has types for both, which know fields, and refuse those that do not exist', async () => {
    symlinkSync(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'));
    const body = `
      const service = new Service();
      export async function main(): Promise<string[]> {
        const { MessageId } = await service.platform.emails.send({
          Source: 'a@b.test',
          Destination: { ToAddresses: ['c@d.test'] },
        });
        // @ts-expect-error there is no such field
        await service.platform.emails.send({ Source: 'a@b.test', Destination: { ToAddresses: [] }, Sbject: '' });
        const ids: string[] = [MessageId];
        for await (const { Id } of service.platform.emails.list({ status: 'failed' })) ids.push(Id);
        // @ts-expect-error there is no such status
        service.platform.emails.list({ status: 'lost' });
        const event = verifyWebhook({ secret: '', headers: {}, body: '' });
        if (event.EventType === 'crm.contact.updated') ids.push(...(event.Data.Fields ?? []));
        if (event.EventType === 'email.bounced') ids.push(event.Data.To);
        return ids;
      }`;
    writeFileSync(join(project, 'types.mts'), `import { Service, verifyWebhook } from '@service/sdk';${body}`);
    writeFileSync(join(project, 'types.cts'), `import { Service, verifyWebhook } from '@service/sdk';${body}`);
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023',
      '--types',
      'node',
    ];
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const checked = run(process.execPath, [compiler, ...options, 'types.mts', 'types.cts'], { cwd: project });
    await expect(checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).resolves.toMatchObject({
      stdout: '',
    });
  });
});

describe('the README', () => {
  it('leads to a delivered mail and a verified webhook', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sdk-readme-'));
    try {
      for (const file of ['send.mjs', 'webhook.mjs'])
        writeFileSync(join(folder, file), readmeBlocks(`five-minutes: ${file}`)[0] ?? '');
      const script = ['set -e', ...readmeBlocks('five-minutes: sh')].join('\n');
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, PROJECT: folder, DATA_DIR: dirname(devFile) };
      const { stdout } = await run('bash', ['-c', script], { cwd: ROOT, env });
      expect(stdout).toMatch(/msg_[0-9a-f]{16} is sent/);
      expect(stdout).toContain('email.sent for someone@example.test is genuine');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has a receiver that takes what is genuine, and refuses what is not', async () => {
    const { platform } = clientOf();
    const url = `${dev.hooks.url}/${uniqueOf()}`;
    const { Webhook, Secret } = await platform.webhooks.create({ Url: url, Events: ['email.bounced'] });
    await platform.webhooks.test(Webhook.Id, { EventType: 'email.bounced' });
    const request = await waitUntil(async () => {
      const requests = (await (await fetch(dev.hooks.requests)).json()) as {
        path: string;
        headers: Record<string, string>;
        body: string;
      }[];
      return requests.find(({ path }) => url.endsWith(path));
    });
    await platform.webhooks.delete(Webhook.Id);
    const PORT = String(await freePort());
    writeFileSync(join(project, 'receiver.mjs'), readmeBlocks('receiver.mjs')[0] ?? '');
    const env = { PATH: process.env['PATH'], PORT, WEBHOOK_SECRET: Secret };
    const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: project, env });
    try {
      let printed = '';
      receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const { 'content-length': _length, host: _host, connection: _connection, ...headers } = request.headers;
      const deliver = (body: string) =>
        fetch(`http://127.0.0.1:${PORT}`, { method: 'POST', headers, body }).catch(() => undefined);
      expect(await waitUntil(async () => (await deliver(request.body))?.status)).toBe(204);
      expect((await deliver(request.body.replace('email.bounced', 'email.sent')))?.status).toBe(401);
      expect(printed.trim()).toBe('email.bounced');
    } finally {
      receiver.kill();
    }
  });
});

describe('against the product', () => {
  it('a mail is sent once under its key, delivered, and found in the history', async () => {
    const { platform } = clientOf();
    const subject = `Hello ${uniqueOf()}`;
    const email = { ...emailTo('someone@example.test', subject), Tags: { run: subject.slice(6) } };
    const first = await platform.emails.send(email, { idempotencyKey: subject.slice(6) });
    const again = await platform.emails.send(email, { idempotencyKey: subject.slice(6) });
    expect(again).toMatchObject({ MessageId: first.MessageId, ReusedIdempotency: true });
    const delivered = await waitUntil(async () => {
      const mails = (await (await fetch(`${dev.urls.inbox}/email`)).json()) as { subject: string }[];
      const found = mails.filter((one) => one.subject === subject);
      return found.length > 0 ? found : undefined;
    });
    expect(delivered).toHaveLength(1);
    const found = await platform.emails.list({ tag: `run:${email.Tags.run}` }).toArray();
    expect(found.map(({ Id }) => Id)).toEqual([first.MessageId]);
  });

  it('a list is read to its end', async () => {
    const { platform } = clientOf();
    const tag = uniqueOf();
    const Messages = Array.from({ length: 5 }, (_, n) => ({
      ...emailTo('someone@example.test', `${n}`),
      Tags: { tag },
    }));
    await platform.emails.batch({ Messages });
    const subjects = [];
    for await (const { Subject } of platform.emails.list({ tag: `tag:${tag}`, limit: 2 })) subjects.push(Subject);
    expect(subjects.toSorted()).toEqual(['0', '1', '2', '3', '4']);
  });

  it('an error has code, field and request', async () => {
    const { platform, mail, pages } = clientOf();
    await expect(platform.emails.send({ ...emailTo('nobody', 'x') })).rejects.toMatchObject({
      code: 'InvalidRecipient',
      requestId: expect.stringMatching(/^req_/),
    });
    await expect(platform.emails.send({ Source: 7 } as never)).rejects.toMatchObject({ field: 'Source', status: 400 });
    await expect(mail.emails.send({ from: 7 } as never)).rejects.toMatchObject({
      code: 'ValidationError',
      field: 'from',
    });
    await expect(pages.forms.create({ nome: 7 } as never)).rejects.toMatchObject({ status: 400, field: 'nome' });
    await expect(clientOf({ key: 'sk_test_nobody' }).platform.emails.list()).rejects.toMatchObject({ status: 401 });
  });

  it('a session reads mailboxes, pages and contacts', async () => {
    const service = clientOf({ session: await sessionToken() });
    const mailboxes = await service.mail.mailboxes.list().toArray();
    expect(mailboxes.map(({ address }) => address)).toContain('hello@demo.test');
    expect(await service.pages.pages.list().toArray({ limit: 1 })).toHaveLength(1);
    const email = `${uniqueOf()}@example.com`;
    const contact = await service.crm.contacts.create({ email, nome: 'Bia' });
    expect(await service.crm.contacts.get(contact.id)).toMatchObject({ email });
    const listed = await service.crm.contactList.list({ q: email }).toArray();
    expect(listed.map(({ id }) => id)).toEqual([contact.id]);
    expect((await service.identity.jwks.keys()).keys.length).toBeGreaterThan(0);
  });

  it('a stream tells what happens', async () => {
    const service = clientOf({ session: await sessionToken() });
    const ended = new AbortController();
    const types: string[] = [];
    const events = await service.platform.tenantEvents.listen({ signal: ended.signal });
    const first = await events.next();
    expect(first.value).toMatchObject({ type: 'ready' });
    await service.platform.dashboardSend.send({ Channel: 'email', ...emailTo('someone@example.test', 'x') } as never);
    for await (const { type } of events) {
      types.push(type);
      if (type === 'messages.created') break;
    }
    ended.abort();
    expect(types).toContain('messages.created');
  });
});
