import { beforeEach, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../test/support/crm-stack.js';
import type { Answer, HttpClient } from '../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../test/support/lead-events.js';
import { operationsOf } from '../../../test/support/operations.js';
import { inState } from './exports/exports.fixture.js';
import { ended, sendImport } from './imports/imports.fixture.js';
import { useStack } from '../../../test/support/use-stack.js';

const WITHOUT_TRAIL = 'A trilha de auditoria não está disponível. Tente mais tarde.';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let admin: HttpClient;
let number = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  admin = await tenant.session('admin');
});
const newEmail = () => `pessoa-${++number}@example.com`;

async function made(answer: Promise<Answer>): Promise<string> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.id;
}

const newContact = (values: object = {}) => made(admin.post('/v1/contatos', { email: newEmail(), ...values }));
const newCompany = () => made(admin.post('/v1/empresas', { nome: `Empresa ${++number}` }));
const newField = () => made(admin.post('/v1/campos-personalizados', fieldOf()));
const fieldOf = () => ({ rotulo: `Campo ${++number}`, chave: `campo_${number}`, tipo: 'texto' });
const newView = () => made(admin.post('/v1/visoes', { nome: `Visão ${++number}`, filtros: { estagio: 'novo' } }));
const requestOf = (contato_id: string) => ({ contato_id, solicitante: 'a própria', canal: 'email' });
const newRequest = async () => made(admin.post('/v1/pedidos-exclusao', requestOf(await newContact())));
const newIdentifier = async (id: string) =>
  made(admin.post(`/v1/contatos/${id}/identificadores`, { canal: 'email', valor: newEmail() }));
/** The path of a note. */
async function newNote(): Promise<string> {
  const path = `/v1/contatos/${await newContact()}/atividades`;
  return `${path}/${await made(admin.post(path, { texto: 'Ligar' }))}`;
}

const anImport = () => ({
  file: `email\n${newEmail()}`,
  config: { mapeamento: { email: 'email' }, se_existir: 'atualizar' },
});

async function newImport(): Promise<string> {
  const { status, body, text } = await sendImport(admin, anImport());
  if (status !== 202) throw new Error(text);
  return body.importacao.id;
}

async function newSuggestion(): Promise<string> {
  await newContact({ email: 'ana@example.com' });
  await newContact({ email: newEmail(), telefone: '+5511987654321' });
  await new LeadEvents(stack, tenant).capture(leadOf({ email: 'ana@example.com', telefone: '+5511987654321' }));
  return (await admin.get('/v1/identidades/sugestoes')).body.sugestoes[0].id;
}

const CRITERIA = [{ campo: 'estagio', operador: 'igual', valor: 'novo' }];
const segmentOf = () => ({ nome: `Segmento ${++number}`, criterios: CRITERIA });
const alertOf = (limiar = 24) => ({ nome: `Alerta ${++number}`, tipo: 'sem_leads', limiar, janela_minutos: 60 });
const destinationOf = () => ({ nome: `Destino ${++number}`, url: 'https://hooks.example.com/leads' });
const integrationOf = () => ({
  nome: `Meta ${++number}`,
  provedor: 'meta_capi',
  config: { pixel_id: '1234567890' },
  segredo: 'token',
});
const journeyOf = () => ({
  nome: `Jornada ${++number}`,
  gatilho: 'lead_capturado',
  passos: [{ numero: 1, tipo: 'esperar', espera: 86_400_000_000_000 }],
});
const scoresOf = () => ({ regras: [{ nome: `Regra ${++number}`, criterios: CRITERIA, conjuncao: 'e', pontos: 10 }] });
const newSegment = async () => (await admin.post('/v1/segmentos', segmentOf())).body.segmento.id as string;
const newAlert = () => made(admin.post('/v1/alertas', alertOf()));
const newDestination = () => made(admin.post('/v1/destinos', destinationOf()));
const newIntegration = () => made(admin.post('/v1/integracoes-de-conversao', integrationOf()));
const newJourney = () => made(admin.post('/v1/jornadas', journeyOf()));

