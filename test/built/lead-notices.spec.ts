import { expect, inject, it } from 'vitest';
import { ORIGIN, PagesAccount } from './calls/pages-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';

const { dev } = inject('builtStack');

it('a visitor sends the form of a published page: members hear of it, and the visitor is answered, once', async () => {
  const account = await BuiltAccount.signUp(dev);
  const pages = new PagesAccount(account);
  const { slug, form } = await pages.publishedPage();
  const template = {
    Name: account.name(),
    Channel: 'email',
    Subject: 'Oi {{ nome }}',
    Html: '<p>{{ formulario }}</p>',
  };
  const { Template } = await expectStatus(account.session('platform').post('/api/templates', template), 201);
  const remetente = { nome: 'Clareira', endereco: `ola@${account.mark}.test` };
  const settings = {
    avisos: { membros: [account.userId] },
    resposta_automatica: { ativa: true, template_id: Template.Id, remetente },
  };
  await expectStatus(pages.client.put(`/v1/formularios/${form}/avisos`, settings), 200);

  const visitor = account.anonymous('runtime');
  const email = account.address();
  await expectStatus(visitor.post(`/${slug}`, { nome: 'Ana', email }), 200, 303);
  expect(await account.outside.inMailTo(account.email, /(E-mail: \S+)/)).toBe(`E-mail: ${email}`);
  expect(await account.outside.inSourceTo(account.email, /^Reply-To: (\S+)/m)).toBe(email);
  expect(await account.outside.inSourceTo(email, /^Subject: (.+)$/m)).toBe('Oi Ana');
  expect(await account.outside.inSourceTo(email, /^From: (.+)$/m)).toContain(remetente.endereco);

  // The same lead twice, and the same visitor again.
  const repeated = { campos: { nome: 'Ana', email }, id_externo: account.name() };
  const foreign = visitor.with({ origin: ORIGIN });
  for (let time = 0; time < 2; time += 1) await expectStatus(foreign.post(`/f/${form}`, repeated), 200);
  const other = account.address();
  await expectStatus(foreign.post(`/f/${form}`, { campos: { nome: 'Bia', email: other } }), 200);
  await account.outside.inMailTo(account.email, new RegExp(`E-mail: (${other})`));
  await account.outside.inSourceTo(other, /^Subject: (.+)$/m);
  const subjects = async (address: string, pattern: RegExp) =>
    (await account.outside.mailsTo(address)).filter(({ text, html }) => pattern.test(`${text}${html}`)).length;
  expect(await subjects(account.email, new RegExp(`E-mail: ${email}`))).toBe(2);
  expect(await account.outside.mailsTo(email)).toHaveLength(1);
  const { resposta_automatica } = await expectStatus(pages.client.get(`/v1/formularios/${form}/avisos`), 200);
  expect(resposta_automatica.ultimo_erro).toBeNull();
});
