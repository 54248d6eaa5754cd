import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { csv, ended, runImport, sendImport } from './imports.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session());
let number = 0;

const newEmail = () => `import-${++number}@example.com`;
const config = { mapeamento: { 'E-mail': 'email', Nome: 'nome', Telefone: 'telefone', Tags: 'marcadores' } };
const HEADER = 'E-mail;Nome;Telefone;Tags';

/** The contacts that an import created or changed, oldest first, as the API shows them. */
async function contactsOf(importId: string, client = acme) {
  const rows = await stack.sql<{ contact_id: string }>(
    'select contact_id from contact_import_change where import_id = $1 order by row_number',
    [importId],
  );
  return Promise.all(rows.map(async ({ contact_id }) => (await client.get(`/v1/contatos/${contact_id}`)).body));
}

describe('an import', () => {
  it('is accepted at once, and makes a contact of each row', async () => {
    const [one, two] = [newEmail(), newEmail()];
    const answer = await sendImport(acme, {
      file: csv(HEADER, `${one.toUpperCase()};Ana Lima;(11) 98765-4321;vip, feira`, `${two};"Bia; a ""Grande""";;`),
      config: { ...config, marcadores: ['lista'], estagio: 'qualificado' },
      fileName: 'clientes.csv',
    });
    expect([answer.status, answer.body.importacao]).toMatchObject([
      202,
      { simulacao: false, se_existir: 'atualizar', arquivo: 'clientes.csv', erros: 0 },
    ]);
    const done = await ended(acme, answer.body.importacao.id);
    expect(done).toMatchObject({
      estado: 'concluida',
      total: 2,
      processados: 2,
      criados: 2,
      atualizados: 0,
      com_erro: 0,
      falha: null,
      mapeamento: config.mapeamento,
    });
    expect(await contactsOf(done.id)).toMatchObject([
      {
        email: one,
        nome: 'Ana Lima',
        telefone: '+5511987654321',
        marcadores: ['vip', 'feira', 'lista'],
        estagio: 'qualificado',
        fonte: 'import',
        ciclo: 'contato',
      },
      { email: two, nome: 'Bia; a "Grande"', telefone: null, marcadores: ['lista'] },
    ]);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('reads %s', async (_name, encode) => {
    const done = await runImport(acme, { file: encode(csv(HEADER, `${newEmail()};Conceição Ávila;;`)), config });
    expect(await contactsOf(done.id)).toMatchObject([{ nome: 'Conceição Ávila' }]);
  });

  it('reads UTF-8 with a broken byte as UTF-8', async () => {
    const text = csv(HEADER, `${newEmail()};João;;`, `${newEmail()};Jos#;;`);
    const file = Buffer.from(Buffer.from(text).toString('latin1').replace('#', '\xe9'), 'latin1');
    const done = await runImport(acme, { file, config });
    expect(await contactsOf(done.id)).toMatchObject([{ nome: 'João' }, { nome: 'Jos\ufffd' }]);
  });

  it('reads the punctuation of Windows-1252', async () => {
    const name = Buffer.from('Padaria \x93P\xe3o\x94 \x80', 'latin1');
    const file = Buffer.concat([Buffer.from(`${HEADER}\n${newEmail()};`), name, Buffer.from(';;\n')]);
    expect(await contactsOf((await runImport(acme, { file, config })).id)).toMatchObject([{ nome: 'Padaria “Pão” €' }]);
  });

  it.each([[','], [';'], ['\t']])('reads columns separated by %j', async (delimiter) => {
    const file = csv(HEADER.replaceAll(';', delimiter), [newEmail(), 'Ana', '', ''].join(delimiter));
    expect(await contactsOf((await runImport(acme, { file, config })).id)).toMatchObject([{ nome: 'Ana' }]);
  });

  it('updates contacts that exist, and never empties what a row leaves blank', async () => {
    const email = newEmail();
    const { body: before } = await acme.post('/v1/contatos', {
      email,
      nome: 'Ana',
      telefone: '+5511987650001',
      cidade: 'Recife',
      marcadores: ['a'],
    });
    const file = csv(HEADER, `${email};;;b`, `${email};Ana Souza;11 98765-0002;`);
    const done = await runImport(acme, { file, config });
    expect(done).toMatchObject({ criados: 0, atualizados: 2 });
    expect((await acme.get(`/v1/contatos/${before.id}`)).body).toMatchObject({
      nome: 'Ana Souza',
      cidade: 'Recife',
      marcadores: ['a', 'b'],
      telefone: '+5511987650001',
      telefones: ['+5511987650001', '+5511987650002'],
      fonte: 'manual',
    });
  });

  it('leaves contacts that exist as they are if it is told to', async () => {
    const email = newEmail();
    const { body: before } = await acme.post('/v1/contatos', { email, nome: 'Ana' });
    const file = csv(HEADER, `${email};Outra;;`, `${newEmail()};Nova;;`);
    const done = await runImport(acme, { file, config: { ...config, se_existir: 'pular' } });
    expect(done).toMatchObject({ criados: 1, atualizados: 0, pulados: 1 });
    expect((await acme.get(`/v1/contatos/${before.id}`)).body).toEqual(before);
  });

  it('reports the rows that are wrong, and imports the others', async () => {
    const [known, other] = [newEmail(), newEmail()];
    await acme.post('/v1/contatos', { email: known });
    await acme.post('/v1/contatos', { email: other, telefone: '+5511987650003' });
    const file = csv(
      HEADER,
      `ana;Ana;;`,
      `;Bia;123;`,
      ``,
      `;Caio;;x`,
      `${known};;+5511987650003;`,
      `${newEmail()};${'x'.repeat(201)};;`,
      `${newEmail()};=1+1;;`,
    );
    const done = await runImport(acme, { file, config });
    expect(done).toMatchObject({
      total: 6,
      processados: 6,
      criados: 1,
      atualizados: 1,
      com_erro: 4,
      erros: 4,
      avisos: 1,
    });
    const { text, headers } = await acme.get(`/v1/importacoes/${done.id}/erros.csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      'linha,coluna,mensagem',
      '2,E-mail,Informe um e-mail válido.',
      '3,Telefone,"Informe um telefone válido, com DDD ou país."',
      '5,,Informe um e-mail ou um telefone.',
      '6,Telefone,Aviso: outro contato já tem este telefone. A linha foi importada sem ele.',
      expect.stringMatching(/^7,Nome,.*200 caracteres/),
      '',
    ]);
  });

  it('of the same file again changes nothing twice', async () => {
    const file = csv(HEADER, `${newEmail()};Ana;;vip`);
    const first = await runImport(acme, { file, config });
    const again = await runImport(acme, { file, config });
    expect([first.criados, again.criados, again.atualizados]).toEqual([1, 0, 1]);
    const [contact] = await contactsOf(first.id);
    const [{ count } = { count: '' }] = await stack.sql<{ count: string }>(
      `select count(*) from activity where contact_id = $1 and type = 'imported'`,
      [contact.id],
    );
    expect(count).toBe('1');
  });

  it('that is a dry run counts what would happen, and writes no contact', async () => {
    const client = await (await stack.createTenant()).session();
    const known = newEmail();
    const { body: before } = await client.post('/v1/contatos', { email: known, nome: 'Ana' });
    const repeated = newEmail();
    const file = csv(HEADER, `${known};Outra;;`, `${repeated};Bia;;`, `${repeated};Bia 2;;`, 'x;Caio;;');
    const done = await runImport(client, { file, config: { ...config, simular: true } });
    expect(done).toMatchObject({ simulacao: true, criados: 1, atualizados: 2, com_erro: 1, desfazer_ate: null });
    expect((await client.get(`/v1/contatos/${before.id}`)).body).toEqual(before);
    const real = await runImport(client, { file, config });
    expect(real).toMatchObject({ criados: 1, atualizados: 2, com_erro: 1 });
    expect((await client.post(`/v1/importacoes/${done.id}/desfazer`)).status).toBe(409);
  });

  it('fills the fields of the account', async () => {
    const campo = { chave: 'plano', rotulo: 'Plano', tipo: 'lista', opcoes: ['ouro', 'prata'] };
    expect((await acme.post('/v1/campos-personalizados', campo)).status).toBe(201);
    const mapeamento = { email: 'email', plano: 'campos.plano' };
    const file = csv('email,plano', `${newEmail()},ouro`, `${newEmail()},bronze`);
    const done = await runImport(acme, { file, config: { mapeamento } });
    expect(done).toMatchObject({ criados: 1, com_erro: 1 });
    expect(await contactsOf(done.id)).toMatchObject([{ campos: { plano: 'ouro' } }]);
    expect((await acme.get(`/v1/importacoes/${done.id}/erros.csv`)).text).toContain('3,plano,');
    const unknown = await sendImport(acme, { file, config: { mapeamento: { email: 'email', plano: 'campos.outro' } } });
    expect([unknown.status, unknown.body.erro]).toEqual([422, 'A conta não tem o campo outro.']);
  });
});

describe('a request to import', () => {
  const file = csv(HEADER, 'a@example.com;Ana;;');

  it.each([
    [400, '{', 'O corpo não é um JSON válido.'],
    [400, { mapeamento: { Nome: 5 } }, /^Campo inválido: mapeamento/],
    [400, { ...config, outro: 1 }, 'Campo desconhecido: outro.'],
    [400, { ...config, se_existir: 'apagar' }, /^Campo inválido: se_existir/],
    [422, { mapeamento: { Nome: 'nome' } }, 'Uma coluna deve ir para email ou telefone.'],
    [422, { mapeamento: { ...config.mapeamento, X: 'pais', Y: 'pais' } }, 'O campo pais pode vir de uma só coluna.'],
    [422, { mapeamento: { 'E-mail': 'email', Nome: 'apelido' } }, /^O campo apelido não existe/],
    [422, { mapeamento: { Correio: 'email' } }, 'A coluna Correio não existe no arquivo.'],
    [422, { mapeamento: { 'ana@example.com': 'email' } }, /^A primeira linha do arquivo deve ter os nomes/],
    [422, { ...config, estagio: 'perdido' }, /^estagio deve ser um de/],
  ])('is answered %i for %j', async (status, given, erro) => {
    const answer = await sendImport(acme, { file, config: given });
    expect([answer.status, answer.body.erro]).toEqual([
      status,
      typeof erro === 'string' ? erro : expect.stringMatching(erro),
    ]);
  });

  it.each<[number, string, Buffer]>([
    [422, 'that is empty', Buffer.alloc(0)],
    [422, 'of Excel 97', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    [422, 'that is no text', Buffer.from([0, 1, 2, 3, 0])],
    [422, 'with a million columns', Buffer.from('a,'.repeat(500_000))],
    [422, 'with 501 columns', Buffer.from(Array.from({ length: 501 }, (_, index) => `c${index}`).join())],
    [413, 'of more than 50 MiB', Buffer.alloc(50 * 1024 * 1024 + 1, 'a,b\n')],
  ])('is answered %i for a file %s', async (status, _what, content) => {
    const answer = await sendImport(acme, { file: content, config });
    expect(answer.status).toBe(status);
    expect(answer.body.erro).toMatch(/\.$/);
  });

  it('is answered 400 without a file or without config', async () => {
    const type = 'multipart/form-data; boundary=b';
    const field = '--b\r\ncontent-disposition: form-data; name="config"\r\n\r\n{}\r\n--b--\r\n';
    const missing = await acme.send('POST', '/v1/importacoes', field, { 'content-type': type });
    expect([missing.status, missing.body.campo]).toEqual([400, 'arquivo']);
    expect((await acme.post('/v1/importacoes', {})).status).toBe(400);
  });
});

describe('imports', () => {
  it('of another account are not found', async () => {
    const rival = await (await stack.createTenant()).session();
    const { id } = await runImport(acme, { file: csv(HEADER, `${newEmail()};Ana;;`), config });
    const path = `/v1/importacoes/${id}`;
    const answers = [
      await rival.get(path),
      await rival.get(`${path}/erros.csv`),
      await rival.post(`${path}/cancelar`),
      await rival.post(`${path}/desfazer`),
      await acme.get('/v1/importacoes/x'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await rival.get('/v1/importacoes')).body).toEqual({ importacoes: [], proximo: '' });
    expect((await stack.anonymous.get(path)).status).toBe(401);
  });

  it('are listed newest first, page by page', async () => {
    const client = await (await stack.createTenant()).session();
    const ids = [];
    for (const name of ['one', 'two', 'three'])
      ids.push((await runImport(client, { file: csv(HEADER, `${newEmail()};${name};;`), config })).id);
    const first = (await client.get('/v1/importacoes?limite=2')).body;
    const second = (await client.get(`/v1/importacoes?limite=2&cursor=${first.proximo}`)).body;
    const listed = [...first.importacoes, ...second.importacoes].map(({ id }: { id: string }) => id);
    expect([listed, second.proximo]).toEqual([ids.toReversed(), '']);
  });

  it('leave no e-mail address, name of a file or readable file behind', async () => {
    const email = newEmail();
    const { id } = await runImport(acme, { file: csv(HEADER, `${email};Ana;;`), config, fileName: `${email}.csv` });
    const rows = await stack.sql<{ row: string }>(
      `select contact_import::text as row from contact_import where id = $1
       union all select contact_import_change::text from contact_import_change where import_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) expect(row).not.toContain(email);
    const [stored] = await stack.sql<object>('select sealed_key, blob_hash from contact_import where id = $1', [id]);
    expect(stored).toEqual({ sealed_key: null, blob_hash: null });
  });
});
