import { beforeAll, expect, it } from 'vitest';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let id: string;

beforeAll(async () => {
  const made = await acme.post('/v1/contatos', { email: 'ana.lima@gmail.com', telefone: '+5511987654321' });
  id = made.body.id;
});
const resolve = (canal: string, valor: string, client = acme) =>
  client.get(`/v1/identidades/resolver?${new URLSearchParams({ canal, valor }).toString()}`);

it.each([
  ['email', 'Ana.Lima@gmail.com'],
  ['email', 'analima+novidades@gmail.com'],
  ['telefone', '(11) 98765-4321'],
  ['whatsapp', '+55 11 98765-4321'],
  ['sms', '11987654321'],
])('finds a contact by %s %s, and does not repeat it', async (canal, valor) => {
  const { status, body } = await resolve(canal, valor);
  expect([status, body]).toEqual([200, { achou: true, contato_id: id }]);
});

it('finds no contact of another account, and no deleted one', async () => {
  const rival = await (await stack.createTenant()).session();
  expect((await resolve('email', 'ana.lima@gmail.com', rival)).body).toEqual({ achou: false, contato_id: null });
  const made = await acme.post('/v1/contatos', { email: 'apagada@example.com' });
  await acme.delete(`/v1/contatos/${made.body.id}`);
  expect((await resolve('email', 'apagada@example.com')).body).toEqual({ achou: false, contato_id: null });
});

it.each([
  ['?canal=email', 'valor'],
  ['?valor=ana%40example.com', 'canal'],
  ['?canal=carta&valor=ana%40example.com', 'canal'],
  ['?canal=email&valor=segredo-sem-arroba', 'email'],
  ['?canal=telefone&valor=987', 'telefone'],
])('rejects %s without repeating the value', async (query, campo) => {
  const { status, body, text } = await acme.get(`/v1/identidades/resolver${query}`);
  expect([status, body.campo]).toEqual([422, campo]);
  expect(text).not.toMatch(/ana@|segredo|987/);
});

it('answers 503 when the key of the account cannot be opened', async () => {
  const other = await stack.createTenant();
  await stack.sql(`insert into tenant_key (tenant_id, sealed) values ($1, 'v1.lost.AAAA')`, [other.id]);
  const { status, text } = await resolve('email', 'ana@example.com', await other.session());
  expect(status).toBe(503);
  expect(text).not.toContain('ana@');
});
