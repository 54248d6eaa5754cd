import { DataKey } from '#libs/core/secrets';
import { formerForm, type IdentifierKind, indexedForm, withoutTag } from '../identifiers/identifiers.js';

/** Seals what is stored about the contacts of one tenant. */
export class TenantCipher {
  constructor(private readonly key: DataKey) {}

  /** A new key for a contact, and its sealed form. */
  createContactKey(contactId: string): { key: DataKey; sealed: Buffer } {
    const key = DataKey.generate();
    return { key, sealed: this.key.seal(purposeOf(contactId), key.exportBytes()) };
  }

  /** @throws BrokenSeal */
  openContactKey(contactId: string, sealed: Buffer): DataKey {
    return DataKey.fromBytes(this.key.openBytes(purposeOf(contactId), sealed));
  }

  /** The keys of contacts by their ids, but for anonymized ones. @throws BrokenSeal */
  openContactKeys(contacts: readonly { id: string; dataKey: Buffer | null }[]): Map<string, DataKey> {
    return new Map(
      contacts.flatMap(({ id, dataKey }) => (dataKey ? [[id, this.openContactKey(id, dataKey)] as const] : [])),
    );
  }

  /** The blind index of an e-mail address or telephone number, by which the tenant's contact is found. */
  indexOf(kind: IdentifierKind, value: string): Buffer {
    return this.key.blindIndex(kind, indexedForm(kind, value));
  }

  /**
   * The index that a mobile number of Brazil without its ninth digit has if it was stored before both were one; null for other
   * values.
   */
  formerIndexOf(kind: IdentifierKind, value: string): Buffer | null {
    const former = formerForm(kind, value);
    return former === null ? null : this.key.blindIndex(kind, former);
  }

  /** The blind indexes by which the contact of a value is found: that of its spelling first. */
  indexesOf(kind: IdentifierKind, value: string): Buffer[] {
    const former = this.formerIndexOf(kind, value);
    const indexes = [this.indexOf(kind, value), ...(former ? [former] : [])];
    return formerForm(kind, value) === value ? indexes.toReversed() : indexes;
  }

  /** The index of an e-mail address without its tag; null if that is the address's own. */
  untaggedIndexOf(kind: IdentifierKind, value: string): Buffer | null {
    const untagged = kind === 'email' ? withoutTag(indexedForm(kind, value)) : null;
    return untagged === null ? null : this.indexOf(kind, untagged);
  }

  /** The index of what follows the `@` of an e-mail address. */
  domainIndexOf(domain: string): Buffer {
    return this.key.blindIndex('email-domain', domain.toLowerCase());
  }

  /** The same of an identifier; null for one that is no address. */
  domainIndexOfIdentifier(kind: IdentifierKind, value: string): Buffer | null {
    return kind === 'email' ? this.domainIndexOf(value.slice(value.lastIndexOf('@') + 1)) : null;
  }

  /** Seals a value of the tenant that belongs to no contact. */
  seal(purpose: string, value: string): Buffer {
    return this.key.seal(purpose, value);
  }

  /** @throws BrokenSeal */
  open(purpose: string, sealed: Buffer): string {
    return this.key.open(purpose, sealed);
  }

  /** Seals bytes, such as those of another key. */
  sealBytes(purpose: string, value: Buffer): Buffer {
    return this.key.seal(purpose, value);
  }

  /** @throws BrokenSeal */
  openBytes(purpose: string, sealed: Buffer): Buffer {
    return this.key.openBytes(purpose, sealed);
  }
}

const purposeOf = (contactId: string) => `contact ${contactId}`;
