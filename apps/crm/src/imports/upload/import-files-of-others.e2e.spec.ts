import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { csv, runImport, sendImport } from '../imports.fixture.js';
import { sheetOf, xlsxOf } from '../table/xlsx.fixture.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});
const field = async (chave: string, tipo: string, more: object = {}) => {
  const { status } = await acme.post('/v1/campos-personalizados', { chave, rotulo: chave, tipo, ...more });
  expect(status).toBe(201);
};
const contactOf = async (email: string) => (await acme.get(`/v1/contatos?q=${email}`)).body.contatos[0];
const notes = async (id: string) => (await acme.get(`/v1/importacoes/${id}/erros.csv`)).text.split('\r\n').slice(1, -1);

describe('an export of', () => {
  it('Google Contacts comes in whole', async () => {
    await field('nascimento', 'data');
    const file = csv(
      'First Name,Last Name,Organization Title,Birthday,Labels,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value,Address 1 - City,Address 1 - Country',
      'Ana,Prado,Diretora,1985-02-03,Clientes ::: * myContacts,a1@corp.example,a2@corp.example ::: a3@corp.example,+55 11 98765-1301 ::: +55 11 98765-1302,Santos,Brazil',
    );
    const mapeamento = {
      'First Name': 'nome',
      'Last Name': 'nome',
      'Organization Title': 'cargo',
      Birthday: 'campos.nascimento',
      Labels: 'marcadores',
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'email',
      'Phone 1 - Value': 'telefone',
      'Address 1 - City': 'cidade',
      'Address 1 - Country': 'pais',
    };
    expect(await runImport(acme, { file, config: { mapeamento } })).toMatchObject({ criados: 1, avisos: 0, erros: 0 });
    expect(await contactOf('a1@corp.example')).toMatchObject({
      nome: 'Ana Prado',
      cargo: 'Diretora',
      cidade: 'Santos',
      pais: 'BR',
      marcadores: ['Clientes'],
      campos: { nascimento: '1985-02-03' },
      emails: ['a1@corp.example', 'a2@corp.example', 'a3@corp.example'],
      telefones: ['+5511987651301', '+5511987651302'],
    });
  });

  it('Outlook loses the extension of a number, and says so', async () => {
    await field('nascimento', 'data');
    const file = csv(
      '"First Name","Last Name","E-mail Address","Mobile Phone","Business Phone","Birthday","Categories"',
      '"Leo","Dias","l1@corp.example","(021) 98765-1401","+55 21 3456-7890 x12","0/0/00","VIP;Feira"',
    );
    const mapeamento = {
      'First Name': 'nome',
      'Last Name': 'nome',
      'E-mail Address': 'email',
      'Mobile Phone': 'telefone',
      'Business Phone': 'telefone',
      Birthday: 'campos.nascimento',
      Categories: 'marcadores',
    };
    const done = await runImport(acme, { file, config: { mapeamento } });
    expect(done).toMatchObject({ criados: 1, com_erro: 0, avisos: 1 });
    expect(await contactOf('l1@corp.example')).toMatchObject({
      nome: 'Leo Dias',
      telefones: ['+5521987651401', '+552134567890'],
      marcadores: ['VIP', 'Feira'],
      campos: {},
    });
    expect(await notes(done.id)).toEqual(['2,Business Phone,Aviso: o telefone foi importado sem o ramal.']);
  });

  it('HubSpot comes in whole', async () => {
    await field('criado', 'data');
    const file = csv(
      'Record ID,First Name,Last Name,Email,Phone Number,Lifecycle Stage,Country/Region,Create Date,Additional email addresses',
      '"123456789012",Eli,Reis,e1@corp.example,+5511987651501,customer,Brazil,2024-03-15 10:22,e2@corp.example;e3@corp.example',
    );
    const mapeamento = {
      'First Name': 'nome',
      'Last Name': 'nome',
      Email: 'email',
      'Additional email addresses': 'email',
      'Phone Number': 'telefone',
      'Lifecycle Stage': 'estagio',
      'Country/Region': 'pais',
      'Create Date': 'campos.criado',
    };
    await runImport(acme, { file, config: { mapeamento } });
    expect(await contactOf('e1@corp.example')).toMatchObject({
      nome: 'Eli Reis',
      estagio: 'cliente',
      pais: 'BR',
      emails: ['e1@corp.example', 'e2@corp.example', 'e3@corp.example'],
      campos: { criado: '2024-03-15' },
    });
  });

  it('the account itself changes nothing, and comes in whole in another account', async () => {
    await field('saldo', 'numero');
    const made = await acme.post('/v1/contatos', {
      email: 'x1@corp.example',
      telefone: '+5511987651601',
      nome: '=Ana',
      marcadores: ['a', 'b'],
      pais: 'PT',
      campos: { saldo: 12.5 },
    });
    await acme.post(`/v1/contatos/${made.body.id}/identificadores`, { canal: 'email', valor: 'x2@corp.example' });
    const before = await contactOf('x1@corp.example');
    const { text } = await acme.get('/v1/contatos/exportar.csv');
    const names = 'nome,emails,telefones,estagio,marcadores,cargo,pais,estado,cidade,fuso,campos.saldo'.split(',');
    const config = { mapeamento: Object.fromEntries(names.map((name) => [name, name])) };
    expect(await runImport(acme, { file: text, config })).toMatchObject({ atualizados: 1, erros: 0, avisos: 0 });
    expect(await contactOf('x1@corp.example')).toEqual(before);
    acme = await (await stack.createTenant()).session();
    await field('saldo', 'numero');
    await runImport(acme, { file: text, config });
    const { nome, emails, telefones, marcadores, pais, campos } = before;
    expect(await contactOf('x1@corp.example')).toMatchObject({ nome, emails, telefones, marcadores, pais, campos });
  });
});

