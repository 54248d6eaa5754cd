import { createHash } from 'node:crypto';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { ContactImport } from '../contact-import.entity.js';
import { noOutcome, type Outcome } from './import-batch.js';
import { firstOf, identifiersOf, matchRow } from './import-matching.js';
import type { ImportRow } from '../rows/import-row.js';
import type { FoundIdentifier } from '../../identifiers/identifier-look-up.sql.js';
import type { IdentifierCounts } from '../import.sql.js';
import { SimulatedContacts } from './simulated-contacts.js';

/** Counts what an import would do, without writing a contact. It remembers what earlier rows would have made. */
export class ImportSimulation {
  readonly #contacts = new SimulatedContacts();

  constructor(
    private readonly contactImport: ContactImport,
    private readonly cipher: TenantCipher,
  ) {}

  /**
   * @param found the stored contacts that have identifiers of the rows
   * @param counts how many identifiers these contacts have
   */
  apply(
    rows: readonly ImportRow[],
    found: readonly FoundIdentifier[],
    counts: ReadonlyMap<string, IdentifierCounts>,
  ): Outcome {
    const outcome = noOutcome();
    const stored = new Map(found.map(({ blindIndex, contactId }) => [blindIndex.toString('latin1'), contactId]));
    for (const row of rows) {
      const match = matchRow<number>(row, identifiersOf(this.cipher, row), this.contactImport.options, {
        ownerOf: ({ indexes }) => firstOf(indexes, (index) => this.ownerOf(index, stored, counts)),
        countOf: (contact, kind) => this.#contacts.countOf(contact, kind),
      });
      if (match.contact !== undefined && this.contactImport.ifExists === 'skip') {
        outcome.skipped += 1;
        continue;
      }
      if (match.error) {
        outcome.failed += 1;
        outcome.errors.push(match.error);
        continue;
      }
      outcome[match.contact === undefined ? 'created' : 'updated'] += 1;
      outcome.warnings.push(...row.warnings, ...match.warnings);
      const contact = match.contact ?? this.#contacts.create();
      for (const { kind, blindIndex } of match.added) this.#contacts.add(contact, kind, blindIndex);
    }
    return outcome;
  }

  private ownerOf(
    index: Buffer,
    stored: ReadonlyMap<string, string>,
    counts: ReadonlyMap<string, IdentifierCounts>,
  ): number | undefined {
    const simulated = this.#contacts.find(index);
    const contactId = stored.get(index.toString('latin1'));
    if (simulated !== undefined || contactId === undefined) return simulated;
    const hash = createHash('sha256').update(contactId).digest();
    const known = this.#contacts.find(hash);
    if (known !== undefined) return known;
    const contact = this.#contacts.create(counts.get(contactId));
    this.#contacts.set(hash, contact);
    return contact;
  }
}
