import type { JourneyDefinition } from '../journeys/definition/journey-definition.js';
import type { JourneyCriteria } from '../journeys/definition/journey-criteria.js';
import type { EmailAction } from '../journeys/definition/journey-step.js';

const GREETING = '{% if nome == "" %}Olá!{% else %}Olá, {{nome}}!{% endif %}';
const DAY_NS = 86_400_000_000_000n;

const UNREAD: JourneyCriteria = {
  conjunction: 'and',
  contact: null,
  mails: [{ did: 'opened', step: 1, holds: false }],
  given: { criterios: [{ campo: 'abriu', passo: 1, valor: false }], conjuncao: 'e' },
};

const QUALIFIED: JourneyCriteria = {
  conjunction: 'and',
  contact: {
    conjunction: 'and',
    criteria: [{ field: 'estagio', operator: 'in', value: ['qualificado', 'cliente'] }],
  },
  mails: [],
  given: {
    criterios: [{ campo: 'estagio', operador: 'em', valor: ['qualificado', 'cliente'] }],
    conjuncao: 'e',
  },
};

/** A journey that thanks for a form, reminds those who did not open the mail, and ends for whoever was qualified. */
export const DEMO_JOURNEY: JourneyDefinition = {
  name: 'Boas-vindas',
  trigger: 'lead-captured',
  parameters: {},
  reentry: 'after-leaving',
  exitCriteria: null,
  goal: QUALIFIED,
  steps: [
    {
      number: 1,
      kind: 'act',
      action: email('Recebemos seu contato', `${GREETING}\n\nObrigado pelo interesse. Respondemos em até um dia útil.`),
    },
    { number: 2, kind: 'wait', wait: String(3n * DAY_NS) },
    { number: 3, kind: 'condition', criteria: UNREAD, otherwise: 5 },
    {
      number: 4,
      kind: 'act',
      action: email('Ainda podemos ajudar?', `${GREETING}\n\nBasta responder a este e-mail para conversarmos.`),
    },
    { number: 5, kind: 'act', action: { kind: 'stage', stage: 'contacted' } },
  ],
};

function email(subject: string, text: string): EmailAction {
  return { kind: 'email', templateId: null, subject, text, html: null, from: null, fromName: null, topic: null };
}
