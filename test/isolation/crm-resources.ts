import { v7 } from 'uuid';
import { JobBatch } from '#libs/core/jobs';
import { newId } from '#libs/core/persistence';
import { ExportProcessor } from '../../apps/crm/src/exports/export.processor.js';
import { sendImport, csv } from '../../apps/crm/src/imports/imports.fixture.js';
import { createdId } from './created-id.js';
import type { AppResources, Holdings } from './resources.js';

const unknownContact = () => newId('cnt');

let number = 0;

const newEmail = () => `contato-${++number}@contatos.example`;

const createContact = async ({ session }: Holdings, more: object = {}): Promise<string> =>
  createdId(await session.post('/v1/contatos', { email: newEmail(), ...more }));

const ALERT = { nome: 'Sem leads', tipo: 'sem_leads', limiar: 24, janela_minutos: 60 };
const JOURNEY = {
  nome: 'Boas-vindas',
  gatilho: 'lead_capturado',
  passos: [{ numero: 1, tipo: 'esperar', espera: 86_400_000_000_000 }],
};
const DESTINATION = { nome: 'Vendas', url: 'https://hooks.example.com/leads' };
const INTEGRATION = { nome: 'Meta', provedor: 'meta_capi', config: { pixel_id: '1234567890' } };

const NOTE = { texto: 'Ligou e pediu uma proposta.' };

/** A pair of contacts that may be one person, as a lead leaves it. */
async function insertSuggestion(own: Holdings): Promise<string> {
  const id = v7();
  const pair = [await createContact(own), await createContact(own)].sort();
  await own.every.crm.sql(
    `insert into merge_suggestion (tenant_id, id, contact_id, other_id, score, reasons, status)
     values ($1, $2, $3, $4, 90, '{phone-in-lead}', 'pending')`,
    [own.tenantId, id, ...pair],
  );
  return id;
}

/** Writes the file of an export, as a worker does. */
async function writeExport({ every, tenantId }: Holdings, exportId: string): Promise<void> {
  const job = { id: '0', payload: { exportId }, attempt: 1, failures: 0, createdAt: new Date(), context: null };
  const processor = every.crm.app.get(ExportProcessor, { strict: false });
  await processor.run(new JobBatch('contact-export.write', tenantId, [job], v7()));
}

