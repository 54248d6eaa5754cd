import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let number = 0;

const newEmail = () => `contact-${++number}@example.com`;

describe('a new contact', () => {
  it('is found at its Location', async () => {
    const email = newEmail();
    const { status, body, headers } = await acme.post('/v1/contatos', { email: email.toUpperCase(), nome: 'Ana Lima' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^cnt_[0-9a-f]{16}$/),
      email,
      telefone: null,
      nome: 'Ana Lima',
      estagio: 'novo',
      ciclo: 'contato',
      marcadores: [],
      anonimizado: false,
    });
    expect((await acme.get(String(headers['location']))).body).toEqual(body);
  });

  it('has a telephone number in E.164, read in the country of the account', async () => {
    const { body } = await acme.post('/v1/contatos', { telefone: '(11) 98765-4321' });
    expect(body.telefone).toBe('+5511987654321');
  });

  it.each([
    [{}, 'Informe um e-mail ou um telefone.'],
    [{ nome: 'Ana' }, 'Informe um e-mail ou um telefone.'],
    [{ email: 'ana' }, 'Informe um e-mail válido.'],
    [{ telefone: '123' }, 'Informe um telefone válido, com DDD ou país.'],
    [
      { email: 'a@example.com', estagio: 'perdido' },
      'estagio deve ser um de novo, contatado, qualificado, cliente, descartado.',
    ],
  ])('cannot be %j', async (body, erro) => {
    const answer = await acme.post('/v1/contatos', body);
    expect([answer.status, answer.body.erro]).toEqual([422, erro]);
  });

  it('names an unknown field', async () => {
    const { status, body } = await acme.post('/v1/contatos', { email: newEmail(), apelido: 'x' });
    expect([status, body.erro]).toEqual([400, 'Campo desconhecido: apelido.']);
  });

  it('is one of two that ask for an e-mail address at the same instant', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2].map(() => acme.post('/v1/contatos', { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('may have the e-mail address of another account', async () => {
    const email = newEmail();
    const rival = await (await stack.createTenant()).session();
    const { body } = await acme.post('/v1/contatos', { email });
    expect((await rival.post('/v1/contatos', { email })).status).toBe(201);
    expect((await rival.get(`/v1/contatos/${body.id}`)).status).toBe(404);
  });

  it('is stored without its e-mail address and telephone number in plain text', async () => {
    const email = newEmail();
    const { body } = await acme.post('/v1/contatos', { email, telefone: '+5511912345678' });
    const rows = await stack.sql<{ row: string }>(
      `select contact::text || contact_identifier::text || activity::text as row
         from contact join contact_identifier on contact_id = contact.id join activity on activity.contact_id = contact.id
        where contact.id = $1`,
      [body.id],
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      expect(row).not.toContain(email);
      expect(row).not.toContain('912345678');
    }
  });
});

describe('the CRM', () => {
  it('is for sessions of accounts that have it', async () => {
    expect((await stack.anonymous.get('/v1/contatos/cnt_0123456789abcdef')).status).toBe(401);
    expect((await (await tenant.key()).get('/v1/contatos/cnt_0123456789abcdef')).status).toBe(401);
    const without = await (await stack.createTenant(['mail'])).session();
    expect((await without.post('/v1/contatos', {})).status).toBe(404);
    const { status } = await acme.get('/v1/contatos/cnt_0123456789abcdef', {
      'x-service-tenant': (await stack.createTenant()).id,
    });
    expect(status).toBe(404);
  });
});
