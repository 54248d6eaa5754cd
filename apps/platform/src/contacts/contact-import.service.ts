import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CompiledValidationPipe, Problem, toProblem } from '#libs/http';
import { Database, type TenantId, violatedUnique } from '#libs/persistence';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import { emailKey, type ContactChange } from './contact.js';
import { contactEvent } from './contact-events.js';
import { ContactImport } from './contact-import.js';
import { toContactRow } from './contact.mapper.js';
import { taken, unreachable } from './contact-problems.js';
import { ContactRepository } from './contact.repository.js';
import { CreateContactRequest, MAX_IMPORT } from './dto/contact.requests.js';

const ATTEMPTS = 3;

export interface ImportOutcome {
  created: number;
  updated: number;
  errors: { index: number; problem: Problem }[];
}

interface Row {
  index: number;
  fields: ContactChange;
}

/** Takes in many contacts in one call and one transaction; a row that cannot be taken is left out alone. */
@Injectable()
export class ContactImportService {
  private readonly validation = new CompiledValidationPipe();

  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly events: WebhookEvents,
  ) {}

  /**
   * Adds the contacts that are new and changes the others, in the order of the rows. The statements are as many for
   * one row as for all. @throws Problem InvalidParameter for no rows or too many of them
   */
  async run(tenantId: TenantId, values: readonly unknown[]): Promise<ImportOutcome> {
    if (values.length === 0 || values.length > MAX_IMPORT) throw wrongSize();
    const errors: ImportOutcome['errors'] = [];
    const rows = values.flatMap((value, index): Row | Row[] => {
      try {
        return { index, fields: this.readRow(value) };
      } catch (error) {
        errors.push({ index, problem: toProblem(error) });
        return [];
      }
    });
    const outcome = await this.write(tenantId, rows);
    return { ...outcome, errors: [...errors, ...outcome.errors].sort((one, other) => one.index - other.index) };
  }

  private readRow(value: unknown): ContactChange {
    if (value instanceof Problem) throw value;
    const request = this.validation.transform(value, { type: 'body', metatype: CreateContactRequest });
    const fields = toContactRow(request as CreateContactRequest);
    if (!fields.email && !fields.phone) throw unreachable();
    return fields;
  }

  /** A contact that somebody adds between our look and our write makes us look again. */
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
    const existing = await this.contacts.holdAll(tx, tenantId, [...emailKeys], [...phones]);
    const contacts = new ContactImport(existing);
    const outcome = applyAll(contacts, rows);
    const { created, updated } = contacts;
    const now = new Date();
    await this.contacts.save(tx, tenantId, [...updated, ...created], now);
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
    if (result === 'phone taken') outcome.errors.push({ index, problem: taken('Phone') });
    else outcome[result] += 1;
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