/** Calls of all writing routes. Each makes the rows that its call needs, and returns the call. */
const WRITES: Record<string, () => Promise<() => Promise<Answer>>> = {
  'POST /v1/contatos': async () => () => admin.post('/v1/contatos', { email: newEmail() }),
  'PATCH /v1/contatos/{id}': async () => {
    const id = await newContact();
    return () => admin.patch(`/v1/contatos/${id}`, { nome: 'Ana' });
  },
  'DELETE /v1/contatos/{id}': async () => {
    const id = await newContact();
    return () => admin.delete(`/v1/contatos/${id}`);
  },
  'POST /v1/contatos/{id}/restaurar': async () => {
    const id = await newContact();
    await admin.delete(`/v1/contatos/${id}`);
    const operator = await tenant.operator();
    return () => operator.post(`/v1/contatos/${id}/restaurar`);
  },
  'POST /v1/contatos/{id}/promover': async () => {
    const id = await newContact();
    await admin.post(`/v1/contatos/${id}/rebaixar`);
    return () => admin.post(`/v1/contatos/${id}/promover`);
  },
  'POST /v1/contatos/{id}/rebaixar': async () => {
    const id = await newContact();
    await admin.post(`/v1/contatos/${id}/promover`);
    return () => admin.post(`/v1/contatos/${id}/rebaixar`);
  },
  'POST /v1/contatos/{id}/identificadores': async () => {
    const id = await newContact();
    return () => admin.post(`/v1/contatos/${id}/identificadores`, { canal: 'email', valor: newEmail() });
  },
  'DELETE /v1/contatos/{id}/identificadores/{identificador}': async () => {
    const id = await newContact();
    const other = await newIdentifier(id);
    return () => admin.delete(`/v1/contatos/${id}/identificadores/${other}`);
  },
  'PUT /v1/contatos/{id}/identificadores/{identificador}/principal': async () => {
    const id = await newContact();
    const other = await newIdentifier(id);
    return () => admin.put(`/v1/contatos/${id}/identificadores/${other}/principal`, {});
  },
  'POST /v1/contatos/{id}/atividades': async () => {
    const id = await newContact();
    return () => admin.post(`/v1/contatos/${id}/atividades`, { texto: 'Ligar' });
  },
  'PATCH /v1/contatos/{id}/atividades/{atividade_id}': async () => {
    const note = await newNote();
    return () => admin.patch(note, { texto: 'Ligar amanhã' });
  },
  'DELETE /v1/contatos/{id}/atividades/{atividade_id}': async () => {
    const note = await newNote();
    return () => admin.delete(note);
  },
  'PUT /v1/contatos/{id}/consentimento': async () => {
    const id = await newContact();
    return () => admin.put(`/v1/contatos/${id}/consentimento`, { canal: 'email', recebe: true });
  },
  'POST /v1/contatos/{id}/mesclar': async () => {
    const [id, contato_id] = [await newContact(), await newContact()];
    return () => admin.post(`/v1/contatos/${id}/mesclar`, { contato_id });
  },
  'POST /v1/mesclagens/{id}/desfazer': async () => {
    const [id, contato_id] = [await newContact(), await newContact()];
    const merge = await made(admin.post(`/v1/contatos/${id}/mesclar`, { contato_id }));
    return () => admin.post(`/v1/mesclagens/${merge}/desfazer`);
  },
  'PATCH /v1/clientes/{id}': async () => {
    const id = await newContact({ estagio: 'cliente' });
    return () => admin.patch(`/v1/clientes/${id}`, { nome: 'Ana' });
  },
  'PUT /v1/identidades/sugestoes/{id}/decisao': async () => {
    const id = await newSuggestion();
    return () => admin.put(`/v1/identidades/sugestoes/${id}/decisao`, { decisao: 'recusar' });
  },
  'POST /v1/empresas': async () => () => admin.post('/v1/empresas', { nome: `Empresa ${++number}` }),
  'PATCH /v1/empresas/{id}': async () => {
    const id = await newCompany();
    return () => admin.patch(`/v1/empresas/${id}`, { nome: `Empresa ${++number}` });
  },
  'DELETE /v1/empresas/{id}': async () => {
    const id = await newCompany();
    return () => admin.delete(`/v1/empresas/${id}`);
  },
  'POST /v1/empresas/{id}/pessoas': async () => {
    const [id, contato_id] = [await newCompany(), await newContact()];
    return () => admin.post(`/v1/empresas/${id}/pessoas`, { contato_id, papel: 'Compras' });
  },
  'DELETE /v1/empresas/{id}/pessoas/{contato_id}': async () => {
    const [id, contato_id] = [await newCompany(), await newContact()];
    await admin.post(`/v1/empresas/${id}/pessoas`, { contato_id, papel: 'Compras' });
    return () => admin.delete(`/v1/empresas/${id}/pessoas/${contato_id}`);
  },
  'POST /v1/pedidos-exclusao': async () => {
    const id = await newContact();
    return () => admin.post('/v1/pedidos-exclusao', requestOf(id));
  },
  'POST /v1/pedidos-exclusao/{id}/aprovar': async () => {
    const id = await newRequest();
    return () => admin.post(`/v1/pedidos-exclusao/${id}/aprovar`);
  },
  'POST /v1/pedidos-exclusao/{id}/recusar': async () => {
    const id = await newRequest();
    return () => admin.post(`/v1/pedidos-exclusao/${id}/recusar`, { motivo: 'É cliente' });
  },
  'PUT /v1/configuracoes/retencao': async () => () => admin.put('/v1/configuracoes/retencao', { dias: 365 }),
  'PUT /v1/configuracoes/conta': async () => () =>
    admin.put('/v1/configuracoes/conta', { pais: 'PT', fuso: 'Europe/Lisbon' }),
  'POST /v1/visoes': async () => () => admin.post('/v1/visoes', { nome: 'Novos', filtros: { estagio: 'novo' } }),
  'PUT /v1/visoes/{id}': async () => {
    const id = await newView();
    return () => admin.put(`/v1/visoes/${id}`, { nome: 'Outra', filtros: {} });
  },
  'DELETE /v1/visoes/{id}': async () => {
    const id = await newView();
    return () => admin.delete(`/v1/visoes/${id}`);
  },
  'POST /v1/exportacoes': async () => () => admin.post('/v1/exportacoes', {}),
  'DELETE /v1/exportacoes/{id}': async () => {
    const { exportacao } = (await admin.post('/v1/exportacoes', {})).body;
    await inState(admin, exportacao.id);
    return () => admin.delete(exportacao.url);
  },
  'POST /v1/importacoes': async () => () => sendImport(admin, anImport()),
  'POST /v1/importacoes/{id}/cancelar': async () => {
    const id = await newImport();
    await ended(admin, id);
    await stack.sql(`update contact_import set state = 'running', finished_at = null where id = $1`, [id]);
    return () => admin.post(`/v1/importacoes/${id}/cancelar`);
  },
  'POST /v1/importacoes/{id}/desfazer': async () => {
    const id = await newImport();
    await ended(admin, id);
    return () => admin.post(`/v1/importacoes/${id}/desfazer`);
  },
  'POST /v1/campos-personalizados': async () => () => admin.post('/v1/campos-personalizados', fieldOf()),
  'PATCH /v1/campos-personalizados/{id}': async () => {
    const id = await newField();
    return () => admin.patch(`/v1/campos-personalizados/${id}`, { rotulo: 'Outro' });
  },
  'DELETE /v1/campos-personalizados/{id}': async () => {
    const id = await newField();
    return () => admin.delete(`/v1/campos-personalizados/${id}`);
  },
  'POST /v1/segmentos': async () => () => admin.post('/v1/segmentos', segmentOf()),
  'PUT /v1/segmentos/{id}': async () => {
    const id = await newSegment();
    return () => admin.put(`/v1/segmentos/${id}`, segmentOf());
  },
  'DELETE /v1/segmentos/{id}': async () => {
    const id = await newSegment();
    return () => admin.delete(`/v1/segmentos/${id}`);
  },
  'POST /v1/jornadas': async () => () => admin.post('/v1/jornadas', journeyOf()),
  'PUT /v1/jornadas/{id}': async () => {
    const id = await newJourney();
    return () => admin.put(`/v1/jornadas/${id}`, journeyOf());
  },
  'DELETE /v1/jornadas/{id}': async () => {
    const id = await newJourney();
    return () => admin.delete(`/v1/jornadas/${id}`);
  },
  'PUT /v1/jornadas/{id}/ativa': async () => {
    const id = await newJourney();
    return () => admin.put(`/v1/jornadas/${id}/ativa`, { ativa: true });
  },
  'POST /v1/alertas': async () => () => admin.post('/v1/alertas', alertOf()),
  'PUT /v1/alertas/{id}': async () => {
    const id = await newAlert();
    return () => admin.put(`/v1/alertas/${id}`, alertOf(12));
  },
  'DELETE /v1/alertas/{id}': async () => {
    const id = await newAlert();
    return () => admin.delete(`/v1/alertas/${id}`);
  },
  'POST /v1/destinos': async () => () => admin.post('/v1/destinos', destinationOf()),
  'PUT /v1/destinos/{id}': async () => {
    const id = await newDestination();
    return () => admin.put(`/v1/destinos/${id}`, destinationOf());
  },
  'DELETE /v1/destinos/{id}': async () => {
    const id = await newDestination();
    return () => admin.delete(`/v1/destinos/${id}`);
  },
  'POST /v1/integracoes-de-conversao': async () => () => admin.post('/v1/integracoes-de-conversao', integrationOf()),
  'PUT /v1/integracoes-de-conversao/{id}': async () => {
    const id = await newIntegration();
    return () => admin.put(`/v1/integracoes-de-conversao/${id}`, integrationOf());
  },
  'DELETE /v1/integracoes-de-conversao/{id}': async () => {
    const id = await newIntegration();
    return () => admin.delete(`/v1/integracoes-de-conversao/${id}`);
  },
  'PUT /v1/configuracoes/pontuacao': async () => () => admin.put('/v1/configuracoes/pontuacao', scoresOf()),
  'PUT /v1/configuracoes/mensagens': async () => () =>
    admin.put('/v1/configuracoes/mensagens', {
      silencio_inicio: '21:00',
      silencio_fim: `0${(number += 1) % 10}:00`,
      maximo_por_dia: 3,
    }),
};

/** Routes that take a body, or only send, and write nothing of the account. */
const READS = new Set([
  'POST /v1/importacoes/previa',
  'POST /v1/segmentos/previa',
  'POST /v1/jornadas/{id}/simular',
  'POST /v1/destinos/{id}/testar',
  'POST /v1/integracoes-de-conversao/{id}/testar',
]);

it('is tried on every route that writes', async () => {
  const operations = (await operationsOf(stack.anonymous)).filter(
    (one) => !one.isMeta && one.method !== 'GET' && !READS.has(one.name),
  );
  expect(Object.keys(WRITES).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

it.each(Object.keys(WRITES))(
  '%s is answered with 503 while the audit log takes no entry, and works after that',
  async (name) => {
    const call = await WRITES[name]!();
    await stack.sql('revoke insert on audit_entry from crm_app');
    try {
      const { status, body, text } = await call();
      expect([status, body.erro], text).toEqual([503, WITHOUT_TRAIL]);
    } finally {
      await stack.sql('grant insert on audit_entry to crm_app');
    }
    const { status, text } = await call();
    expect(status, text).toBeLessThan(300);
  },
);
