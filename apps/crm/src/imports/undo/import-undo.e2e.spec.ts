import { beforeAll, describe, expect, it, vi } from 'vitest';
import { JobBatch } from '#libs/core/jobs';
import { waitUntil } from '#libs/test/testing';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { ImportReader } from '../import-reader.js';
import { ImportRetention } from '../import-retention.js';
import { csv, ended, runImport, sendImport } from '../imports.fixture.js';
import { sharedStringsOf, sheetOf, xlsxOf } from '../table/xlsx.fixture.js';
import { loseWorkers } from '../../../../../test/support/lost-workers.js';
import { UndoBatch } from './import-undo.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let client: HttpClient;
let number = 0;

beforeAll(async () => {
  client = await (await stack.createTenant()).session();
});
const newEmail = () => `undo-${++number}@example.com`;
const config = { mapeamento: { email: 'email', nome: 'nome', telefone: 'telefone' } };
const HEADER = 'email,nome,telefone';

const undo = async (id: string) => {
  const { status, body } = await client.post(`/v1/importacoes/${id}/desfazer`);
  expect([status, body.estado]).toEqual([202, 'desfazendo']);
  return ended(client, id);
};

async function idsOf(importId: string): Promise<string[]> {
  const rows = await stack.sql<{ id: string }>(
    'select contact_id as id from contact_import_change where import_id = $1 order by row_number',
    [importId],
  );
  return rows.map(({ id }) => id);
}

/** A file of so many rows, each a contact of its own. */
const fileOf = (rows: number, mark: string) =>
  csv(HEADER, ...Array.from({ length: rows }, (_, row) => `${mark}-${row}@example.com,Pessoa ${row},`));

describe('workers that were lost', () => {
  it('count no more once an import or its undo has come further, which a dry run never has', async () => {
    const recorded = vi.spyOn(JobBatch.prototype, 'recordProgress');
    try {
      const dry = await runImport(client, { file: fileOf(600, 'ensaio'), config: { ...config, simular: true } });
      expect([dry.criados, recorded.mock.calls.length]).toEqual([600, 0]);
      const done = await runImport(client, { file: fileOf(1_100, 'longe'), config });
      expect([done.estado, recorded.mock.calls.length]).toEqual(['concluida', 1]);
      expect(await undo(done.id)).toMatchObject({ estado: 'desfeita', desfeitos: 1_100 });
      expect(recorded).toHaveBeenCalledTimes(2);
    } finally {
      recorded.mockRestore();
    }
  });
});

describe('workers that were lost for good', () => {
  it('have failed an import, and the one behind it runs', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.session();
    const open = vi.spyOn(stack.app.get(ImportReader, { strict: false }), 'open');
    open.mockRejectedValue(new Error('Something is broken'));
    const { body } = await sendImport(own, { file: fileOf(1, 'perdido'), config });
    await loseWorkers(stack, tenant.id, 'contact-import.run');
    expect(await ended(own, body.importacao.id)).toMatchObject({ estado: 'falhou', falha: expect.any(String) });
    open.mockRestore();
    expect(await runImport(own, { file: fileOf(1, 'depois'), config })).toMatchObject({ estado: 'concluida' });
  });

  it('have failed its undo, which can be asked for again', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.session();
    const { id } = await runImport(own, { file: fileOf(2, 'volta'), config });
    const apply = vi.spyOn(UndoBatch.prototype, 'apply').mockRejectedValue(new Error('Something is broken'));
    await own.post(`/v1/importacoes/${id}/desfazer`);
    await loseWorkers(stack, tenant.id, 'contact-import.undo');
    expect(await ended(own, id)).toMatchObject({ estado: 'falhou', falha: expect.stringContaining('desfeita') });
    apply.mockRestore();
    expect((await own.post(`/v1/importacoes/${id}/desfazer`)).status).toBe(202);
    expect(await ended(own, id)).toMatchObject({ estado: 'desfeita', desfeitos: 2 });
  });
});

