import { REENTRY_NAMES } from './journey-definition.js';
import { TRIGGER_NAMES } from './read-trigger.js';

/** More than a journey may have: a body with too many steps means something, and is answered 422. */
export const STEPS_READ = 1_000;

export const CRITERIA_SCHEMA = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  maxItems: STEPS_READ,
  description:
    'Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o ' +
    'e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).',
  example: [{ campo: 'estagio', operador: 'igual', valor: 'novo' }],
} as const;

export const WAIT_SCHEMA = {
  type: 'integer',
  format: 'int64',
  'x-every-digit': true,
  minimum: 1,
  description: 'De esperar: nanossegundos, até dez anos. Um dia são 86400000000000. Nenhum dígito se perde.',
  example: 86_400_000_000_000,
} as const;

export const TRIGGER_HELP =
  'Do gatilho. lead_capturado: `formulario_id?, pagina_id?`. campo_mudou: `campo, de?, para?`. inatividade: `dias` sem nada que ' +
  'a pessoa fez. evento_pixel: `evento, pagina_id?`.';
export const ACTION_HELP =
  'De agir. email: `modelo_id`, ou `assunto` e `texto` ou `html`; `remetente?, nome_remetente?, topico?`. push: `modelo_id`, ou ' +
  '`titulo` e `corpo`; vai a quem assina o tópico com o id do contato. webhook: `destino_id`. mudar_estagio: `estagio`. ' +
  'entrar_lista: `lista`, o id ou o slug.';
export const TRIGGERS = Object.values(TRIGGER_NAMES).join(', ');
export const REENTRY_HELP = `Um de ${Object.values(REENTRY_NAMES).join(', ')}; apos_sair se ausente. Com sempre, quem está dentro recomeça.`;
