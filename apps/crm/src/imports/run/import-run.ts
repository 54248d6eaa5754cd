import { Injectable } from '@nestjs/common';
import { Database, violatedUnique } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../../account-settings/account-settings.repository.js';
import { AddressConsents } from '../../consent/address-consents.js';
import { causedBy, setChangeCause } from '../../contact-changes/change-cause.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import { TwinSearch } from '../../contacts/twin-search.js';
import { CustomFields } from '../../custom-fields/custom-fields.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { ContactImport } from '../contact-import.entity.js';
import { suggestPairs } from '../../duplicates/suggestion-finder.js';
import { ImportBatch, noOutcome, type Outcome } from './import-batch.js';
import type { BoundColumn } from '../rows/import-columns.js';
import { askedOf } from './import-matching.js';
import { ImportReferences, type RunReferences } from './import-references.js';
import { type ImportRow, parseRow, type RowNote, type RowRules } from '../rows/import-row.js';
import { ImportSimulation } from './import-simulation.js';
import { ImportRepository } from '../import.repository.js';
import { countIdentifiers } from '../import.sql.js';
import { findIdentifiers } from '../../identifiers/identifier-look-up.sql.js';
import type { TableRow } from '../table/table.js';

/** Another writer may take an identifier between the look-up and the insert. */
const ATTEMPTS = 5;

/** Begins runs over the rows of imports. */
@Injectable()
export class ImportRuns {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly references: ImportReferences,
    private readonly events: ContactEvents,
    private readonly addresses: AddressConsents,
    private readonly twins: TwinSearch,
    private readonly accounts: AccountSettingsRepository,
    private readonly customFields: CustomFields,
  ) {}

  /** Reads the rules of the tenant, which hold for the whole run. */
  async start(contactImport: ContactImport, cipher: TenantCipher, columns: BoundColumn[]): Promise<ImportRun> {
    const { tenantId } = contactImport;
    const rules = await this.database.tenant(tenantId, async (tx): Promise<RowRules> => {
      const { country } = await this.accounts.get(tx, tenantId);
      const fields = await this.customFields.list(tx, tenantId);
      const { dateFormat, decimalSeparator, ignoresInvalid } = contactImport.options;
      const customFields = new Map(fields.map((field) => [field.key, field]));
      return { columns, country, customFields, dateFormat, decimalSeparator, ignoresInvalid };
    });
    const { database, imports, events, addresses, twins } = this;
    const references = this.references.start(contactImport);
    return new ImportRun(database, imports, contactImport, cipher, references, events, addresses, twins, rules);
  }
}

/** One run over the rows of an import. */
export class ImportRun {
  readonly #simulation: ImportSimulation | undefined;
  #rows: TableRow[] = [];
  #processed: number;

  constructor(
    private readonly database: Database,
    private readonly imports: ImportRepository,
    private readonly contactImport: ContactImport,
    private readonly cipher: TenantCipher,
    private readonly references: RunReferences,
    private readonly events: ContactEvents,
    private readonly addresses: AddressConsents,
    private readonly twins: TwinSearch,
    private readonly rules: RowRules,
  ) {
    this.#processed = contactImport.processed;
    this.#simulation = contactImport.isDryRun ? new ImportSimulation(contactImport, cipher) : undefined;
  }

  get waiting(): number {
    return this.#rows.length;
  }

  add(row: TableRow): void {
    this.#rows.push(row);
  }

  /** Imports the rows that wait; false if the import was ended, or another process continues it. */
  async flush(): Promise<boolean> {
    const count = this.#rows.length;
    if (count === 0) return true;
    const outcome = noOutcome();
    const fail = (errors: RowNote[]): void => {
      outcome.failed += 1;
      outcome.errors.push(...errors);
    };
    const rows: ImportRow[] = [];
    for (const row of this.#rows) {
      const parsed = parseRow(row, this.rules);
      if (Array.isArray(parsed)) fail(parsed);
      else rows.push(parsed);
    }
    const wrong = await this.references.resolve(rows);
    if (this.rules.ignoresInvalid) for (const row of rows) row.warnings.push(...(wrong.get(row) ?? []));
    else for (const errors of wrong.values()) fail(errors);
    const valid = this.rules.ignoresInvalid ? rows : rows.filter((row) => !wrong.has(row));
    const isDone = await this.write(count, valid, outcome);
    this.#rows = [];
    this.#processed += count;
    return isDone;
  }

  private async write(count: number, rows: readonly ImportRow[], invalid: Outcome): Promise<boolean> {
    const simulated = await this.simulate(rows);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.writeOnce(count, rows, invalid, simulated);
      } catch (error) {
        if (violatedUnique(error) !== 'contact_identifier__value__uq' || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async simulate(rows: readonly ImportRow[]): Promise<Outcome | undefined> {
    if (!this.#simulation) return undefined;
    const { tenantId } = this.contactImport;
    const asked = askedOf(this.cipher, rows);
    const { found, counts } = await this.database.tenant(tenantId, async (tx) => {
      const identifiers = await findIdentifiers(tx, tenantId, asked);
      const ids = identifiers.map(({ contactId }) => contactId);
      return { found: identifiers, counts: await countIdentifiers(tx, tenantId, ids) };
    });
    return this.#simulation.apply(rows, found, counts);
  }

  private async writeOnce(
    count: number,
    rows: readonly ImportRow[],
    invalid: Outcome,
    simulated: Outcome | undefined,
  ): Promise<boolean> {
    const { tenantId, id } = this.contactImport;
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.imports.lockForUpdate(tx, tenantId, id);
      if (found?.state !== 'running' || found.processed !== this.#processed) return false;
      await setChangeCause(tx, causedBy('import', found.options.startsJourneys));
      const outcome = simulated ?? (await ImportBatch.apply(tx, found, this.cipher, rows));
      const errors = [...invalid.errors, ...outcome.errors];
      const { warnings } = outcome;
      const notes = [
        ...errors.map((error) => ({ ...error, isWarning: false })),
        ...warnings.map((warning) => ({ ...warning, isWarning: true })),
      ].sort((a, b) => a.rowNumber - b.rowNumber);
      await this.events.changed(tx, tenantId, outcome.told);
      await this.addresses.follow(tx, this.cipher, tenantId, outcome.moved);
      await this.twins.enqueue(tx, tenantId, outcome.compared);
      await suggestPairs(tx, tenantId, outcome.pairs, 'address-in-import');
      await this.imports.insertNotes(tx, found, notes, found.errors + found.warnings);
      await this.imports.update(tx, found, {
        processed: found.processed + count,
        created: found.created + outcome.created,
        updated: found.updated + outcome.updated,
        skipped: found.skipped + outcome.skipped,
        failed: found.failed + invalid.failed + outcome.failed,
        errors: found.errors + errors.length,
        warnings: found.warnings + warnings.length,
      });
      return true;
    });
  }
}
