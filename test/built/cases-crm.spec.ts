import { beforeEach, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { Answer } from '../support/http-client.js';
import { CrmAccount } from './calls/crm.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { caseFile, HAS_CASES, PLACE } from './support/cases.js';
import { formOf } from './support/multipart.js';
import { PATIENCE } from './support/outside.js';

type Body = Answer['body'];

const { dev } = inject('builtStack');
let crm: CrmAccount;

// Files of several cases have the same people.
beforeEach(async () => {
  if (HAS_CASES) crm = new CrmAccount(await BuiltAccount.signUp(dev));
});

/** Imports a file, and returns what the import says at its end. */
async function imported(file: string, mapeamento: Record<string, string>, options: object = {}): Promise<Body> {
  const { content, type } = formOf({
    arquivo: { name: file, type: 'text/csv', content: caseFile(`crm/${file}`) },
    config: JSON.stringify({ mapeamento, ...options }),
  });
  const started = crm.client.send('POST', '/v1/importacoes', content, { 'content-type': type });
  const { id } = (await expectStatus(started, 202)).importacao;
  return waitUntil(
    async () => {
      const { body } = await crm.client.get(`/v1/importacoes/${id}`);
      return body.estado === 'concluida' && body;
    },
    { ...PATIENCE, what: `the end of the import of ${file}` },
  );
}

async function errorsOf({ id }: Body): Promise<string> {
  return (await crm.client.get(`/v1/importacoes/${id}/erros.csv`)).text;
}

async function contacts(): Promise<Body[]> {
  const { contatos } = await expectStatus(crm.client.get('/v1/contatos?limite=100'), 200);
  return Promise.all(
    (contatos as { id: string }[]).map(({ id }) => expectStatus(crm.client.get(`/v1/contatos/${id}`), 200)),
  );
}

async function theContact(): Promise<Body> {
  const all = await contacts();
  expect(all).toHaveLength(1);
  return all[0];
}

/** The values of a contact's identifiers of a channel, in order. */
const valuesOf = ({ identificadores }: Body, canal: string): string[] =>
  (identificadores as { canal: string; valor: string }[])
    .filter((one) => one.canal === canal)
    .map(({ valor }) => valor)
    .sort();

async function field(rotulo: string, tipo: string): Promise<string> {
  const chave = crm.account.name().replaceAll('-', '_');
  await expectStatus(crm.client.post('/v1/campos-personalizados', { chave, rotulo, tipo }), 201);
  return chave;
}

describe.skipIf(!HAS_CASES)(`a file of another program${PLACE}`, () => {
  it('with one telephone number for thirty people makes thirty contacts, with suggestions', async () => {
    const rows = caseFile('crm/shared-phone.csv').toString('utf8').trim().split(/\r?\n/).slice(1);
    const { criados, com_erro } = await imported('shared-phone.csv', { Email: 'email', Nome: 'nome', Tel: 'telefone' });
    expect([criados, com_erro]).toEqual([rows.length, 0]);
    const names = (await contacts()).map(({ nome }) => nome).sort();
    expect(names).toEqual(rows.map((row) => row.split(',')[1]!).sort());
    const { sugestoes } = await expectStatus(crm.client.get('/v1/identidades/sugestoes'), 200);
    expect(sugestoes.length).toBeGreaterThan(0);
  });

  it('of Google has all addresses, the whole name, place and group', async () => {
    await imported('google-contacts.csv', {
      'First Name': 'nome',
      'Last Name': 'nome',
      'Organization Title': 'cargo',
      Labels: 'marcadores',
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'email',
      'Phone 1 - Value': 'telefone',
      'Phone 2 - Value': 'telefone',
      'Address 1 - City': 'cidade',
      'Address 1 - Country': 'pais',
    });
    const contact = await theContact();
    expect(contact).toMatchObject({ nome: 'Bia Souza', cargo: 'Gerente', cidade: 'São Paulo', pais: 'BR' });
    expect(contact.marcadores).toEqual(['Clientes']);
    expect(valuesOf(contact, 'email')).toEqual(['g1@x.test', 'g2@x.test', 'g3@x.test']);
    expect(valuesOf(contact, 'telefone')).toEqual(['+551134567891', '+5511987650301', '+5511987650302']);
  });

  it('of Outlook loses a birthday that is none, and not the person', async () => {
    const birthday = await field('Nascimento', 'data');
    const result = await imported(
      'outlook.csv',
      {
        'First Name': 'nome',
        'Last Name': 'nome',
        'E-mail Address': 'email',
        'Mobile Phone': 'telefone',
        'Business Phone': 'telefone',
        Birthday: `campos.${birthday}`,
        Categories: 'marcadores',
      },
      { valor_invalido: 'ignorar' },
    );
    expect([result.criados, result.com_erro]).toEqual([1, 0]);
    const contact = await theContact();
    expect(contact.nome).toBe('Rui Dias');
    expect(contact.marcadores.toSorted()).toEqual(['Feira', 'VIP']);
    expect(valuesOf(contact, 'telefone')).toEqual(['+552134567890', '+5521987650401']);
  });

  it('of HubSpot has the additional addresses, the stage and the country', async () => {
    await imported('hubspot-export.csv', {
      'First Name': 'nome',
      'Last Name': 'nome',
      Email: 'email',
      'Phone Number': 'telefone',
      'Lifecycle Stage': 'estagio',
      'Country/Region': 'pais',
      'Additional email addresses': 'email',
    });
    const contact = await theContact();
    expect(contact).toMatchObject({ nome: 'Eva Reis', estagio: 'cliente', pais: 'BR' });
    expect(valuesOf(contact, 'email')).toEqual(['h1@x.test', 'h2@x.test', 'h3@x.test']);
  });

  it('of Brazil has its dates and numbers, and none that is guessed', async () => {
    const [date, number] = [await field('Data', 'data'), await field('Número', 'numero')];
    const mapping = { Email: 'email', Data: `campos.${date}`, Numero: `campos.${number}` };
    const options = { formato_data: 'DMA', separador_decimal: ',' };
    expect((await imported('dates-and-numbers-br.csv', mapping, options)).com_erro).toBe(0);
    const values = Object.fromEntries(
      (await contacts()).map(({ identificadores, campos }) => [
        identificadores[0].valor,
        [campos[date], campos[number]],
      ]),
    );
    expect(values).toEqual({
      'd1@x.test': ['2024-03-15', 1234.56],
      'd2@x.test': ['2024-03-15', 1234],
      'd3@x.test': ['2024-03-15', 10],
    });
  });

  it('whose number could be two is an error where the import does not say how it is meant', async () => {
    const number = await field('Número', 'numero');
    const result = await imported('dates-and-numbers-br.csv', { Email: 'email', Numero: `campos.${number}` });
    expect(result.com_erro).toBeGreaterThan(0);
    expect(await errorsOf(result)).toContain('Numero');
  });

  it('with one bad byte stays UTF-8', async () => {
    await imported('one-bad-byte-utf8.csv', { Email: 'email', Nome: 'nome' });
    expect((await contacts()).map(({ nome }) => nome).sort()).toEqual(['José'.replace('é', '\ufffd'), 'João'].sort());
  });

  it('with two columns of one name has the values of both', async () => {
    await imported('repeated-header-list-field.csv', {
      Email: 'email',
      Telefone: 'telefone',
      'Telefone (2)': 'telefone',
    });
    expect(valuesOf(await theContact(), 'telefone')).toEqual(['+5511987650701', '+5511987650702']);
  });
});
