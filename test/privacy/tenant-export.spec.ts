import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountOfApps, clientOf, EveryApp } from '../support/every-app.js';
import { PASSWORD } from '../support/identity-stack.js';

let apps: EveryApp;

beforeAll(async () => {
  apps = await EveryApp.start();
});
afterAll(() => apps?.close());

const pathOf = ({ owner }: AccountOfApps) => `/api/tenants/${owner.tenantId}/export`;
const ask = (account: AccountOfApps, body: object = { password: PASSWORD }, client = account.session) =>
  client.post(pathOf(account), body);

/** The files of an export that is whole, by their names. */
async function exportOf(account: AccountOfApps): Promise<Map<string, Buffer>> {
  const response = await fetch(`${apps.platform.url}${pathOf(account)}`, {
    method: 'POST',
    headers: { ...account.session.fixedHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${account.owner.slug}.tar.gz"`);
  const files = new Map<string, Buffer>();
  const tar = extract();
  const reading = (async () => {
    for await (const entry of tar) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      files.set(entry.header.name, Buffer.concat(chunks));
    }
  })();
  await pipeline(Readable.from(Buffer.from(await response.arrayBuffer())), createGunzip(), tar);
  await reading;
  return files;
}

interface Manifest {
  apps: Record<
    string,
    {
      files: { count: number };
      tables: Record<string, { rows: number; parts: { file: string; bytes: number; sha256: string }[] }>;
      withheld: Record<string, string>;
    }
  >;
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const rowsOf = (files: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  (files.get(`${table}.1.ndjson`)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('the export of an account', () => {
  let account: AccountOfApps;
  let other: AccountOfApps;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    [account, other] = [await apps.createAccount(), await apps.createAccount()];
    await apps.identity.createMember(account.owner);
    files = await exportOf(account);
  });

  it('has what every app has of it', () => {
    const { slug } = account.owner;
    expect(rowsOf(files, 'platform/contact')).toEqual([expect.objectContaining({ email: `ana@${slug}.example` })]);
    expect(rowsOf(files, 'platform/message')).toHaveLength(2);
    expect(rowsOf(files, 'platform/message_content')[0]).toMatchObject({ body_text: 'Hello.' });
    expect(rowsOf(files, 'mail/mailbox')).toHaveLength(1);
    expect(rowsOf(files, 'pages/form')).toEqual([expect.objectContaining({ name: 'Contato' })]);
    expect(rowsOf(files, 'crm/contact')).toEqual([expect.objectContaining({ name: 'Bia' })]);
    expect(rowsOf(files, 'identity/api_key')).toHaveLength(1);
  });

  it('says who the members are', () => {
    expect(rowsOf(files, 'identity/membership').map(({ email, role }) => [email, role])).toEqual(
      expect.arrayContaining([[account.owner.email, 'owner']]),
    );
    expect(rowsOf(files, 'identity/membership')).toHaveLength(2);
  });

  it('has in plain text what the CRM keeps sealed', () => {
    expect(rowsOf(files, 'crm/contact_identifier')).toEqual([
      expect.objectContaining({ kind: 'email', value: `bia@${account.owner.slug}.example` }),
    ]);
  });

  it('has the files, by their SHA-256', () => {
    const content = Buffer.from(`Curriculum of ${account.owner.slug}`);
    expect(files.get(`pages/files/${sha256(content)}`)?.toString()).toBe(content.toString());
    expect(rowsOf(files, 'pages/lead_file')).toEqual([expect.objectContaining({ hash: sha256(content) })]);
  });

  it('ends with a manifest that names every row and every part', () => {
    const names = [...files.keys()];
    expect(names.at(-1)).toBe('manifest.json');
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest;
    expect(manifest).toMatchObject({ version: 1, tenant: { id: account.owner.tenantId }, absentApps: [] });
    const parts: string[] = [];
    let count = 0;
    for (const app of Object.values(manifest.apps)) {
      count += app.files.count;
      for (const [table, { rows, parts: found }] of Object.entries(app.tables)) {
        for (const { file, bytes, sha256: hash } of found) {
          parts.push(file);
          expect([files.get(file)?.length, sha256(files.get(file)!)], file).toEqual([bytes, hash]);
        }
        const lines = found.map(({ file }) => files.get(file)!.toString().split('\n').length - 1);
        expect(
          lines.reduce((sum, one) => sum + one, 0),
          table,
        ).toBe(rows);
      }
    }
    const stored = names.filter((name) => name.includes('/files/'));
    expect(stored).toHaveLength(count);
    expect([...parts, ...stored, 'manifest.json'].toSorted()).toEqual(names.toSorted());
    expect(Object.keys(manifest.apps).toSorted()).toEqual(['crm', 'identity', 'mail', 'pages', 'platform']);
    expect(manifest.apps['identity']!.withheld).toHaveProperty(['api_key.secret_hash']);
  });

  it('has nothing of another account, and no key', () => {
    const text = Buffer.concat([...files.values()]).toString();
    expect(text).toContain(account.owner.tenantId);
    for (const absent of [other.owner.tenantId, other.owner.slug, account.key, sha256(Buffer.from(account.key))])
      expect(text).not.toContain(absent);
  });

  it('is in the audit log', async () => {
    const { body } = await account.session.get('/api/audit?action=tenant.exported');
    const actor = expect.objectContaining({ Kind: 'user', Id: account.owner.id });
    expect(body.Entries).toEqual([expect.objectContaining({ Action: 'tenant.exported', Actor: actor })]);
  });

  it('takes an owner and their password', async () => {
    const admin = await apps.identity.createMember(account.owner, 'admin');
    const asAdmin = clientOf(apps.platform.url, await apps.identity.login(admin));
    const statuses = [
      await ask(account, {}),
      await ask(account, { password: 'wrong' }),
      await ask(account, undefined, asAdmin),
      await ask(account, undefined, other.session),
      await ask(account, undefined, account.sender),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 401, 403, 404, 401]);
  });
});

it('an account is exported five times a day', async () => {
  const account = await apps.createAccount();
  for (let n = 0; n < 5; n += 1) await exportOf(account);
  const { status, headers } = await ask(account);
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
});

it('an export in which a row cannot be read breaks off', async () => {
  const account = await apps.createAccount();
  await apps.crm.sql(`update contact_identifier set sealed = 'x' where tenant_id = $1`, [account.owner.tenantId]);
  await expect(exportOf(account)).rejects.toThrow();
});

it('an export does not begin while an app does not answer', async () => {
  const account = await apps.createAccount();
  await apps.crm.close();
  const { status, body } = await ask(account);
  expect([status, body.Error.Code]).toEqual([503, 'ServiceUnavailable']);
  expect(body.Error.Message).toContain('crm');
  const log = await apps.identity.sql(`select from audit_entry where tenant_id = $1 and action = 'tenant.exported'`, [
    account.owner.tenantId,
  ]);
  expect(log).toEqual([]);
});
