import { Injectable } from '@nestjs/common';
import { auditDifference, auditFields } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { isNativeField } from './native-fields.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import {
  fieldConflictOf,
  MAX_CUSTOM_FIELDS,
  nativeKey,
  reservedKey,
  optionsNeeded,
  optionsUnwanted,
  tooManyFields,
} from './custom-field-problems.js';
import {
  CustomFieldRepository,
  type CustomFieldChanges,
  type CustomFieldValues,
} from '../custom-fields/custom-field.repository.js';
import { CLEAR_FIELD_JOB } from './custom-field-jobs.js';

const AUDITED = ['key', 'label', 'type', 'options', 'isRequired'] as const;

/** The fields that accounts define. */
@Injectable()
export class CustomFieldsService {
  constructor(
    private readonly database: Database,
    private readonly fields: CustomFieldRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Problem Unprocessable, also at the limit; AlreadyExists for a key that the tenant has */
  async create(tenantId: TenantId, values: CustomFieldValues): Promise<CustomField> {
    if (isNativeField(values.key)) throw nativeKey();
    // What every object of JavaScript has would be read as a value of every contact.
    if (values.key in {} || values.key === 'prototype') throw reservedKey();
    checkOptions(values);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        if ((await this.fields.lockAndCount(tx, tenantId)) >= MAX_CUSTOM_FIELDS) throw tooManyFields();
        const field = await this.fields.insert(tx, tenantId, values);
        const after = auditFields(field, AUDITED);
        await recordTrail(tx, { action: 'custom-field.created', object: objectOf(field), tenantId, after });
        return field;
      });
    } catch (error) {
      throw fieldConflictOf(error);
    }
  }

  async list(tenantId: TenantId): Promise<CustomField[]> {
    return this.database.tenant(tenantId, (tx) => this.fields.list(tx, tenantId));
  }

  async find(tenantId: TenantId, id: string): Promise<CustomField | null> {
    return this.database.tenant(tenantId, (tx) => this.fields.find(tx, tenantId, id));
  }

  /** Changes what is given. Contacts keep values that are no options any more. @throws Problem NotFound, Unprocessable */
  async update(tenantId: TenantId, id: string, changes: CustomFieldChanges): Promise<CustomField> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = found(await this.fields.lockForUpdate(tx, tenantId, id));
      checkOptions({ ...before, ...changes });
      const difference = auditDifference(before, { ...before, ...changes }, AUDITED);
      if (!difference) return before;
      await this.fields.update(tx, before, changes);
      const after = found(await this.fields.find(tx, tenantId, id));
      await recordTrail(tx, { action: 'custom-field.changed', object: objectOf(before), tenantId, ...difference });
      return after;
    });
  }

  /** Its values go from the contacts a little later; until then no other field has its key. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const field = found(await this.fields.lockForUpdate(tx, tenantId, id));
      await this.fields.softDelete(tx, field);
      await this.outbox.enqueue(tx, CLEAR_FIELD_JOB, [{ tenantId, payload: { fieldId: id, key: field.key } }]);
      const before = auditFields(field, AUDITED);
      await recordTrail(tx, { action: 'custom-field.deleted', object: objectOf(field), tenantId, before });
    });
  }
}

const objectOf = ({ id }: CustomField) => ({ type: 'custom-field', id });

function checkOptions({ type, options }: Pick<CustomField, 'type' | 'options'>): void {
  const isList = type === 'choice' || type === 'choices';
  if (!isList && options.length > 0) throw optionsUnwanted();
  if (isList && (options.length === 0 || options.includes('') || new Set(options).size < options.length))
    throw optionsNeeded();
}

function found(field: CustomField | null): CustomField {
  if (!field) throw new Problem('NotFound');
  return field;
}
