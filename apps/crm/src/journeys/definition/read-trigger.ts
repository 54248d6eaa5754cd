import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { CustomFields } from '../../custom-fields/custom-fields.js';
import { isNativeField, optionsOf } from '../../fields/native-fields.js';
import { invalid } from './journey-problems.js';
import type { TriggerKind, TriggerParameters } from './journey-trigger.js';
import { type Fields, matchingText, onlyFields, requiredInteger, requiredText } from './read-fields.js';

const MAX_DAYS = 3_650;
const VALUE_MAX = 1_000;
const EVENT_MAX = 100;
const CUSTOM = 'campos.';
const FORM_ID = /^frm_[0-9a-f]{16}$/;
/** A page, or a pixel of another site. */
const PAGE_ID = /^[a-z]{3}_[0-9a-f]{16}$/;

/** Fields whose values are sealed: a change of them is seen, but not from what to what. */
const SEALED = new Set(['email', 'telefone']);
/** Further fields of which changes are told. */
const FURTHER = new Set(['consentimento']);
/** Fields that change with everything, or never. */
const UNCHANGING = new Set(['id', 'campos', 'criado_em', 'atualizado_em']);

/** Names of triggers in the API. */
export const TRIGGER_NAMES: Readonly<Record<TriggerKind, string>> = {
  'lead-captured': 'lead_capturado',
  'field-changed': 'campo_mudou',
  inactivity: 'inatividade',
  'pixel-event': 'evento_pixel',
};

/** Reads what makes contacts enter a journey. */
@Injectable()
export class TriggerReader {
  constructor(private readonly customFields: CustomFields) {}

  /** @throws Problem Unprocessable that names the place */
  async read(
    tx: EntityManager,
    tenantId: TenantId,
    name: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<{ trigger: TriggerKind; parameters: TriggerParameters }> {
    const [trigger] = Object.entries(TRIGGER_NAMES).find(([, wire]) => wire === name) ?? [];
    if (trigger === undefined)
      throw invalid('gatilho', `gatilho deve ser um de ${Object.values(TRIGGER_NAMES).join(', ')}.`);
    const fields = { values, path: 'parametros.' };
    return { trigger: trigger as TriggerKind, parameters: await this.parameters(tx, tenantId, trigger, fields) };
  }

  private async parameters(
    tx: EntityManager,
    tenantId: TenantId,
    trigger: string,
    fields: Fields,
  ): Promise<TriggerParameters> {
    switch (trigger) {
      case 'lead-captured':
        onlyFields(fields, ['formulario_id', 'pagina_id']);
        return { ...formOf(fields), ...pageOf(fields) };
      case 'field-changed':
        onlyFields(fields, ['campo', 'de', 'para']);
        return this.change(tx, tenantId, fields);
      case 'inactivity':
        onlyFields(fields, ['dias']);
        return { days: requiredInteger(fields, 'dias', 1, MAX_DAYS) };
      default:
        onlyFields(fields, ['evento', 'pagina_id']);
        return { event: requiredText(fields, 'evento', EVENT_MAX), ...pageOf(fields) };
    }
  }

  private async change(tx: EntityManager, tenantId: TenantId, fields: Fields): Promise<TriggerParameters> {
    const field = requiredText(fields, 'campo', EVENT_MAX);
    if (!(await this.isField(tx, tenantId, field))) throw invalid('parametros.campo', 'O campo não existe.');
    const { de, para } = fields.values;
    for (const [name, value] of [
      ['de', de],
      ['para', para],
    ] as const) {
      if (value === undefined) continue;
      if (SEALED.has(field) || FURTHER.has(field))
        throw invalid(`parametros.${name}`, `De ${field} se vê que mudou, mas não o valor.`);
      if (!isComparable(value))
        throw invalid(`parametros.${name}`, `${name} deve ser um texto, um número, true, false ou null.`);
      const options = optionsOf(field);
      if (options && value !== null && !options.includes(value as string))
        throw invalid(`parametros.${name}`, `${name} deve ser um de ${options.join(', ')}, ou null.`);
    }
    return { field, ...(de !== undefined && { from: de }), ...(para !== undefined && { to: para }) };
  }

  private async isField(tx: EntityManager, tenantId: TenantId, field: string): Promise<boolean> {
    if (FURTHER.has(field)) return true;
    if (!field.startsWith(CUSTOM)) return isNativeField(field) && !UNCHANGING.has(field);
    const custom = await this.customFields.list(tx, tenantId);
    return custom.some(({ key }) => key === field.slice(CUSTOM.length));
  }
}

const isComparable = (value: unknown): boolean =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= VALUE_MAX);

function formOf(fields: Fields): Pick<TriggerParameters, 'formId'> {
  const formId = matchingText(fields, 'formulario_id', FORM_ID, 'o id de um formulário, como frm_0123456789abcdef');
  return formId === null ? {} : { formId };
}

function pageOf(fields: Fields): Pick<TriggerParameters, 'pageId'> {
  const pageId = matchingText(fields, 'pagina_id', PAGE_ID, 'o id de uma página, como pag_0123456789abcdef');
  return pageId === null ? {} : { pageId };
}

/** Parameters with the names of the API. */
export function toGivenParameters({ formId, pageId, field, from, to, days, event }: TriggerParameters) {
  return {
    ...(formId !== undefined && { formulario_id: formId }),
    ...(field !== undefined && { campo: field }),
    ...(from !== undefined && { de: from }),
    ...(to !== undefined && { para: to }),
    ...(days !== undefined && { dias: days }),
    ...(event !== undefined && { evento: event }),
    ...(pageId !== undefined && { pagina_id: pageId }),
  };
}
