import { beforeEach, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { csv, type ImportGiven, runImport, sendImport } from '../imports.fixture.js';
import { sheetOf, xlsxOf } from '../table/xlsx.fixture.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let acme: HttpClient;

beforeEach(async () => {
  acme = await (await stack.createTenant()).session();
});
const preview = (given: ImportGiven) => sendImport(acme, given, '/v1/importacoes/previa');

it('a preview has the columns, ten rows and a mapping with which the file can be imported', async () => {
  await acme.post('/v1/campos-personalizados', { chave: 'nascimento', rotulo: 'Aniversário', tipo: 'data' });
  const rows = Array.from(
    { length: 12 },
    (_, n) => `Ana;Lima ${n};p${n}@corp.example;11 98765-10${n + 10};1985-02-03;x`,
  );
  const file = csv('Nome;Sobrenome;E-mail;Celular;Aniversário;Obs', ...rows);
  const { status, body } = await preview({ file });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    formato: 'csv',
    codificacao: 'utf-8',
    separador: ';',
    planilhas: null,
    linha_do_cabecalho: 1,
    mapeamento: {
      Nome: 'nome',
      Sobrenome: 'nome',
      'E-mail': 'email',
      Celular: 'telefone',
      Aniversário: 'campos.nascimento',
    },
  });
  expect(body.colunas.at(-1)).toEqual({ nome: 'Obs', campo: null });
  expect(body.linhas).toHaveLength(10);
  expect(body.linhas[0]).toEqual({
    linha: 2,
    valores: ['Ana', 'Lima 0', 'p0@corp.example', '11 98765-1010', '1985-02-03', 'x'],
  });
  const done = await runImport(acme, { file, config: { mapeamento: body.mapeamento } });
  expect(done).toMatchObject({ criados: 12, erros: 0, avisos: 0 });
});

it.each<[string, string, Record<string, string>]>([
  [
    'Google Contacts',
    'First Name,Middle Name,Last Name,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City,Address 1 - Region,Address 1 - Country',
    {
      'First Name': 'nome',
      'Middle Name': 'nome',
      'Last Name': 'nome',
      'Organization Name': 'empresa_id',
      'Organization Title': 'cargo',
      Labels: 'marcadores',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'telefone',
      'Address 1 - City': 'cidade',
      'Address 1 - Region': 'estado',
      'Address 1 - Country': 'pais',
    },
  ],
  [
    'Outlook',
    'First Name,Last Name,Company,Job Title,E-mail Address,E-mail 2 Address,Mobile Phone,Business Phone,Business City,Categories',
    {
      'First Name': 'nome',
      'Last Name': 'nome',
      Company: 'empresa_id',
      'Job Title': 'cargo',
      'E-mail Address': 'email',
      'E-mail 2 Address': 'email',
      'Mobile Phone': 'telefone',
      'Business Phone': 'telefone',
      'Business City': 'cidade',
      Categories: 'marcadores',
    },
  ],
  [
    'HubSpot',
    'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lifecycle Stage,Country/Region,Create Date,Additional email addresses',
    {
      'First Name': 'nome',
      'Last Name': 'nome',
      Email: 'email',
      'Phone Number': 'telefone',
      'Contact owner': 'dono_id',
      'Lifecycle Stage': 'estagio',
      'Country/Region': 'pais',
      'Additional email addresses': 'email',
    },
  ],
  [
    'RD Station',
    'Email,Nome,Telefone,Celular,Empresa,Cargo,Estágio no funil,Tags,Cidade,Estado,País,Total de conversões',
    {
      Email: 'email',
      Nome: 'nome',
      Telefone: 'telefone',
      Celular: 'telefone',
      Empresa: 'empresa_id',
      Cargo: 'cargo',
      'Estágio no funil': 'estagio',
      Tags: 'marcadores',
      Cidade: 'cidade',
      Estado: 'estado',
      País: 'pais',
    },
  ],
  [
    'the account itself',
    'id,nome,email,telefone,emails,telefones,criado_em',
    {
      nome: 'nome',
      email: 'email',
      telefone: 'telefone',
      emails: 'emails',
      telefones: 'telefones',
    },
  ],
])('the columns of an export of %s are known', async (_product, header, mapeamento) => {
  const { body } = await preview({ file: csv(header, ',') });
  expect(body.mapeamento).toEqual(mapeamento);
});

it('columns without a known name are guessed by what is in them, and repeated names are told apart', async () => {
  const file = csv(
    'Login;Número;Número;Nota',
    'a@corp.example;(11) 98765-1001;x;7',
    'b@corp.example;11 98765-1002;y;8',
  );
  const { body } = await preview({ file });
  expect(body.mapeamento).toEqual({ Login: 'email', Número: 'telefone' });
  expect(body.colunas.map(({ nome }: { nome: string }) => nome)).toEqual(['Login', 'Número', 'Número (2)', 'Nota']);
});

it('a workbook is shown with its sheets, as the settings say', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const second = sheetOf(`<row r="1">${text('Relatório')}</row><row r="3">${text('Email')}</row>`);
  const file = xlsxOf({ sheet: sheetOf(`<row r="1">${text('Nada')}</row>`), more: { Dados: second } });
  const { body } = await preview({ file, config: { planilha: '2', linha_do_cabecalho: 3 } });
  expect(body).toMatchObject({ formato: 'xlsx', planilhas: ['A', 'Dados'], planilha: '2', linha_do_cabecalho: 3 });
  expect(body.mapeamento).toEqual({ Email: 'email' });
});

it.each<[number, ImportGiven]>([
  [422, { file: '' }],
  [422, { file: 'Email\n', config: { planilha: 'x', codificacao: 'klingon' } }],
  [400, { file: 'Email\n', config: { mapeamento: {} } }],
  [400, { file: 'Email\n', config: '{' }],
])('a preview is answered %i for %j', async (status, given) => {
  expect((await preview(given)).status).toBe(status);
});

it('a preview stores nothing that can be read, and no import', async () => {
  await preview({ file: csv('Email', 'a@corp.example') });
  expect((await acme.get('/v1/importacoes')).body.importacoes).toEqual([]);
  const rows = await stack.sql<{ row: string }>('select blob::text as row from blob');
  for (const { row } of rows) expect(row).not.toContain(Buffer.from('a@corp.example').toString('hex'));
});
