import { createHmac } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { PagesAccount } from './calls/pages-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');
const SECRET = 'a-secret-of-the-receiver';

interface CaughtRequest {
  headers: Record<string, string>;
  body: string;
}

it('a lead of a published page becomes a mail by a journey, a member of a segment, and a signed lead at a destination', async () => {
  const account = await BuiltAccount.signUp(dev);
  const crm = account.session('crm');
  const pages = new PagesAccount(account);
  const { slug } = await pages.publishedPage(undefined, {
    exige_consentimento: true,
    texto_consentimento: 'Aceito receber e-mails.',
  });
  const destination = { nome: account.name(), url: dev.hooks.url, segredo: SECRET };
  const { id: destinationId } = await expectStatus(crm.post('/v1/destinos', destination), 201);
  const { segmento } = await expectStatus(
    crm.post('/v1/segmentos', {
      nome: account.name(),
      criterios: [{ campo: 'estagio', operador: 'igual', valor: 'contatado' }],
    }),
    201,
  );
  const remetente = `ola@${account.mark}.test`;
  const journey = {
    nome: account.name(),
    gatilho: 'lead_capturado',
    passos: [
      {
        numero: 1,
        tipo: 'agir',
        acao: 'email',
        parametros: { assunto: 'Oi {{ nome }}', texto: 'Obrigado.', remetente },
      },
      { numero: 2, tipo: 'esperar', espera: 1 },
      { numero: 3, tipo: 'agir', acao: 'mudar_estagio', parametros: { estagio: 'contatado' } },
    ],
  };
  const { id: journeyId } = await expectStatus(crm.post('/v1/jornadas', journey), 201);
  await expectStatus(crm.put(`/v1/jornadas/${journeyId}/ativa`, { ativa: true }), 200);
  await expectStatus(
    crm.put('/v1/configuracoes/mensagens', { silencio_inicio: '00:00', silencio_fim: '00:00', maximo_por_dia: 10 }),
    200,
  );

  const email = account.address();
  await expectStatus(
    account.anonymous('runtime').post(`/${slug}`, { nome: 'Ana', email, consentimento: 'on' }),
    200,
    303,
  );

  expect(await account.outside.inSourceTo(email, /^Subject: (.+)$/m)).toBe('Oi Ana');
  const members = await waitUntil(
    async () => {
      const { contatos } = (await crm.get(`/v1/segmentos/${segmento.id}/contatos`)).body;
      return contatos.length > 0 && contatos;
    },
    { ...PATIENCE, what: 'the member of the segment' },
  );
  expect(members).toMatchObject([{ nome: 'Ana', email, estagio: 'contatado' }]);
  const caught = await waitUntil(
    async () => (await requests()).find(({ body }) => body.includes(email) && body.includes('crm.lead.captured')),
    { ...PATIENCE, what: 'the lead at the destination' },
  );
  expect(caught.headers['x-service-signature']).toSatisfy((header: string) => isSigned(header, caught.body));
  const { entregas } = await expectStatus(crm.get(`/v1/destinos/${destinationId}/entregas`), 200);
  expect(entregas).toHaveLength(1);
});

async function requests(): Promise<CaughtRequest[]> {
  return (await (await fetch(dev.hooks.requests)).json()) as CaughtRequest[];
}

function isSigned(header: string, body: string): boolean {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=', 2) as [string, string]));
  return v1 === createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex');
}
