import { newId } from '#libs/core/persistence';
import { changed, emailKey, hasOtherEmail, type ContactChange, type ContactData } from './contact.js';

export type RowOutcome = 'created' | 'updated' | 'phone taken';

interface Entry {
  contact: ContactData;
  isNew: boolean;
}

/**
 * Applies the rows of an import in their order to contacts in memory, as if they came one by one; {@link created} and
 * {@link updated} are what to write. It needs every contact that has an e-mail or phone of one of the rows.
 *
 * A row is about the contact with its e-mail. If there is none, or the row has only a phone, it is about the contact
 * with that phone, unless that contact has another e-mail.
 */
export class ContactImport {
  readonly #byEmail = new Map<string, Entry>();
  readonly #byPhone = new Map<string, Entry>();
  readonly #touched = new Set<Entry>();
  readonly #readdressed = new Set<Entry>();

  constructor(existing: readonly ContactData[]) {
    for (const contact of existing) this.index({ contact, isNew: false });
  }

  apply(row: ContactChange): RowOutcome {
    const holder = row.phone ? this.#byPhone.get(row.phone) : undefined;
    const entry = this.subject(row, holder);
    if (holder && holder !== entry) return 'phone taken';
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

  private subject(row: ContactChange, holder: Entry | undefined): Entry | undefined {
    if (!row.email) return holder;
    const byEmail = this.#byEmail.get(emailKey(row.email));
    return byEmail ?? (holder?.contact.email === null ? holder : undefined);
  }

  private create({ email = null, phone = null, name = null, attributes = {} }: ContactChange): void {
    const entry = { contact: { id: newId('cnt'), email, phone, name, attributes }, isNew: true };
    this.index(entry);
    this.#touched.add(entry);
  }

  private change(entry: Entry, row: ContactChange): void {
    const { contact: before } = entry;
    entry.contact = changed(before, row);
    if (entry.contact === before) return;
    if (before.phone !== null) this.#byPhone.delete(before.phone);
    this.index(entry);
    this.#touched.add(entry);
    if (!entry.isNew && hasOtherEmail(before, entry.contact)) this.#readdressed.add(entry);
  }

  private index(entry: Entry): void {
    const { email, phone } = entry.contact;
    if (email !== null) this.#byEmail.set(emailKey(email), entry);
    if (phone !== null) this.#byPhone.set(phone, entry);
  }

  private outcome(isNew: boolean): ContactData[] {
    return [...this.#touched].filter((entry) => entry.isNew === isNew).map(({ contact }) => contact);
  }
}
