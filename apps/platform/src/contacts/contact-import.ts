import { newId } from '#libs/core/persistence';
import type { UniqueField } from './contact-problems.js';
import { changed, emailKey, hasOtherEmail, type ContactChange, type ContactData } from './contact.js';

/** Outcome of a row. `taken`: another contact has its value of the field. `unreachable`: it would add one without an address. */
export type RowOutcome = 'created' | 'updated' | 'unreachable' | { taken: UniqueField };

interface Entry {
  contact: ContactData;
  isNew: boolean;
}

/**
 * Applies the rows of an import in their order to contacts in memory, as if they came one by one; {@link created} and
 * {@link updated} are what to write. It needs every contact that has an external id, e-mail or phone of one of the rows.
 *
 * A row is about the contact with its external id. If there is none, it is about the contact with its e-mail; if there is none
 * either, or the row has only a phone, about the contact with that phone, unless that contact has another e-mail. A contact with
 * another external id is another one.
 */
export class ContactImport {
  readonly #byExternalId = new Map<string, Entry>();
  readonly #byEmail = new Map<string, Entry>();
  readonly #byPhone = new Map<string, Entry>();
  readonly #touched = new Set<Entry>();
  readonly #readdressed = new Set<Entry>();

  constructor(existing: readonly ContactData[]) {
    for (const contact of existing) this.index({ contact, isNew: false });
  }

  apply(row: ContactChange): RowOutcome {
    const byEmail = row.email ? this.#byEmail.get(emailKey(row.email)) : undefined;
    const byPhone = row.phone ? this.#byPhone.get(row.phone) : undefined;
    const entry = this.subject(row, byEmail, byPhone);
    if (byEmail && byEmail !== entry) return { taken: 'Email' };
    if (byPhone && byPhone !== entry) return { taken: 'Phone' };
    if (!entry && !row.email && !row.phone) return 'unreachable';
    if (entry) this.change(entry, row);
    else this.create(row);
    return entry ? 'updated' : 'created';
  }

  /** New contacts, as they are after the last row. */
  get created(): ContactData[] {
    return this.outcome(true);
  }

  /** Existing contacts that the rows changed. */
  get updated(): ContactData[] {
    return this.outcome(false);
  }

  /** Existing contacts that have an address now, and had none. */
  get readdressed(): ContactData[] {
    return [...this.#readdressed].map(({ contact }) => contact);
  }

  private subject(
    { externalId, email }: ContactChange,
    byEmail: Entry | undefined,
    byPhone: Entry | undefined,
  ): Entry | undefined {
    const byId = externalId ? this.#byExternalId.get(externalId) : undefined;
    if (byId) return byId;
    const byAddress = byEmail ?? (!email || byPhone?.contact.email === null ? byPhone : undefined);
    return externalId && byAddress && byAddress.contact.externalId !== null ? undefined : byAddress;
  }

  private create({ externalId = null, email = null, phone = null, name = null, attributes = {} }: ContactChange): void {
    const entry = { contact: { id: newId('cnt'), externalId, email, phone, name, attributes }, isNew: true };
    this.index(entry);
    this.#touched.add(entry);
  }

  private change(entry: Entry, row: ContactChange): void {
    const { contact: before } = entry;
    entry.contact = changed(before, row);
    if (entry.contact === before) return;
    this.forget(before);
    this.index(entry);
    this.#touched.add(entry);
    if (!entry.isNew && hasOtherEmail(before, entry.contact)) this.#readdressed.add(entry);
  }

  private forget({ externalId, email, phone }: ContactData): void {
    if (externalId !== null) this.#byExternalId.delete(externalId);
    if (email !== null) this.#byEmail.delete(emailKey(email));
    if (phone !== null) this.#byPhone.delete(phone);
  }

  private index(entry: Entry): void {
    const { externalId, email, phone } = entry.contact;
    if (externalId !== null) this.#byExternalId.set(externalId, entry);
    if (email !== null) this.#byEmail.set(emailKey(email), entry);
    if (phone !== null) this.#byPhone.set(phone, entry);
  }

  private outcome(isNew: boolean): ContactData[] {
    return [...this.#touched].filter((entry) => entry.isNew === isNew).map(({ contact }) => contact);
  }
}
