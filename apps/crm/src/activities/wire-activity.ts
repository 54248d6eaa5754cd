import type { EnrollmentOutcome } from '../journeys/enrollments/enrollment.entity.js';
import { ENROLLMENT_OUTCOMES } from '../journeys/figures/wire-outcomes.js';
import { type Lifecycle, LIFECYCLES, type Stage, STAGES } from '../contacts/contact-values.js';
import { toWireLifecycle, toWireStage } from '../contacts/dto/wire-values.js';
import { ACTIVITY_TYPES, type ActivityData, type ActivityType } from '../timeline/activity.js';

const TYPE_NAMES: Record<ActivityType, string> = {
  note: 'nota',
  'stage-changed': 'estagio_mudou',
  'lifecycle-changed': 'ciclo_mudou',
  message: 'mensagem',
  'form-submitted': 'envio_formulario',
  'contact-deleted': 'contato_apagado',
  'contact-restored': 'contato_restaurado',
  exported: 'exportacao',
  'consent-changed': 'consentimento',
  'company-changed': 'empresa',
  imported: 'importacao',
  journey: 'jornada',
  visit: 'visita',
  merged: 'mesclado',
};

/** Names in the API for the data of activities. Other names stay as they are. */
const DATA_NAMES: Record<string, string> = {
  from: 'de',
  to: 'para',
  reason: 'motivo',
  leadId: 'lead_id',
  formId: 'form_id',
  formName: 'formulario',
  pageId: 'pagina_id',
  source: 'fonte',
  answers: 'respostas',
  consent: 'consentimento',
  confirmation: 'confirmacao',
  confirmedAt: 'confirmado_em',
  origin: 'origem',
  occurredAt: 'ocorrido_em',
  isSpam: 'spam',
  channel: 'canal',
  granted: 'recebe',
  linked: 'vinculada',
  unlinked: 'desvinculada',
  import_id: 'importacao_id',
  created: 'criado',
  journeyId: 'jornada_id',
  event: 'evento',
  outcome: 'desfecho',
  name: 'nome',
  label: 'rotulo',
  type: 'tipo',
  value: 'valor',
  text: 'texto',
  contactId: 'contato_id',
  mergeId: 'mesclagem_id',
  undone: 'desfeita',
  messageId: 'mensagem_id',
  change: 'situacao',
  subject: 'assunto',
  url: 'link',
  editedAt: 'alterada_em',
  editedBy: 'alterada_por',
};

export const WIRE_ACTIVITY_TYPES = ACTIVITY_TYPES.map((type) => TYPE_NAMES[type]);
export const toWireActivityType = (type: ActivityType): string => TYPE_NAMES[type];
export const fromWireActivityType = (name: string): ActivityType | undefined =>
  ACTIVITY_TYPES.find((type) => TYPE_NAMES[type] === name);

/** Translates the data of an activity into the names and values of the API. */
export function toWireData(type: ActivityType, data: ActivityData): ActivityData {
  const named = withNames(data) as ActivityData;
  if (type === 'journey') return { ...named, ...wireJourney(data) };
  const valueOf = type === 'stage-changed' ? wireStage : type === 'lifecycle-changed' ? wireLifecycle : null;
  return valueOf ? { ...named, de: valueOf(named['de']), para: valueOf(named['para']) } : named;
}

function wireJourney({ event, outcome }: ActivityData): ActivityData {
  const known = typeof outcome === 'string' ? ENROLLMENT_OUTCOMES[outcome as EnrollmentOutcome] : undefined;
  return { evento: event === 'entered' ? 'entrou' : 'saiu', ...(known !== undefined && { desfecho: known }) };
}

const wireStage = (value: unknown) => (STAGES.includes(value as Stage) ? toWireStage(value as Stage) : null);
const wireLifecycle = (value: unknown) =>
  LIFECYCLES.includes(value as Lifecycle) ? toWireLifecycle(value as Lifecycle) : null;

function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      Object.hasOwn(DATA_NAMES, name) ? DATA_NAMES[name] : name,
      withNames(inner),
    ]),
  );
}
