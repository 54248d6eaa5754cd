import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CompiledValidationPipe, Problem, toProblem } from '#libs/core/http';
import { Database, type TenantId, violatedUnique } from '#libs/core/persistence';
import { ConfirmationRequests } from '../lists/confirmation/confirmation-requests.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import { emailKey, type ContactChange } from './contact.js';
import { contactEvent } from './contact-events.js';
import { ContactImport } from './contact-import.js';
import { toContactFields } from './contact.mapper.js';
import { taken, unreachable } from './contact-problems.js';
import { ContactRepository } from './contact.repository.js';
import { CreateContactRequest, MAX_IMPORT } from './dto/contact.requests.js';

const ATTEMPTS = 3;

export interface ImportOutcome {
  created: number;
  updated: number;
  errors: { index: number; problem: Pick<Problem, 'code' | 'message' | 'details'> }[];
}

interface Row {
  index: number;
  fields: ContactChange;
}

/** Imports many contacts in one transaction. An invalid row is reported, and the others are imported. */
@Injectable()
export class ContactImportService {
  private readonly validation = new CompiledValidationPipe();

  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly confirmations: ConfirmationRequests,
    private readonly events: WebhookEvents,
  ) {}

  /**
   * Inserts the contacts that are new and updates the others, in the order of the rows. The number of statements does
   * not depend on the number of rows. @throws Problem InvalidParameter for no rows or too many
   */
  async run(tenantId: TenantId, values: readonly unknown[]): Promise<ImportOutcome> {
    if (values.length === 0 || values.length > MAX_IMPORT) throw wrongSize();
    const errors: ImportOutcome['errors'] = [];
    const rows = values.flatMap((value, index): Row | Row[] => {
      try {
        return { index, fields: this.parseRow(value) };
      } catch (error) {
        errors.push({ index, problem: toProblem(error) });
        return [];
      }
    });
    const outcome = await this.write(tenantId, rows);
    return { ...outcome, errors: [...errors, ...outcome.errors].sort((one, other) => one.index - other.index) };
  }

  private parseRow(value: unknown): ContactChange {
    if (value instanceof Problem) throw value;
    const request = this.validation.transform(value, { type: 'body', metatype: CreateContactRequest });
    const fields = toContactFields(request as CreateContactRequest);
    if (!fields.email && !fields.phone && !fields.externalId) throw unreachable();
    return fields;
  }

  /** Starts again if another request inserts one of the contacts between the read and the write. */
  private async write(tenantId: TenantId, rows: readonly Row[]): Promise<ImportOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.tenant(tenantId, (tx) => this.writeIn(tx, tenantId, rows));
      } catch (error) {
        if (!violatedUnique(error)) throw error;
        if (attempt === ATTEMPTS) throw new Problem('Conflict', { message: 'The contacts are being changed.' });
      }
    }
  }

  private async writeIn(tx: EntityManager, tenantId: TenantId, rows: readonly Row[]): Promise<ImportOutcome> {
    await this.contacts.lockImports(tx, tenantId);
    const emailKeys = new Set(rows.flatMap(({ fields: { email } }) => (email ? emailKey(email) : [])));
    const phones = new Set(rows.flatMap(({ fields: { phone } }) => phone ?? []));
    const externalIds = new Set(rows.flatMap(({ fields: { externalId } }) => externalId ?? []));
    const keys = { emailKeys: [...emailKeys], phones: [...phones], externalIds: [...externalIds] };
    const existing = await this.contacts.lockKnown(tx, tenantId, keys);
    const contacts = new ContactImport(existing);
    const outcome = applyAll(contacts, rows);
    const { created, updated } = contacts;
    const now = new Date();
    await this.contacts.upsertAll(tx, tenantId, [...updated, ...created], now);
    await this.confirmations.askAtNewAddress(tx, tenantId, contacts.readdressed);
    await this.events.record(tx, tenantId, [
      ...created.map((contact) => contactEvent('contact.created', contact, now)),
      ...updated.map((contact) => contactEvent('contact.updated', contact, now)),
    ]);
    return outcome;
  }
}

function applyAll(contacts: ContactImport, rows: readonly Row[]): ImportOutcome {
  const outcome: ImportOutcome = { created: 0, updated: 0, errors: [] };
  for (const { index, fields } of rows) {
    const result = contacts.apply(fields);
    if (result === 'created' || result === 'updated') outcome[result] += 1;
    else outcome.errors.push({ index, problem: result === 'unreachable' ? unreachable() : taken(result.taken) });
  }
  return outcome;
}

function wrongSize(): Problem {
  const message = `must have 1 to ${MAX_IMPORT} rows`;
  return new Problem('InvalidParameter', {
    message: `Contacts ${message}`,
    details: [{ Field: 'Contacts', Message: message }],
  });
}
