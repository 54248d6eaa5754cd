import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeadLetters } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { StorageUnavailable } from '#libs/core/storage';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import { loseWorkers } from '../../../../test/support/lost-workers.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { ContactListService } from '../contact-list/contact-list.service.js';
import { SealedFiles } from '../sealed-files/sealed-files.js';
import { ExportAttempts, Superseded } from './export-attempts.js';
import { ExportRetention } from './export-retention.js';
import { begin, inState, insertContacts, linesOf } from './exports.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const COUNT = 12_000;
const PATH = '/v1/exportacoes';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let client: HttpClient;
let admin: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  client = await tenant.session('member');
  admin = await tenant.session('admin');
});
afterEach(() => vi.restoreAllMocks());
const list = () => stack.app.get(ContactListService, { strict: false });
const newContact = async (email: string): Promise<string> =>
  (await client.post('/v1/contatos', { email, nome: 'Ana Única' })).body.id;

/** Asks for an erasure; returns what approves it. */
async function askErasure(contactId: string): Promise<() => Promise<void>> {
  const body = { contato_id: contactId, solicitante: 'titular', canal: 'email' };
  const { id } = (await client.post('/v1/pedidos-exclusao', body)).body;
  return async () => expect((await admin.post(`/v1/pedidos-exclusao/${id}/aprovar`)).status).toBe(200);
}

const erase = async (contactId: string) => (await askErasure(contactId))();

/** Stops the first attempt that comes to its third page, until `go` is called; later attempts do not stop. */
function stopAtThirdPage() {
  const original = ContactListService.prototype.listPage;
  let pages = 0;
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  const spy = vi.spyOn(list(), 'listPage').mockImplementation(async (...given) => {
    pages += 1;
    if (pages === 3) await released;
    return Reflect.apply(original, list(), given);
  });
  const isStopped = () => waitUntil(() => spy.mock.calls.length >= 3, { what: 'the third page' });
  return { isStopped, go: () => go(), spy };
}

const jobOf = async (id: string) =>
  (
    await stack.sql<{ id: string; failures: number; isDead: boolean; error: string | null }>(
      `select id, failures, dead_at is not null as "isDead", last_error as error from outbox
        where kind = 'contact-export.write' and payload->>'exportId' = $1`,
      [id],
    )
  )[0];

describe('an export whose worker is lost', () => {
  it('is written anew by another, has no contact twice, and is not finished by the one that was lost', async () => {
    await insertContacts(stack, tenant.id, COUNT);
    const { isStopped, go } = stopAtThirdPage();
    const write = vi.spyOn(stack.app.get(ExportAttempts, { strict: false }), 'write');
    const id = await begin(client);
    await isStopped();
    // As a lease leaves the job that ended while its worker still works, so that two of them do.
    await stack.sql(
      `update outbox set lease = null, leased_until = null, handed_at = null, job_id = null, due = true,
              failures = failures + 1 where payload->>'exportId' = $1`,
      [id],
    );
    const done = await inState(client, id);
    expect(done).toMatchObject({ total: COUNT, processados: COUNT });
    const lines = await linesOf(client, id);
    go();
    await expect(write.mock.results[0]!.value).rejects.toThrow(Superseded);
    expect([lines.length, new Set(lines).size]).toEqual([COUNT + 1, COUNT + 1]);
    expect((await client.get(`${PATH}/${id}`)).body).toEqual(done);
    expect(await stack.sql('select attempt, starts from contact_export_file where id = $1', [id])).toEqual([
      { attempt: 2, starts: 2 },
    ]);
  });
});

it('an export whose workers were lost for good has failed, and is written when an operator retries it', async () => {
  const page = vi.spyOn(list(), 'listPage').mockRejectedValue(new Error('Something is broken'));
  const id = await begin(client);
  await loseWorkers(stack, tenant.id, 'contact-export.write');
  expect(await inState(client, id, 'falhou')).toMatchObject({ falha: expect.stringContaining('falha interna') });
  page.mockRestore();
  const letters = stack.app.get(DeadLetters, { strict: false });
  const { id: letter, isDead } = (await jobOf(id))!;
  expect(isDead).toBe(true);
  await stack.app.get(Database, { strict: false }).system((tx) => letters.retry(tx, letter));
  letters.retried();
  expect(await inState(client, id)).toMatchObject({ falha: null });
});

