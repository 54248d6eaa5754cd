import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/core/jobs';
import {
  type BoundedCount,
  Database,
  NO_ROWS,
  type KeysetPage,
  type KeysetRequest,
  type Id,
  type TenantId,
} from '#libs/core/persistence';
import { AccountSettingsRepository, DEFAULT_ACCOUNT } from '../account-settings/account-settings.repository.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { CustomValues } from '../custom-fields/custom-value.js';
import { foldText } from '../fold-text.js';
import { type FilterTexts, FOLDED_COLUMNS } from '../contacts/filter-keys/filter-keys.js';
import { type IdentifierKind, parseIdentifier } from '../identifiers/identifiers.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ContactFilter, CustomTexts, Moment, ResolvedFilter } from './contact-filter.js';
import { ContactListRepository } from './contact-list.repository.js';

/** So many digits are a telephone number, fewer a part of a name. */
const PHONE_DIGITS = 8;

/** Lists and searches of contacts. */
@Injectable()
export class ContactListService {
  constructor(
    private readonly database: Database,
    private readonly list: ContactListRepository,
    private readonly contacts: ContactRepository,
    private readonly accounts: AccountSettingsRepository,
    private readonly keys: TenantKeys,
    private readonly customFields: CustomFields,
  ) {}

  /**
   * The filter with values of the tenant's own fields.
   * @throws Problem InvalidParameter for a field that does not exist, and for a value that it cannot have
   */
  async withCustom(tenantId: TenantId, filter: ContactFilter, texts: CustomTexts): Promise<ContactFilter> {
    if (texts.size === 0) return filter;
    const custom = await this.database.tenant(tenantId, (tx) => this.customFields.parseFilter(tx, tenantId, texts));
    return { ...filter, custom };
  }

  /** A page, newest first unless it is asked for otherwise. */
  async listPage(tenantId: TenantId, filter: ContactFilter, page: KeysetRequest): Promise<KeysetPage<ContactRecord>> {
    const cipher = await this.keys.cipherOf(tenantId);
    if (page.counts) return { ...NONE, count: await this.countListed(tenantId, cipher, filter) };
    const tried = await this.database.tenant(tenantId, async (tx) => {
      const resolved = await this.resolve(tx, tenantId, cipher, filter);
      if (!resolved) return { page: NONE };
      const found = await this.list.listNewest(tx, { tenantId, filter: resolved, ...page });
      if (!found) return { resolved };
      return { page: { items: await this.open(tx, tenantId, cipher, found.ids), next: found.next } };
    });
    if (tried.page) return tried.page;
    const { ids, next } = await this.list.listIndexed({ tenantId, filter: tried.resolved, ...page });
    if (ids.length === 0) return NONE;
    return this.database.tenant(tenantId, async (tx) => ({ items: await this.open(tx, tenantId, cipher, ids), next }));
  }

  /** How many contacts a filter has; at most `most`. */
  async count(tenantId: TenantId, filter: ContactFilter, most: number): Promise<number> {
    const cipher = await this.keys.cipherOf(tenantId);
    const resolved = await this.database.tenant(tenantId, (tx) => this.resolve(tx, tenantId, cipher, filter));
    return resolved ? this.list.count(tenantId, resolved, most) : 0;
  }

  private async countListed(tenantId: TenantId, cipher: TenantCipher, filter: ContactFilter): Promise<BoundedCount> {
    const resolved = await this.database.tenant(tenantId, (tx) => this.resolve(tx, tenantId, cipher, filter));
    return resolved ? this.list.countListed(tenantId, resolved) : NO_ROWS;
  }

  /** Contacts in the order of their ids, in two statements. */
  private async open(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    ids: readonly Id<'cnt'>[],
  ): Promise<ContactRecord[]> {
    const contacts = new Map((await this.contacts.findMany(tx, tenantId, ids)).map((contact) => [contact.id, contact]));
    const identifiers = groupBy(await this.contacts.listIdentifiers(tx, tenantId, ids), ({ contactId }) => contactId);
    return ids
      .map((id) => contacts.get(id))
      .filter((contact) => contact !== undefined)
      .map((contact) => openContact(cipher, contact, identifiers.get(contact.id) ?? []));
  }

  /** Null for a filter that no contact can meet. */
  private async resolve(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    { text, tag, custom, segmentId, createdFrom, createdUntil, ...fields }: ContactFilter,
  ): Promise<ResolvedFilter | null> {
    const kind = text === undefined ? null : identifierKindOf(text);
    const { country, timeZone } =
      kind === 'phone' || isDay(createdFrom) || isDay(createdUntil)
        ? await this.accounts.get(tx, tenantId)
        : DEFAULT_ACCOUNT;
    const timeOf = async (moment: Moment | undefined, days: number) =>
      isDay(moment) ? this.list.startOfDay(tx, moment.day, timeZone, days) : moment?.at;
    const resolved: ResolvedFilter = {
      ...splitFields(fields, tag, custom),
      segmentId,
      createdFrom: await timeOf(createdFrom, 0),
      createdBefore: await timeOf(createdUntil, 1),
    };
    if (text === undefined) return resolved;
    if (!kind) return { ...resolved, nameFragment: foldText(text) };
    const value = parseIdentifier(kind, text, country);
    const contactId = value && (await this.contacts.findIdByIndex(tx, tenantId, kind, cipher.indexesOf(kind, value)));
    return contactId ? { ...resolved, contactId } : null;
  }
}

const NONE: KeysetPage<ContactRecord> = { items: [], next: null };

/** Splits a filter into what is compared as it is and what without case and accents. */
function splitFields(
  fields: Omit<ContactFilter, 'custom'>,
  tag: string | undefined,
  custom: CustomValues = {},
): Pick<ResolvedFilter, 'exact' | 'texts' | 'custom'> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const isFolded = ([name]: [string, unknown]) => Object.hasOwn(FOLDED_COLUMNS, name);
  const isText = ([, value]: [string, unknown]) => typeof value === 'string';
  const own = Object.entries(custom);
  const texts: FilterTexts = {
    ...Object.fromEntries(given.filter(isFolded)),
    ...(tag !== undefined && { tags: [tag] }),
    ...(own.some(isText) && { custom: Object.fromEntries(own.filter(isText)) }),
  };
  const others = own.filter((one) => !isText(one));
  return {
    exact: Object.fromEntries(given.filter((one) => !isFolded(one))),
    texts: Object.keys(texts).length > 0 ? texts : undefined,
    custom: others.length > 0 ? Object.fromEntries(others) : undefined,
  };
}

const isDay = (moment: Moment | undefined): moment is { day: string } => moment !== undefined && 'day' in moment;

/** How a search text is read; null for a fragment of a name. */
export function identifierKindOf(text: string): IdentifierKind | null {
  if (text.includes('@')) return 'email';
  return text.replace(/\D/g, '').length >= PHONE_DIGITS ? 'phone' : null;
}
