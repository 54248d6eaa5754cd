import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { invalidContactField } from '../contacts/contact-problems.js';
import type { CustomValues } from '../contacts/contact-values.js';
import type { CustomField } from './custom-field.entity.js';
import { CustomFieldRepository, type CustomFieldValues } from './custom-field.repository.js';
import { parseCustomText, parseCustomValue, ruleOf } from './custom-value.js';

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
}

/** {@link CustomFields.validate} against fields that were listed before. */
export function validateCustom(fields: readonly CustomFieldValues[], values: Record<string, unknown>): CustomChanges {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const changes: CustomChanges = { set: {}, unset: [] };
  for (const [key, given] of Object.entries(values)) {
    const field = byKey.get(key);
    if (!field) throw invalidContactField(`campos.${key}`, `A conta não tem o campo ${JSON.stringify(key)}.`);
    const value = parseCustomValue(field, given);
    if (value === undefined) throw invalidContactField(`campos.${key}`, `${field.label} ${ruleOf(field)}.`);
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
  if (missing) throw invalidContactField(`campos.${missing.key}`, `${missing.label} é obrigatório.`);
}

/**
 * What `Contact.custom` contains (`@>`) if the field has the value of a text, for filters `campo.<chave>=valor`. Of several
 * choices, one that is equal is enough. Undefined if the field cannot have the value.
 */
export function customContainment(field: CustomField, text: string): CustomValues | undefined {
  const value = parseCustomText(field, text);
  return value === undefined || value === null ? undefined : { [field.key]: value };
}