describe('dates and numbers of Brazil', () => {
  const mapeamento = { Email: 'email', Data: 'campos.data', Numero: 'campos.numero' };
  const file = csv(
    'Email;Data;Numero',
    'd1@corp.example;15/03/2024;1.234,56',
    'd2@corp.example;2024-03-15 10:22;1.234',
    'd3@corp.example;04/03/2024;R$ 10,00',
  );

  beforeEach(async () => {
    await field('data', 'data');
    await field('numero', 'numero');
  });

  it('are read as the import says', async () => {
    const config = { mapeamento, formato_data: 'DMA', separador_decimal: ',' };
    const done = await runImport(acme, { file, config });
    expect(done).toMatchObject({ criados: 3, formato_data: 'DMA', separador_decimal: ',', valor_invalido: 'linha' });
    const values = ['d1', 'd2', 'd3'].map(async (name) => (await contactOf(`${name}@corp.example`)).campos);
    expect(await Promise.all(values)).toEqual([
      { data: '2024-03-15', numero: 1234.56 },
      { data: '2024-03-15', numero: 1234 },
      { data: '2024-03-04', numero: 10 },
    ]);
  });

  it('that could be two are errors where the import does not say', async () => {
    const done = await runImport(acme, { file, config: { mapeamento } });
    expect(done).toMatchObject({ criados: 1, com_erro: 2 });
    expect(await notes(done.id)).toEqual([
      '3,Numero,O número pode ser dois. Informe separador_decimal na importação.',
      '4,Data,A data pode ser de dois dias. Informe formato_data na importação.',
    ]);
  });

  it('that are invalid cost themselves, and not the row, if the import says so', async () => {
    const done = await runImport(acme, { file, config: { mapeamento, valor_invalido: 'ignorar' } });
    expect(done).toMatchObject({ criados: 3, com_erro: 0, erros: 0, avisos: 2 });
    expect((await contactOf('d2@corp.example')).campos).toEqual({ data: '2024-03-15' });
    expect((await notes(done.id))[0]).toBe(
      '3,Numero,Aviso: o número pode ser dois. Informe separador_decimal na importação.',
    );
  });
});

it('an invalid value of any kind costs itself if the import says so, and a row without any address is an error', async () => {
  const mapeamento = {
    Email: 'email',
    Tel: 'telefone',
    Nome: 'nome',
    Pais: 'pais',
    Estagio: 'estagio',
    Empresa: 'empresa',
  };
  const file = csv(
    'Email;Tel;Nome;Pais;Estagio;Empresa',
    `i1@corp.example;123;${'x'.repeat(201)};Atlântida;perdidíssimo;Outra`,
    'ninguém;123;Bia;BR;novo;',
  );
  const done = await runImport(acme, { file, config: { mapeamento, valor_invalido: 'ignorar' } });
  expect(done).toMatchObject({ criados: 1, com_erro: 1, avisos: 5 });
  expect(await contactOf('i1@corp.example')).toMatchObject({
    nome: null,
    pais: null,
    estagio: 'novo',
    empresa_id: null,
  });
});

it('two columns of one name are both read, and told apart by their number', async () => {
  const file = csv('Email,Telefone,Telefone,Cidade,Cidade', 'r1@corp.example,11987651701,11987651702,Recife,Olinda');
  const both = { Email: 'email', Telefone: 'telefone', 'Cidade (2)': 'cidade' };
  expect(await runImport(acme, { file, config: { mapeamento: both } })).toMatchObject({ criados: 1 });
  expect(await contactOf('r1@corp.example')).toMatchObject({
    telefones: ['+5511987651701', '+5511987651702'],
    cidade: 'Olinda',
  });
  const answer = await sendImport(acme, { file, config: { mapeamento: { Email: 'email', Cidade: 'cidade' } } });
  expect([answer.status, answer.body.erro]).toEqual([
    422,
    'A coluna Cidade aparece mais de uma vez no arquivo. Use Cidade (2) para a segunda.',
  ]);
});