/** The ids that the CRM takes. */
export const CRM_RESOURCES: AppResources = {
  at: {
    '/v1/alertas': {
      create: async ({ session }) => createdId(await session.post('/v1/alertas', ALERT)),
      unknown: v7,
    },
    '/v1/contatos': { create: (own) => createContact(own), unknown: unknownContact },
    '/v1/contatos/{id}/atividades': {
      create: async (own) =>
        createdId(await own.session.post(`/v1/contatos/${await own.at('/v1/contatos')}/atividades`, NOTE)),
      unknown: v7,
    },
    '/v1/contatos/{id}/identificadores': {
      create: async (own) => {
        const body = { canal: 'email', valor: `outro@${own.tenantId.slice(4)}.example` };
        const path = `/v1/contatos/${await own.at('/v1/contatos')}/identificadores`;
        return createdId(await own.session.post(path, body));
      },
      unknown: v7,
    },
    '/v1/clientes': {
      create: (own) => createContact(own, { estagio: 'cliente' }),
      unknown: unknownContact,
    },
    '/v1/empresas': {
      create: async ({ session, tenantId }) =>
        createdId(await session.post('/v1/empresas', { nome: `Padaria ${tenantId}` })),
      unknown: v7,
    },
    '/v1/empresas/{id}/pessoas': {
      create: async (own) => {
        const contato_id = await own.at('/v1/contatos');
        const path = `/v1/empresas/${await own.at('/v1/empresas')}/pessoas`;
        return createdId(await own.session.post(path, { contato_id, papel: 'Compras' }), () => contato_id);
      },
      unknown: unknownContact,
    },
    '/v1/campos-personalizados': {
      create: async ({ session }) =>
        createdId(await session.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'texto' })),
      unknown: v7,
    },
    '/v1/identidades/sugestoes': { create: insertSuggestion, unknown: v7 },
    '/v1/mesclagens': {
      create: async (own) => {
        const [kept, contato_id] = [await createContact(own), await createContact(own)];
        return createdId(await own.session.post(`/v1/contatos/${kept}/mesclar`, { contato_id }));
      },
      unknown: v7,
    },
    '/v1/destinos': {
      create: async ({ session }) => createdId(await session.post('/v1/destinos', DESTINATION)),
      unknown: v7,
    },
    '/v1/integracoes-de-conversao': {
      create: async ({ session }) => createdId(await session.post('/v1/integracoes-de-conversao', INTEGRATION)),
      unknown: v7,
    },
    '/v1/exportacoes': {
      create: async (own) => {
        const id = createdId(await own.session.post('/v1/exportacoes', {}), ({ exportacao }) => exportacao.id);
        await writeExport(own, id);
        return id;
      },
      unknown: v7,
    },
    '/v1/importacoes': {
      create: async ({ session }) => {
        const file = csv('E-mail', 'ana@example.com');
        const answer = await sendImport(session, { file, config: { mapeamento: { 'E-mail': 'email' } } });
        return createdId(answer, ({ importacao }) => importacao.id);
      },
      unknown: v7,
    },
    '/v1/jornadas': {
      create: async ({ session }) => createdId(await session.post('/v1/jornadas', JOURNEY)),
      unknown: v7,
    },
    '/v1/pedidos-exclusao': {
      create: async (own) => {
        const body = { contato_id: await createContact(own), solicitante: 'ana@example.com', canal: 'email' };
        return createdId(await own.session.post('/v1/pedidos-exclusao', body));
      },
      unknown: v7,
    },
    '/v1/segmentos': {
      create: async ({ session }) => {
        const criterios = [{ campo: 'estado', operador: 'igual', valor: 'CE' }];
        return createdId(
          await session.post('/v1/segmentos', { nome: 'Ceará', criterios }),
          ({ segmento }) => segmento.id,
        );
      },
      unknown: v7,
    },
    '/v1/visoes': {
      create: async ({ session }) =>
        createdId(await session.post('/v1/visoes', { nome: 'Ceará', filtros: { estado: 'CE' } })),
      unknown: v7,
    },
  },
  fields: {
    alerta_id: '/v1/alertas',
    contato_id: '/v1/contatos',
    destino_id: '/v1/destinos',
    empresa_id: '/v1/empresas',
    segmento: '/v1/segmentos',
  },
  noIds: { dono_id: 'a user, who is named by any id', pixel_id: 'a pixel of the account at Meta' },
  open: {},
  bodies: {
    'POST /v1/alertas': ALERT,
    'PUT /v1/alertas/{id}': ALERT,
    'PATCH /v1/contatos/{id}/atividades/{atividade_id}': NOTE,
    'POST /v1/contatos': async () => ({ email: newEmail() }),
    'POST /v1/contatos/{id}/atividades': NOTE,
  },
  graphql: {
    arguments: {
      alerta_id: '/v1/alertas',
      contato_id: '/v1/contatos',
      empresa_id: '/v1/empresas',
      segmento: '/v1/segmentos',
    },
    fields: [
      [/alert/i, '/v1/alertas'],
      [/activity|Note$/i, '/v1/contatos/{id}/atividades'],
      [/Identifier/, '/v1/contatos/{id}/identificadores'],
      [/compan/i, '/v1/empresas'],
      [/customField/i, '/v1/campos-personalizados'],
      [/customer/i, '/v1/clientes'],
      [/suggestion/i, '/v1/identidades/sugestoes'],
      [/contactMerge/i, '/v1/mesclagens'],
      [/exportFile/i, '/v1/exportacoes'],
      [/import/i, '/v1/importacoes'],
      [/destination/i, '/v1/destinos'],
      [/conversionIntegration/i, '/v1/integracoes-de-conversao'],
      [/erasure/i, '/v1/pedidos-exclusao'],
      [/savedView/i, '/v1/visoes'],
      [/segment/i, '/v1/segmentos'],
      [/journey/i, '/v1/jornadas'],
      [/contact/i, '/v1/contatos'],
    ],
    inputs: {
      createAlert: ALERT,
      replaceAlert: ALERT,
      linkCompanyPerson: async (own) => ({ contato_id: await own.at('/v1/contatos'), papel: 'Compras' }),
      addContactIdentifier: async () => ({ canal: 'email', valor: newEmail() }),
      changeContactConsent: { canal: 'email', recebe: true },
      decideMergeSuggestion: { decisao: 'recusar' },
      refuseErasureRequest: { motivo: 'Repetido' },
      createContact: async () => ({ email: newEmail() }),
    },
  },
};