describe('the erasure of a contact', () => {
  it('deletes the finished files of its account that have it, and makes them unreadable at once', async () => {
    const contact = await newContact('ana@example.com');
    const gone = await newContact('rui@example.com');
    const eraseGone = await askErasure(gone);
    await client.send('DELETE', `/v1/contatos/${gone}`, '{}');
    const other = await (await stack.createTenant()).session('member');
    const [id, elsewhere] = [await begin(client), await begin(other)];
    await Promise.all([inState(client, id), inState(other, elsewhere)]);
    expect((await linesOf(client, id)).join()).toContain('ana@example.com');
    // It was deleted before the file was asked for.
    await eraseGone();
    expect((await linesOf(client, id)).length).toBe(2);
    await erase(contact);
    const { body, status } = await client.get(`${PATH}/${id}/arquivo`);
    expect([status, body.erro]).toEqual([410, expect.stringContaining('apagado em definitivo')]);
    expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({ estado: 'expirada', arquivo: null });
    expect(await stack.sql('select sealed_key, blob_hash from contact_export_file where id = $1', [id])).toEqual([
      { sealed_key: null, blob_hash: null },
    ]);
    expect(await linesOf(other, elsewhere)).toHaveLength(1);
  });

  it('makes a file that is being written begin anew, without the contact', async () => {
    await insertContacts(stack, tenant.id, 2_000);
    // The newest, which the first page has.
    const contact = await newContact('ana@example.com');
    const { isStopped, go } = stopAtThirdPage();
    const id = await begin(client);
    await isStopped();
    await erase(contact);
    go();
    await inState(client, id);
    const lines = await linesOf(client, id);
    expect(lines).toHaveLength(2_002);
    expect(lines.join()).not.toMatch(/ana@example|Ana Única/);
    expect(await stack.sql('select starts from contact_export_file where id = $1', [id])).toEqual([{ starts: 2 }]);
  });

  it('over and over fails the export in the end', async () => {
    const stop = stopAtThirdPage();
    stop.spy.mockRejectedValue(new Error('No page is read'));
    const id = await begin(client);
    await stack.sql('update contact_export_file set starts = 20 where id = $1', [id]);
    expect(await inState(client, id, 'falhou')).toMatchObject({ falha: expect.stringContaining('apagados') });
    expect(await jobOf(id)).toBeUndefined();
  });
});

describe('an export that cannot be written', () => {
  it('has failed after five failures, with a dead letter that an operator may retry', async () => {
    const page = vi.spyOn(list(), 'listPage').mockRejectedValue(new Error('Something is broken'));
    const id = await begin(client);
    await waitUntil(async () => (await jobOf(id))?.failures === 1, { what: 'the first failure' });
    // The ones after it, without their waits.
    await stack.sql(
      `update outbox set failures = 5, available_at = now(), due = true where payload->>'exportId' = $1`,
      [id],
    );
    const failed = await inState(client, id, 'falhou');
    expect(failed).toMatchObject({ falha: expect.stringContaining('falha interna'), arquivo: null });
    expect((await client.get(`${PATH}/${id}/arquivo`)).status).toBe(410);
    await waitUntil(async () => (await jobOf(id))?.isDead, { what: 'the dead letter' });
    page.mockRestore();
    const letters = stack.app.get(DeadLetters, { strict: false });
    const { id: letter } = (await jobOf(id))!;
    await stack.app.get(Database, { strict: false }).system((tx) => letters.retry(tx, letter));
    letters.retried();
    expect(await inState(client, id)).toMatchObject({ falha: null });
    expect(await linesOf(client, id)).toHaveLength(1);
  });

  it('while the storage is away waits for it, which is no failure', async () => {
    const store = vi.spyOn(stack.app.get(SealedFiles, { strict: false }), 'store');
    store.mockRejectedValue(new StorageUnavailable(new Error('away')));
    const id = await begin(client);
    await waitUntil(async () => (await jobOf(id))?.error?.includes('storage'), { what: 'the postponement' });
    expect(await jobOf(id)).toMatchObject({ failures: 0, isDead: false });
    store.mockRestore();
    await stack.sql(`update outbox set available_at = now() where payload->>'exportId' = $1`, [id]);
    expect((await inState(client, id)).falha).toBeNull();
  });

  it('within a day has failed', async () => {
    vi.spyOn(stack.app.get(SealedFiles, { strict: false }), 'store').mockRejectedValue(
      new StorageUnavailable(new Error('away')),
    );
    const id = await begin(client);
    await waitUntil(async () => (await jobOf(id))?.error, { what: 'the postponement' });
    await stack.sql(`update contact_export_file set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await stack.app.get(ExportRetention, { strict: false }).deleteExpired();
    expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({ estado: 'falhou', falha: expect.any(String) });
    await stack.sql(`update outbox set available_at = now() where payload->>'exportId' = $1`, [id]);
    await waitUntil(async () => (await jobOf(id)) === undefined, { what: 'the end of the job' });
    expect((await client.get(`${PATH}/${id}`)).body.estado).toBe('falhou');
  });

  it('because a field of its filters was deleted has failed, and says which', async () => {
    const field = { chave: 'frota', rotulo: 'Frota', tipo: 'texto' };
    const { id: fieldId } = (await admin.post('/v1/campos-personalizados', field)).body;
    const stop = stopAtThirdPage();
    stop.spy.mockRejectedValue(new Error('No page is read'));
    const id = await begin(client, { filtros: { 'campo.frota': '3' } });
    await waitUntil(async () => (await jobOf(id))?.failures, { what: 'the first failure' });
    expect((await admin.delete(`/v1/campos-personalizados/${fieldId}`)).status).toBeLessThan(300);
    stop.spy.mockRestore();
    expect((await inState(client, id, 'falhou')).falha).toContain('frota');
  });
});

it('an export that is deleted while it is written stops, and leaves nothing', async () => {
  await insertContacts(stack, tenant.id, COUNT);
  const { isStopped, go } = stopAtThirdPage();
  const id = await begin(client);
  await isStopped();
  expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
  go();
  await waitUntil(async () => (await jobOf(id)) === undefined, { what: 'the end of the job' });
  expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
});
