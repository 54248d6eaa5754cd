import type { Calls } from '../support/calls.js';
import { plain } from '../support/calls.js';
import type { CrmAccount } from './crm.js';

const CRITERIA = [{ campo: 'estagio', operador: 'igual', valor: 'novo' }];
const STEPS = [
  { numero: 1, tipo: 'esperar', espera: 86_400_000_000_000 },
  { numero: 2, tipo: 'agir', acao: 'mudar_estagio', parametros: { estagio: 'contatado' } },
];
const RULE = { tipo: 'sem_leads', limiar: 24, janela_minutos: 60 };
const META = { provedor: 'meta_capi', config: { pixel_id: '1234567890' }, segredo: 'token' };

const segment = ({ account }: CrmAccount) => ({ nome: account.name(), criterios: CRITERIA });
const journey = ({ account }: CrmAccount) => ({ nome: account.name(), gatilho: 'lead_capturado', passos: STEPS });
const alert = ({ account }: CrmAccount) => ({ nome: account.name(), ...RULE });
const destination = ({ account }: CrmAccount) => ({ nome: account.name(), url: 'https://hooks.example.com/leads' });
const integration = ({ account }: CrmAccount) => ({ nome: account.name(), ...META });

const newSegment = async (own: CrmAccount): Promise<string> => (await own.made('segmentos', segment(own))).segmento.id;
const newJourney = async (own: CrmAccount): Promise<string> => (await own.made('jornadas', journey(own))).id;
const newAlert = async (own: CrmAccount): Promise<string> => (await own.made('alertas', alert(own))).id;
const newDestination = async (own: CrmAccount): Promise<string> => (await own.made('destinos', destination(own))).id;
const newIntegration = async (own: CrmAccount): Promise<string> =>
  (await own.made('integracoes-de-conversao', integration(own))).id;

/** The calls of what the CRM does by itself: segments, journeys, alerts, destinations, conversions and scores. */
export const CRM_AUTOMATION_CALLS: Calls<CrmAccount> = {
  'GET /v1/segmentos': plain,
  'POST /v1/segmentos': (own) => ({ body: segment(own) }),
  'POST /v1/segmentos/previa': (own) => ({ body: segment(own) }),
  'GET /v1/segmentos/{id}': async (own) => ({ ids: [await newSegment(own)] }),
  'PUT /v1/segmentos/{id}': async (own) => ({ ids: [await newSegment(own)], body: segment(own) }),
  'DELETE /v1/segmentos/{id}': async (own) => ({ ids: [await newSegment(own)] }),
  'GET /v1/segmentos/{id}/contatos': async (own) => ({ ids: [await newSegment(own)] }),
  'GET /v1/jornadas': plain,
  'POST /v1/jornadas': (own) => ({ body: journey(own) }),
  'GET /v1/jornadas/{id}': async (own) => ({ ids: [await newJourney(own)] }),
  'PUT /v1/jornadas/{id}': async (own) => ({ ids: [await newJourney(own)], body: journey(own) }),
  'DELETE /v1/jornadas/{id}': async (own) => ({ ids: [await newJourney(own)] }),
  'PUT /v1/jornadas/{id}/ativa': async (own) => ({ ids: [await newJourney(own)], body: { ativa: true } }),
  'GET /v1/jornadas/{id}/numeros': async (own) => ({ ids: [await newJourney(own)] }),
  'POST /v1/jornadas/{id}/simular': async (own) => ({
    ids: [await newJourney(own)],
    body: { contato_id: await own.contact() },
  }),
  'GET /v1/contatos/{id}/jornadas': async (own) => ({ ids: [await own.contact()] }),
  'GET /v1/contatos/{id}/pontuacao': async (own) => ({ ids: [await own.contact()] }),
  'GET /v1/configuracoes/pontuacao': plain,
  'PUT /v1/configuracoes/pontuacao': {
    body: { regras: [{ nome: 'Qualificado', criterios: CRITERIA, conjuncao: 'e', pontos: 10 }] },
  },
  'GET /v1/configuracoes/mensagens': plain,
  'PUT /v1/configuracoes/mensagens': plain,
  'GET /v1/alertas': plain,
  'POST /v1/alertas': (own) => ({ body: alert(own) }),
  'GET /v1/alertas/eventos': plain,
  'GET /v1/alertas/{id}': async (own) => ({ ids: [await newAlert(own)] }),
  'PUT /v1/alertas/{id}': async (own) => ({ ids: [await newAlert(own)], body: { ...alert(own), limiar: 12 } }),
  'DELETE /v1/alertas/{id}': async (own) => ({ ids: [await newAlert(own)] }),
  'GET /v1/destinos': plain,
  'POST /v1/destinos': (own) => ({ body: destination(own) }),
  'GET /v1/destinos/{id}': async (own) => ({ ids: [await newDestination(own)] }),
  'PUT /v1/destinos/{id}': async (own) => ({ ids: [await newDestination(own)], body: destination(own) }),
  'DELETE /v1/destinos/{id}': async (own) => ({ ids: [await newDestination(own)] }),
  'GET /v1/destinos/{id}/entregas': async (own) => ({ ids: [await newDestination(own)] }),
  'POST /v1/destinos/{id}/testar': async (own) => ({ ids: [await newDestination(own)] }),
  'GET /v1/integracoes-de-conversao': plain,
  'POST /v1/integracoes-de-conversao': (own) => ({ body: integration(own) }),
  'GET /v1/integracoes-de-conversao/{id}': async (own) => ({ ids: [await newIntegration(own)] }),
  'PUT /v1/integracoes-de-conversao/{id}': async (own) => ({
    ids: [await newIntegration(own)],
    body: integration(own),
  }),
  'DELETE /v1/integracoes-de-conversao/{id}': async (own) => ({ ids: [await newIntegration(own)] }),
  'GET /v1/integracoes-de-conversao/{id}/entregas': async (own) => ({ ids: [await newIntegration(own)] }),
  'POST /v1/integracoes-de-conversao/{id}/testar': async (own) => ({ ids: [await newIntegration(own)] }),
};