describe('an import that is undone', () => {
  it('deletes the contacts that it created, and takes the others back to what they were', async () => {
    const [known, fresh] = [newEmail(), newEmail()];
    const { body } = await client.post('/v1/contatos', {
      email: known,
      nome: 'Antes',
      marcadores: ['Á'],
      cidade: 'Belém',
    });
    const file = csv(HEADER, `${known},Depois,+5511987651234`, `${fresh},Nova,`);
    const done = await runImport(client, { file, config: { ...config, marcadores: ['a', 'Lista', 'LISTA'] } });
    expect((await client.get(`/v1/contatos/${body.id}`)).body).toMatchObject({
      nome: 'Depois',
      marcadores: ['Á', 'Lista'],
    });
    const [, created] = await idsOf(done.id);
    expect(await undo(done.id)).toMatchObject({
      estado: 'desfeita',
      desfeitos: 2,
      nao_desfeitos: 0,
      desfazer_ate: null,
    });
    const found = async (marcador: string) =>
      (await client.get(`/v1/contatos?cidade=BELEM&marcador=${marcador}`)).body.contatos.length;
    expect([await found('a'), await found('lista')]).toEqual([1, 0]);
    const restored = (await client.get(`/v1/contatos/${body.id}`)).body;
    expect({ ...restored, atualizado_em: '' }).toEqual({ ...body, atualizado_em: '' });
    expect((await client.get(`/v1/contatos/${created}`)).status).toBe(404);
    expect((await client.post('/v1/contatos', { email: fresh, telefone: '+5511987651234' })).status).toBe(201);
    expect((await client.post(`/v1/importacoes/${done.id}/desfazer`)).status).toBe(409);
  });

  it('leaves what was changed since, and says so', async () => {
    const [known, fresh] = [newEmail(), newEmail()];
    await client.post('/v1/contatos', { email: known, nome: 'Antes' });
    const done = await runImport(client, { file: csv(HEADER, `${known},Depois,`, `${fresh},Nova,`), config });
    const [changed, created] = await idsOf(done.id);
    for (const id of [changed, created]) await client.patch(`/v1/contatos/${id}`, { cidade: 'Recife' });
    expect(await undo(done.id)).toMatchObject({ desfeitos: 0, nao_desfeitos: 2 });
    expect((await client.get(`/v1/contatos/${changed}`)).body).toMatchObject({ nome: 'Depois', cidade: 'Recife' });
    expect((await client.get(`/v1/contatos/${created}`)).status).toBe(200);
    expect((await client.get(`/v1/importacoes/${done.id}/erros.csv`)).text).toContain(
      `2,,O contato ${changed} mudou depois da importação e ficou como está.`,
    );
  });

  it('cannot be undone after seven days, and what was needed for it is gone', async () => {
    const done = await runImport(client, { file: csv(HEADER, `${newEmail()},Ana,`), config });
    await stack.sql(`update contact_import set expires_at = now() - interval '1 second' where id = $1`, [done.id]);
    expect((await client.post(`/v1/importacoes/${done.id}/desfazer`)).status).toBe(409);
    await stack.app.get(ImportRetention).deleteExpired();
    expect(await idsOf(done.id)).toEqual([]);
    expect((await client.get(`/v1/importacoes/${done.id}`)).body).toMatchObject({ desfazer_ate: null, criados: 1 });
  });
});

describe('an import', () => {
  it('whose database connections are cut goes on, and does nothing twice', async () => {
    const { body } = await sendImport(client, { file: fileOf(3_000, 'cut'), config });
    const { id } = body.importacao;
    await waitUntil(async () => (await client.get(`/v1/importacoes/${id}`)).body.processados > 0);
    await stack.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const done = await ended(client, id, 40_000);
    expect(done).toMatchObject({
      estado: 'concluida',
      processados: 3_000,
      criados: 3_000,
      atualizados: 0,
      com_erro: 0,
    });
    const counts = await stack.sql(
      `select count(*)::int as contacts, count(distinct activity.contact_id)::int as told from contact_import_change change
       join activity using (tenant_id, contact_id) where import_id = $1 and type = 'imported'`,
      [id],
    );
    expect(counts).toEqual([{ contacts: 3_000, told: 3_000 }]);
  });

  it('is canceled, and the next one begins', async () => {
    const own = await (await stack.createTenant()).session();
    const first = (await sendImport(own, { file: fileOf(20_000, 'first'), config })).body.importacao;
    const next = (await sendImport(own, { file: fileOf(10, 'next'), config })).body.importacao;
    expect([first.estado, next.estado]).toEqual(['conferindo', 'aguardando']);
    await waitUntil(async () => (await own.get(`/v1/importacoes/${first.id}`)).body.processados > 0, {
      timeoutMs: 15_000,
    });
    expect((await own.post(`/v1/importacoes/${first.id}/cancelar`)).body.estado).toBe('cancelada');
    expect(await ended(own, next.id)).toMatchObject({ estado: 'concluida', criados: 10 });
    const { processados, criados } = (await own.get(`/v1/importacoes/${first.id}`)).body;
    expect(criados).toBe(processados);
    expect(criados).toBeLessThan(20_000);
    expect((await own.post(`/v1/importacoes/${first.id}/cancelar`)).status).toBe(409);
  });

  it('waits with four others at most', async () => {
    const own = await (await stack.createTenant()).session();
    const given = { file: fileOf(20_000, 'many'), config };
    for (let count = 0; count < 5; count += 1) expect((await sendImport(own, given)).status).toBe(202);
    expect((await sendImport(own, given)).status).toBe(409);
    const { body } = await own.get('/v1/importacoes');
    for (const { id } of body.importacoes) expect((await own.post(`/v1/importacoes/${id}/cancelar`)).status).toBe(200);
  });

  it('of a broken file changes nothing', async () => {
    const file = `${fileOf(1_500, 'broken')}x@example.com,"Ana`;
    const done = await runImport(client, { file, config });
    expect(done).toMatchObject({
      estado: 'falhou',
      processados: 0,
      falha: 'As aspas abertas na linha 1502 não são fechadas.',
    });
  });

  it('of a workbook makes a contact of each row', async () => {
    const email = newEmail();
    const cells = [0, 1, 2].map((index) => `<c t="s"><v>${index}</v></c>`).join('');
    const file = xlsxOf({
      sheet: sheetOf(
        `<row>${cells}</row><row><c t="s"><v>3</v></c><c t="inlineStr"><is><t>Ana</t></is></c><c><v>5511987659876</v></c></row>`,
      ),
      sharedStrings: sharedStringsOf(...['email', 'nome', 'telefone', email].map((text) => `<t>${text}</t>`)),
    });
    const mapeamento = { email: 'email', nome: 'nome' };
    const done = await runImport(client, { file, config: { mapeamento }, fileName: 'a.xlsx' });
    expect(done).toMatchObject({ estado: 'concluida', criados: 1 });
    const [id] = await idsOf(done.id);
    expect((await client.get(`/v1/contatos/${id}`)).body).toMatchObject({ email, nome: 'Ana' });
  });
});
