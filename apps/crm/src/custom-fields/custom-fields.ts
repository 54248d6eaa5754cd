import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { refusal } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { CustomField } from './custom-field.entity.js';
import { CustomFieldRepository, type CustomFieldValues } from './custom-field.repository.js';
import { type CustomValues, parseCustomText, parseCustomValue, ruleOf, spelledOption } from './custom-value.js';

/** Values of a contact's custom fields to be written. */
export interface CustomChanges {
  set: CustomValues;
  /** Keys of the fields that become empty. */
  unset: string[];
}

/** The fields that a tenant has added to its contacts, for what writes and filters contacts. */
@Injectable()
export class CustomFields {
  constructor(private readonly fields: CustomFieldRepository) {}

  /** In the order in which they were made. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<CustomField[]> {
    return this.fields.list(tx, tenantId);
  }

  /**
   * Values by key, typed. Null and an empty text, or list, empty a field.
   * @throws Problem Unprocessable, naming the field, for one that does not exist and for a value that it cannot have
   */
  async validate(tx: EntityManager, tenantId: TenantId, values: Record<string, unknown>): Promise<CustomChanges> {
    if (Object.keys(values).length === 0) return { set: {}, unset: [] };
    return validateCustom(await this.list(tx, tenantId), values);
  }

  /**
   * Reads texts of a query, by key. Returns the values that `Contact.custom` has to contain (`@>`).
   * @throws Problem InvalidParameter for a field that does not exist, and for a value that it cannot have
   */
  async parseFilter(tx: EntityManager, tenantId: TenantId, texts: ReadonlyMap<string, string>): Promise<CustomValues> {
    const fields = await this.list(tx, tenantId);
    const unknown = [...texts.keys()].find((key) => fields.every((field) => field.key !== key));
    if (unknown !== undefined) throw invalidFilter(unknown, `A conta não tem o campo ${JSON.stringify(unknown)}.`);
    // In the order of the fields, so that the order of the parameters makes no other filter.
    return Object.assign({}, ...fields.map((field) => containmentOf(field, texts.get(field.key)))) as CustomValues;
  }
}

/** {@link CustomFields.validate} against fields that were listed before. */
export function validateCustom(fields: readonly CustomFieldValues[], values: Record<string, unknown>): CustomChanges {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const changes: CustomChanges = { set: {}, unset: [] };
  for (const [key, given] of Object.entries(values)) {
    const field = byKey.get(key);
    if (!field) throw invalidValue(key, `A conta não tem o campo ${JSON.stringify(key)}.`);
    const value = parseCustomValue(field, given);
    if (value === undefined) throw invalidValue(key, `${field.label} ${ruleOf(field)}.`);
    if (value === null) changes.unset.push(key);
    else changes.set[key] = value;
  }
  return changes;
}

/** Values after changes. */
export function applyCustom(before: CustomValues, { set, unset }: CustomChanges): CustomValues {
  const after = { ...before, ...set };
  for (const key of unset) delete after[key];
  return after;
}

/** @throws Problem Unprocessable if a required field is empty */
export function requireCustom(fields: readonly CustomFieldValues[], values: CustomValues): void {
  const missing = fields.find(({ key, isRequired }) => isRequired && values[key] === undefined);
  if (missing) throw invalidValue(missing.key, `${missing.label} é obrigatório.`);
}

/** The same of one field. Of several choices, those that are given are enough. */
function containmentOf(field: CustomField, text: string | undefined): CustomValues {
  if (text === undefined) return {};
  const value = parseCustomText(field, optionsIn(field, text));
  if (value === undefined || value === null) throw invalidFilter(field.key, `${field.label} ${ruleOf(field)}.`);
  return { [field.key]: value };
}

/** Choices of a text as the field spells them, found without case and accents. */
function optionsIn({ type, options }: CustomField, text: string): string {
  if (type === 'choice') return spelledOption(options, text.trim());
  if (type !== 'choices') return text;
  return text
    .split(';')
    .map((part) => spelledOption(options, part.trim()))
    .join(';');
}

const invalidValue = (key: string, erro: string) => refusal('Unprocessable', { erro, campo: `campos.${key}` });

const invalidFilter = (key: string, erro: string) => refusal('InvalidParameter', { erro, campo: `campo.${key}` });