describe('a file is read', () => {
  const mapeamento = { Email: 'email', Nome: 'nome' };
  const names = async () => (await acme.get('/v1/contatos')).body.contatos.map(({ nome }: { nome: string }) => nome);

  it.each<[string, string | Buffer, object]>([
    [
      'from the row that has the names',
      csv('Relatório;x', '', 'Email;Nome', 'a@corp.example;João'),
      { linha_do_cabecalho: 3 },
    ],
    ['from the first row with data', csv(';', 'Email;Nome', 'a@corp.example;João'), {}],
    ['with the delimiter that it names', csv('sep=|', 'Email|Nome', 'a@corp.example|João'), {}],
    [
      'with the delimiter that the import names',
      csv('Email;Nome,x', 'a@corp.example;João,x').replaceAll(',', ',,,,'),
      { separador: ';', mapeamento: { Email: 'email', 'Nome,,,,x': 'nome' } },
    ],
    [
      'in the charset that the import names',
      Buffer.from('Email;Nome\na@corp.example;Jo\xc6o\n', 'latin1'),
      { codificacao: 'ibm850' },
    ],
    ['in UTF-16 without a mark', Buffer.from('Email;Nome\na@corp.example;João\n', 'utf16le'), {}],
  ])('%s', async (_what, file, more) => {
    const done = await runImport(acme, { file, config: { mapeamento, ...more } });
    expect(done).toMatchObject({ estado: 'concluida', criados: 1 });
    expect((await names())[0]).toMatch(/^Jo[ãã]o/);
  });

  it('of a sheet that the import names, and numbers of cells are not ambiguous', async () => {
    await field('saldo', 'numero');
    const row = (n: number, ...cells: string[]) => `<row r="${n}">${cells.join('')}</row>`;
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const second = sheetOf(
      row(1, text('Email'), text('Saldo')) + row(2, text('s@corp.example'), '<c><v>1.234</v></c>'),
    );
    const file = xlsxOf({ sheet: sheetOf(row(1, text('Nada'))), more: { Clientes: second } });
    const config = { mapeamento: { Email: 'email', Saldo: 'campos.saldo' }, planilha: 'clientes' };
    expect(await runImport(acme, { file, config, fileName: 'a.xlsx' })).toMatchObject({
      criados: 1,
      planilha: 'clientes',
    });
    expect((await contactOf('s@corp.example')).campos).toEqual({ saldo: 1.234 });
    const wrong = await sendImport(acme, { file, config: { ...config, planilha: 'Vendas' } });
    expect([wrong.status, wrong.body.erro]).toEqual([422, 'A planilha Vendas não existe. O arquivo tem: A, Clientes.']);
  });

  it.each([
    [422, { codificacao: 'klingon' }, 'config.codificacao'],
    [422, { separador: 'x' }, 'config.separador'],
    [422, { linha_do_cabecalho: 9 }, 'arquivo'],
    [422, { mapeamento: { Email: 'email', Nome: 'cidade', X: 'cidade' } }, 'config.mapeamento'],
    [400, { linha_do_cabecalho: 0 }, 'linha_do_cabecalho'],
    [400, { formato_data: 'AMD' }, 'formato_data'],
    [400, { separador_decimal: ';' }, 'separador_decimal'],
    [400, { valor_invalido: 'x' }, 'valor_invalido'],
    [400, { disparar_jornadas: 'sim' }, 'disparar_jornadas'],
  ])('not with a setting that is wrong: %i for %j', async (status, more, campo) => {
    const file = csv('Email;Nome', 'a@corp.example;João');
    const { status: answered, body } = await sendImport(acme, { file, config: { mapeamento, ...more } });
    expect([answered, body.campo ?? body.erro]).toEqual([status, expect.stringContaining(campo)]);
  });
});

it('a row names a company by its name or CNPJ, and an owner by the e-mail address or name', async () => {
  const { userId } = await tenant.member('member');
  stack.issuer.answerOthers(({ path }) =>
    path.startsWith(`/internal/tenants/${tenant.id}/members?`)
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            members: [{ id: userId, email: 'Vera@corp.example', name: 'Vera Lúcia' }],
            hasMore: false,
          }),
        }
      : undefined,
  );
  const empresa = (await acme.post('/v1/empresas', { nome: 'Padaria São João', cnpj: '11.222.333/0001-81' })).body;
  const file = csv(
    'Email;Empresa;Dono',
    'c1@corp.example;padaria sao joao;vera@corp.example',
    'c2@corp.example;11222333000181;Vera Lucia',
    `c3@corp.example;${empresa.id};${userId}`,
    'c4@corp.example;Outra;',
    'c5@corp.example;;ninguem@corp.example',
  );
  const config = { mapeamento: { Email: 'email', Empresa: 'empresa', Dono: 'dono' } };
  const done = await runImport(acme, { file, config });
  expect(done).toMatchObject({ criados: 3, com_erro: 2 });
  for (const name of ['c1', 'c2', 'c3'])
    expect(await contactOf(`${name}@corp.example`)).toMatchObject({ empresa_id: empresa.id, dono_id: userId });
  expect(await notes(done.id)).toEqual([
    '5,Empresa,A conta não tem esta empresa.',
    '6,Dono,"O dono deve ser um membro da conta: seu id, e-mail ou nome."',
  ]);
});
