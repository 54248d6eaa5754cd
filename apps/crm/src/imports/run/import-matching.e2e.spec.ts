import { beforeEach, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { csv, runImport } from '../imports.fixture.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let acme: HttpClient;

beforeEach(async () => {
  acme = await (await stack.createTenant()).session();
});
const mapeamento = { Email: 'email', 'Outro email': 'email', Nome: 'nome', Tel: 'telefone', Celular: 'telefone' };
const HEADER = 'Email;Outro email;Nome;Tel;Celular';
const SWITCHBOARD = '(11) 3456-7890';

const run = (rows: string[], config: object = {}) =>
  runImport(acme, { file: csv(HEADER, ...rows), config: { mapeamento, ...config } });
const byEmail = async (email: string) => (await acme.get(`/v1/contatos?q=${email}`)).body.contatos[0];
const suggestions = async () => (await acme.get('/v1/identidades/sugestoes?limite=200')).body.sugestoes;
const listed = async (id: string) =>
  (await acme.get(`/v1/importacoes/${id}/erros.csv`)).text.trimEnd().split('\r\n').slice(1);

it('thirty people with one telephone number are thirty contacts, each suggested as a pair with the one that has it', async () => {
  const people = Array.from({ length: 30 }, (_, n) => `func${n + 1}@empresa.example;;Pessoa ${n + 1};${SWITCHBOARD};`);
  const done = await run(people);
  expect(done).toMatchObject({ criados: 30, atualizados: 0, com_erro: 0, erros: 0, avisos: 29 });
  const { contatos } = (await acme.get('/v1/contatos?limite=200')).body;
  expect(contatos.map(({ nome }: { nome: string }) => nome).toSorted()).toEqual(
    people.map((_, n) => `Pessoa ${n + 1}`).toSorted(),
  );
  const first = await byEmail('func1@empresa.example');
  expect([first.telefone, first.emails]).toEqual(['+551134567890', ['func1@empresa.example']]);
  expect(contatos.filter(({ telefone }: { telefone: string | null }) => telefone !== null)).toHaveLength(1);
  const pairs = await suggestions();
  expect(pairs).toHaveLength(29);
  expect(pairs[0]).toMatchObject({ contato_id: first.id, motivos: [{ codigo: 'endereco_na_importacao' }] });
  const lines = await listed(done.id);
  expect(lines).toHaveLength(29);
  expect(lines[0]).toBe('3,Tel,Aviso: outro contato já tem este telefone. A linha foi importada sem ele.');
});

it('a dry run counts people who share a telephone number as the import does', async () => {
  const rows = [1, 2, 3].map((n) => `d${n}@empresa.example;;Pessoa ${n};${SWITCHBOARD};`);
  const expected = { criados: 3, atualizados: 0, com_erro: 0, avisos: 2 };
  expect(await run(rows, { simular: true })).toMatchObject(expected);
  expect(await run(rows)).toMatchObject(expected);
  expect(await run(rows, { simular: true })).toMatchObject({ criados: 0, atualizados: 3, avisos: 2 });
});

it('a row is the contact of its telephone number where one of the two has no e-mail address', async () => {
  const withoutEmail = (await acme.post('/v1/contatos', { telefone: '+5511987650001' })).body;
  const withEmail = (await acme.post('/v1/contatos', { email: 'b@corp.example', telefone: '+5511987650002' })).body;
  const rows = ['a@corp.example;;Ana;11 98765-0001;', ';;Bia;11 98765-0002;'];
  expect(await run(rows, { simular: true })).toMatchObject({ criados: 0, atualizados: 2, avisos: 0 });
  expect(await run(rows)).toMatchObject({ criados: 0, atualizados: 2, avisos: 0 });
  expect((await acme.get(`/v1/contatos/${withoutEmail.id}`)).body).toMatchObject({
    email: 'a@corp.example',
    nome: 'Ana',
  });
  expect((await acme.get(`/v1/contatos/${withEmail.id}`)).body).toMatchObject({ email: 'b@corp.example', nome: 'Bia' });
  expect(await suggestions()).toEqual([]);
});

it('the first e-mail address of a row decides; what another contact has stays there', async () => {
  const [one, two] = [
    (await acme.post('/v1/contatos', { email: 'um@corp.example' })).body,
    (await acme.post('/v1/contatos', { email: 'dois@corp.example', telefone: '+5511987650003' })).body,
  ];
  const done = await run(['um@corp.example;dois@corp.example;Um;11 98765-0003;11 98765-0004']);
  expect(done).toMatchObject({ criados: 0, atualizados: 1, com_erro: 0, avisos: 2 });
  expect((await acme.get(`/v1/contatos/${one.id}`)).body).toMatchObject({
    nome: 'Um',
    emails: ['um@corp.example'],
    telefones: ['+5511987650004'],
  });
  expect((await acme.get(`/v1/contatos/${two.id}`)).body).toEqual(two);
  expect(await suggestions()).toMatchObject([{ contato_id: one.id, outro_contato_id: two.id }]);
});

it('an address that is written twice in one row is kept once', async () => {
  const done = await run(['ana.lima@gmail.com;analima@gmail.com;Ana;;']);
  expect(done).toMatchObject({ estado: 'concluida', criados: 1, avisos: 0 });
  expect(await byEmail('analima@gmail.com')).toMatchObject({ emails: ['ana.lima@gmail.com'] });
});

it('a contact gets no more than twenty identifiers of a kind, by however many rows', async () => {
  const rows = Array.from({ length: 21 }, (_, n) => `cheia@corp.example;n${n}@corp.example;Ana;;`);
  expect(await run(rows, { simular: true })).toMatchObject({ criados: 1, atualizados: 18, com_erro: 2 });
  const done = await run(rows);
  expect(done).toMatchObject({ criados: 1, atualizados: 18, com_erro: 2 });
  expect((await byEmail('cheia@corp.example')).emails).toHaveLength(20);
  expect((await listed(done.id))[0]).toBe('21,Outro email,Um contato tem no máximo 20 e-mails e 20 telefones.');
});

it('two contacts that have more than twenty identifiers of a kind together are not merged', async () => {
  const rows = [0, 1].flatMap((of) =>
    Array.from({ length: 11 }, (_, n) => `m${of}@corp.example;m${of}-${n}@corp.example;Ana;;`),
  );
  await run(rows);
  const [one, two] = [await byEmail('m0@corp.example'), await byEmail('m1@corp.example')];
  const answer = await acme.post(`/v1/contatos/${one.id}/mesclar`, { contato_id: two.id });
  expect([answer.status, answer.body.erro]).toEqual([422, 'Um contato tem no máximo 20 e-mails e 20 telefones.']);
});

it('a row that fails says nothing else', async () => {
  await acme.post('/v1/contatos', { email: 'outro@corp.example', telefone: '+5511987650005' });
  const done = await run(['novo@corp.example;;Novo;11 98765-0005;123']);
  expect(done).toMatchObject({ criados: 0, com_erro: 1, erros: 1, avisos: 0 });
  expect(await suggestions()).toEqual([]);
});
