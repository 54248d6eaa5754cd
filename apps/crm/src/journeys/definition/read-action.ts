import { isEmailAddress } from '#libs/core/http';
import { fromWireStage, toWireStage, WIRE_STAGES } from '../../contacts/dto/wire-values.js';
import { invalid } from './journey-problems.js';
import type { Action, ActionKind } from './journey-step.js';
import { type Fields, matchingText, onlyFields, optionalText, requiredText } from './read-fields.js';

/** Names of actions in the API. */
export const ACTION_NAMES: Readonly<Record<ActionKind, string>> = {
  email: 'email',
  push: 'push',
  webhook: 'webhook',
  stage: 'mudar_estagio',
  list: 'entrar_lista',
};

const TEMPLATE_ID = /^tpl_[0-9a-f]{16}$/;
const SUBJECT_MAX = 900;
const BODY_MAX = 100_000;
const NAME_MAX = 100;
const TOPIC_MAX = 100;
const PUSH_TITLE_MAX = 200;
const PUSH_BODY_MAX = 1_800;
const LIST_MAX = 100;
const ID_MAX = 100;
/** Line breaks and control characters, which no header takes; a tab is none. */
const CONTROL = /[^\P{Cc}\t]/u;

/**
 * Reads the action of a step and its parameters.
 * @throws Problem Unprocessable that names the place
 */
export function readAction(name: unknown, values: Readonly<Record<string, unknown>>, path: string): Action {
  const fields = { values, path: `${path}parametros.` };
  switch (name) {
    case 'email':
      return readEmail(fields);
    case 'push':
      return readPush(fields);
    case 'webhook':
      return readWebhook(fields);
    case 'mudar_estagio':
      return readStage(fields);
    case 'entrar_lista':
      onlyFields(fields, ['lista']);
      return { kind: 'list', list: requiredText(fields, 'lista', LIST_MAX) };
    default:
      throw invalid(`${path}acao`, `acao deve ser uma de ${Object.values(ACTION_NAMES).join(', ')}.`);
  }
}

function readEmail(fields: Fields): Action {
  onlyFields(fields, ['modelo_id', 'assunto', 'texto', 'html', 'remetente', 'nome_remetente', 'topico']);
  const templateId = readTemplate(fields);
  const subject = optionalText(fields, 'assunto', SUBJECT_MAX);
  if (subject !== null && CONTROL.test(subject))
    throw invalid(`${fields.path}assunto`, 'assunto não pode ter quebras de linha nem caracteres de controle.');
  const text = optionalText(fields, 'texto', BODY_MAX);
  const html = optionalText(fields, 'html', BODY_MAX);
  requireOneContent(fields, templateId, { assunto: subject, texto: text, html });
  if (templateId === null && subject === null) throw invalid(`${fields.path}assunto`, 'Informe assunto.');
  if (templateId === null && text === null && html === null)
    throw invalid(`${fields.path}texto`, 'Informe texto ou html.');
  const from = optionalText(fields, 'remetente', 254);
  if (from !== null && !isEmailAddress(from))
    throw invalid(`${fields.path}remetente`, 'remetente deve ser um endereço de e-mail.');
  const fromName = optionalText(fields, 'nome_remetente', NAME_MAX);
  const topic = optionalText(fields, 'topico', TOPIC_MAX);
  return { kind: 'email', templateId, subject, text, html, from, fromName, topic };
}

function readPush(fields: Fields): Action {
  onlyFields(fields, ['modelo_id', 'titulo', 'corpo']);
  const templateId = readTemplate(fields);
  const title = optionalText(fields, 'titulo', PUSH_TITLE_MAX);
  const body = optionalText(fields, 'corpo', PUSH_BODY_MAX);
  requireOneContent(fields, templateId, { titulo: title, corpo: body });
  if (templateId === null && title === null) throw invalid(`${fields.path}titulo`, 'Informe titulo.');
  if (templateId === null && body === null) throw invalid(`${fields.path}corpo`, 'Informe corpo.');
  return { kind: 'push', templateId, title, body };
}

function readWebhook(fields: Fields): Action {
  onlyFields(fields, ['destino_id']);
  return { kind: 'webhook', destinationId: requiredText(fields, 'destino_id', ID_MAX) };
}

function readStage(fields: Fields): Action {
  onlyFields(fields, ['estagio']);
  const stage = fromWireStage(requiredText(fields, 'estagio', NAME_MAX));
  if (!stage) throw invalid(`${fields.path}estagio`, `estagio deve ser um de ${WIRE_STAGES.join(', ')}.`);
  return { kind: 'stage', stage };
}

const readTemplate = (fields: Fields): string | null =>
  matchingText(fields, 'modelo_id', TEMPLATE_ID, 'o id de um modelo, como tpl_0123456789abcdef');

function requireOneContent(
  { path }: Fields,
  templateId: string | null,
  own: Readonly<Record<string, string | null>>,
): void {
  const given = Object.keys(own).find((name) => own[name] !== null);
  if (templateId !== null && given !== undefined)
    throw invalid(`${path}${given}`, `Informe modelo_id ou ${given}, e não os dois.`);
}

/** Parameters with the names of the API. */
export function toGivenAction(action: Action): { acao: string; parametros: Record<string, unknown> } {
  return { acao: ACTION_NAMES[action.kind], parametros: withoutNulls(parametersOf(action)) };
}

function parametersOf(action: Action): Record<string, unknown> {
  switch (action.kind) {
    case 'email':
      return {
        modelo_id: action.templateId,
        assunto: action.subject,
        texto: action.text,
        html: action.html,
        remetente: action.from,
        nome_remetente: action.fromName,
        topico: action.topic,
      };
    case 'push':
      return { modelo_id: action.templateId, titulo: action.title, corpo: action.body };
    case 'webhook':
      return { destino_id: action.destinationId };
    case 'stage':
      return { estagio: toWireStage(action.stage) };
    case 'list':
      return { lista: action.list };
  }
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
