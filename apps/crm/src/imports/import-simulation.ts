import { createHash } from 'node:crypto';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { ContactImport } from './contact-import.entity.js';
import { ambiguous, identifiersOf, noOutcome, type Outcome } from './import-batch.js';
import type { ImportRow } from './import-row.js';
import type { FoundIdentifier } from './import.sql.js';
import { SimulatedContacts } from './simulated-contacts.js';

/** Counts what an import would do, without writing a contact. It remembers what earlier rows would have made. */
export class ImportSimulation {
  readonly #contacts = new SimulatedContacts();

  constructor(
    private readonly contactImport: ContactImport,
    private readonly cipher: TenantCipher,
  ) {}

  /** @param found the stored contacts that the rows are about */
  apply(rows: readonly ImportRow[], found: readonly FoundIdentifier[]): Outcome {
    const outcome = noOutcome();
    const asked = rows.map((row) => identifiersOf(this.cipher, row));
    const stored = new Map(found.map(({ blindIndex, contactId }) => [blindIndex.toString('latin1'), contactId]));
    for (const [index, row] of rows.entries()) {
      const indexes = asked[index]!.map(({ blindIndex }) => blindIndex);
      const known = new Set(indexes.flatMap((one) => this.contactOf(one, stored) ?? []));
      const [contact] = known;
      if (known.size > 1) {
        outcome.failed += 1;
        outcome.errors.push(ambiguous(row.number));
        continue;
      }
      if (contact !== undefined && this.contactImport.ifExists === 'skip') {
        outcome.skipped += 1;
        continue;
      }
      outcome[contact === undefined ? 'created' : 'updated'] += 1;
      const number = contact ?? this.#contacts.nextContact();
      for (const one of indexes) this.#contacts.set(one, number);
    }
    return outcome;
  }

  private contactOf(index: Buffer, stored: ReadonlyMap<string, string>): number | undefined {
    const simulated = this.#contacts.find(index);
    const contactId = stored.get(index.toString('latin1'));
    if (simulated !== undefined || contactId === undefined) return simulated;
    const hash = createHash('sha256').update(contactId).digest();
    const known = this.#contacts.find(hash);
    if (known !== undefined) return known;
    const number = this.#contacts.nextContact();
    this.#contacts.set(hash, number);
    return number;
  }
}
