import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { statementsOf } from '../../../../test/support/statements.js';
import type { TableFile, TableRow } from '../imports/table/table.js';
import { readXlsx } from '../imports/table/xlsx-table.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

// Without the worker, whose own statements would be counted.
const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let number = 0;

const PATH = '/v1/contatos/exportar.csv';
const newcomer = async () => (await stack.createTenant()).session();

async function create(client: HttpClient, body: object = {}): Promise<string> {
  const { status, body: contact } = await client.post('/v1/contatos', {
    email: `export-${++number}@example.com`,
    ...body,
  });
  expect(status).toBe(201);
  return contact.id;
}

/** Rows as arrays of cells; none of them has a line break or a comma. */
async function exported(client: HttpClient, query = ''): Promise<string[][]> {
  const { status, text } = await client.get(`${PATH}${query}`);
  expect(status, text).toBe(200);
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

async function rowsOf(content: Buffer): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const file: TableFile = {
    bytes: content.length,
    async *read({ start, end } = { start: 0, end: content.length - 1 }) {
      yield content.subarray(start, end + 1);
    },
  };
  for await (const row of readXlsx(file)) rows.push(row);
  return rows;
}

async function fill(id: string, count: number): Promise<void> {
  await stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, created_at)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', repeat('x', 150), 'x', '{}', '{}', now() - n * interval '1 second'
       from generate_series(1, $2::integer) n`,
    [id, count],
  );
}

describe('an export of contacts', () => {
  it('is a file with the fields of the API and those of the account', async () => {
    const admin = await newcomer();
    const { status } = await admin.post('/v1/campos-personalizados', {
      chave: 'plano',
      rotulo: 'Plano',
      tipo: 'texto',
    });
    expect(status).toBe(201);
    await create(admin, {
      nome: 'Ana',
      telefone: '(11) 98765-4321',
      campos: { plano: 'anual' },
      marcadores: ['a', 'b'],
    });
    const { headers, text } = await admin.get(PATH);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contatos.csv"',
      'cache-control': 'no-store',
    });
    expect(text).toMatch(/^id,nome,email,telefone,/);
    const [names, row] = await exported(admin);
    const values = Object.fromEntries(names!.map((name, index) => [name, row![index]]));
    expect(values).toMatchObject({
      nome: 'Ana',
      telefone: '+5511987654321',
      estagio: 'novo',
      marcadores: 'a; b',
      'campos.plano': 'anual',
      anonimizado: 'false',
    });
  });

  it('has the contacts of the filters, newest first, as many as asked', async () => {
    const client = await newcomer();
    const ids: string[] = [];
    for (const estagio of ['cliente', 'novo', 'cliente', 'cliente']) ids.unshift(await create(client, { estagio }));
    const idsOf = async (query: string) => (await exported(client, query)).slice(1).map(([id]) => id);
    expect(await idsOf('')).toEqual(ids);
    expect(await idsOf('?estagio=cliente')).toEqual([ids[0], ids[1], ids[3]]);
    expect(await idsOf('?estagio=cliente&limite=2')).toEqual([ids[0], ids[1]]);
    expect(await idsOf('?q=nobody')).toEqual([]);
    for (const query of ['limite=0', 'limite=x', 'estagio=x'])
      expect((await client.get(`${PATH}?${query}`)).status).toBe(400);
  });

  it('has the separator that is asked for', async () => {
    const client = await newcomer();
    await create(client, { nome: 'Ana; Lima', cidade: 'a,b' });
    const { text } = await client.get(`${PATH}?separador=%3B`);
    const [names, row] = text.trimEnd().split('\r\n');
    expect(names).toMatch(/^id;nome;email;/);
    expect(row).toContain(';"Ana; Lima";');
    expect(row).toContain(';a,b;');
    expect((await client.get(`${PATH}?separador=tab`)).text).toMatch(/^id\tnome\t/);
    expect((await client.get(`${PATH}?separador=x`)).status).toBe(400);
  });

  it('is a workbook with the same rows, which the import reads', async () => {
    const owner = await stack.createTenant();
    const client = await owner.session();
    await client.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    const nomes = ['=1+1', 'Ana & <b>', 'ação \u0001 😀'];
    for (const [frota, nome] of nomes.entries())
      await create(client, { nome, campos: { frota }, marcadores: ['a', 'b'] });
    const { url, fixedHeaders } = client;
    const answer = await fetch(`${url}/v1/contatos/exportar.xlsx?limite=2`, { headers: fixedHeaders });
    const { status, headers } = answer;
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="contatos.xlsx"',
    ]);
    const rows = await rowsOf(Buffer.from(await answer.arrayBuffer()));
    expect(rows.map(({ cells }) => [cells[1], cells[9], cells.at(-1)])).toEqual([
      ['nome', 'marcadores', 'campos.frota'],
      ['ação  😀', 'a; b', '2'],
      ['Ana & <b>', 'a; b', '1'],
    ]);
    const exports = await stack.sql(`select row_limit from contact_export where tenant_id = $1`, [owner.id]);
    expect(exports).toEqual([{ row_limit: 2 }]);
  });

  it('makes texts of formulas', async () => {
    const client = await newcomer();
    for (const nome of ['=1+1', '+cmd', '-2+3', '@SUM(A1)']) await create(client, { nome });
    const names = (await exported(client)).slice(1).map(([, name]) => name);
    expect(names).toEqual([`"'@SUM(A1)"`, `"'-2+3"`, `"'+cmd"`, `"'=1+1"`]);
  });

  it('has no contact of another account', async () => {
    await create(acme);
    expect(await exported(await newcomer())).toHaveLength(1);
  });

  it('is recorded with its author and the names of its filters, before the first row is read', async () => {
    const busy = await stack.createTenant();
    const client = await busy.session();
    const statements = await statementsOf(
      () => client.get(`${PATH}?q=segredo@example.com`),
      /audit_entry|from contact|"contact"/i,
    );
    expect(statements[0]).toMatch(/audit_entry/);
    const [entry] = await stack.sql<{ action: string; actor_kind: string; row: string }>(
      `select action, actor_kind, audit_entry::text as row from audit_entry where tenant_id = $1`,
      [busy.id],
    );
    expect(entry).toMatchObject({ action: 'contact.exported', actor_kind: 'user' });
    expect(entry!.row).toContain('text');
    expect(entry!.row).not.toContain('segredo');
    const [row] = await stack.sql(`select filters, row_limit from contact_export where tenant_id = $1`, [busy.id]);
    expect(row).toEqual({ filters: ['text'], row_limit: 10_000 });
  });

  it('does not leave while the audit log takes no entry', async () => {
    await stack.sql('alter table audit_entry rename to audit_entry_away');
    try {
      const { status, body } = await acme.get(PATH);
      expect([status, body]).toEqual([503, { erro: expect.stringContaining('auditoria') as string }]);
    } finally {
      await stack.sql('alter table audit_entry_away rename to audit_entry');
    }
    expect((await acme.get(PATH)).status).toBe(200);
  });

  it('ends at ten thousand contacts, whatever limit is asked', async () => {
    const big = await stack.createTenant();
    await fill(big.id, 10_100);
    expect(await exported(await big.session(), '?limite=1000000')).toHaveLength(10_001);
  });
});
