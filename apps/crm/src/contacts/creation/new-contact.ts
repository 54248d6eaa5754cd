import { v7 } from 'uuid';
import { newId, type TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { Contact } from '../contact.entity.js';
import { foldText } from '../../fold-text.js';
import type { IdentifierKind } from '../../identifiers/identifiers.js';

/** Values of a new contact. Absent ones are empty. */
export type ContactValues = Partial<
  Omit<
    Contact,
    | 'tenantId'
    | 'id'
    | 'nameKey'
    | 'filterKeys'
    | 'dataKey'
    | 'deletedAt'
    | 'deletedBy'
    | 'deleteReason'
    | 'anonymizedAt'
  >
> & {
  /** Parsed, the primary one first. */
  emails: readonly string[];
  /** E.164, the primary one first. */
  phones: readonly string[];
};

/** A contact as it is stored, with its identifiers and its key in plain. */
export interface NewContact {
  contact: Contact;
  identifiers: ContactIdentifier[];
  key: DataKey;
}

export function createContact(
  tenantId: TenantId,
  cipher: TenantCipher,
  { emails, phones, ...values }: ContactValues,
  id: Contact['id'] = newId('cnt'),
): NewContact {
  const { key, sealed } = cipher.createContactKey(id);
  const now = new Date();
  const contact: Contact = {
    ...EMPTY,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: now,
    tags: [],
    custom: {},
    ...values,
    tenantId,
    id,
    nameKey: values.name ? foldText(values.name) : null,
    dataKey: sealed,
  };
  const identifiers = [
    ...emails.map((value, index) => createIdentifier(contact, cipher, key, 'email', value, index === 0)),
    ...phones.map((value, index) => createIdentifier(contact, cipher, key, 'phone', value, index === 0)),
  ];
  return { contact, identifiers, key };
}

/** An e-mail address or telephone number as it is stored. */
export function createIdentifier(
  { tenantId, id: contactId }: Pick<Contact, 'tenantId' | 'id'>,
  cipher: TenantCipher,
  key: DataKey,
  kind: IdentifierKind,
  value: string,
  isPrimary: boolean,
): ContactIdentifier {
  return {
    tenantId,
    id: v7(),
    contactId,
    kind,
    sealed: key.seal(kind, value),
    blindIndex: cipher.indexOf(kind, value),
    untaggedIndex: cipher.untaggedIndexOf(kind, value),
    domainIndex: cipher.domainIndexOfIdentifier(kind, value),
    isPrimary,
    isLive: true,
    createdAt: new Date(),
  };
}

const EMPTY = {
  lifecycle: 'contact',
  stage: 'new',
  name: null,
  ownerId: null,
  jobTitle: null,
  companyId: null,
  country: null,
  state: null,
  city: null,
  timeZone: null,
  source: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  device: null,
  os: null,
  browser: null,
  ipCountry: null,
  emailStatus: null,
  score: null,
  lastPersonActivityAt: null,
  deletedAt: null,
  deletedBy: null,
  deleteReason: null,
  anonymizedAt: null,
} satisfies Partial<Contact>;
