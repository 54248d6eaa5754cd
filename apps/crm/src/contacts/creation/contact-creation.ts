import { Injectable } from '@nestjs/common';
import { auditFields, auditValues } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { groupBy } from '#libs/core/jobs';
import {
  Database,
  GroupCommitter,
  isUnavailable,
  newId,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { failureOf } from '../../audit-trail.js';
import { DEFAULT_ACCOUNT } from '../../account-settings/account-settings.repository.js';
import { requireCustom, validateCustom } from '../../custom-fields/custom-fields.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { toActivity } from '../../timeline/timeline.js';
import { AUDITED } from '../contact-change-log.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import {
  type ContactRows,
  insertContactRows,
  lockCompanies,
  readRules,
  type TenantRules,
} from './contact-insert.sql.js';
import { identifierTaken, isPartlyTaken, noIdentifier, unknownCompany } from '../contact-problems.js';
import { type ContactRecord, openContact } from '../contact-record.js';
import type { Contact } from '../contact.entity.js';
import { createContact } from './new-contact.js';
import { TwinSearch } from '../twin-search.js';
import type { TypedContact, WrittenValues } from '../typed-contact.js';
import { parseTyped } from '../identifier-changes/typed-identifier.js';

const GROUP_MAX = 100;
/** Length from which only half of the queue is taken: answers and new requests then overlap with the next commit. */
const HALVES_FROM = 16;

export interface ContactRequest {
  tenantId: TenantId;
  cipher: TenantCipher;
  authorId: string;
  /** Identifiers and custom values as the user typed them. */
  typed: Pick<TypedContact, 'email' | 'phone' | 'custom'>;
  /** Normalized. */
  values: WrittenValues;
}

interface WaitingContact extends ContactRequest {
  id: Contact['id'];
  /** Made while its request was the current one. */
  audit: unknown[];
}

/** Makes contacts. Those that arrive together share a transaction, and each is refused alone. */
@Injectable()
export class ContactCreation {
  private readonly committer = new GroupCommitter<WaitingContact, ContactRecord | Problem>(
    (items) => this.commit(items),
    { maxItems: GROUP_MAX, halvesFrom: HALVES_FROM, failsWholeGroup: isUnavailable },
  );

  constructor(
    private readonly database: Database,
    private readonly events: ContactEvents,
    private readonly twins: TwinSearch,
  ) {}

  /**
   * Resolves when the contact is committed.
   * @throws Problem Unprocessable for an invalid value, AlreadyExists if another contact has the e-mail or phone,
   * ServiceUnavailable if the audit log takes no entry
   */
  async create(request: ContactRequest): Promise<ContactRecord> {
    const { tenantId, values } = request;
    const id = newId('cnt');
    const after = auditFields({ stage: 'new', source: 'manual', ...values }, AUDITED);
    const event = { action: 'contact.created', object: { type: 'contact', id }, tenantId, after };
    const outcome = await this.committer
      .submit({ ...request, id, audit: auditValues(event) })
      .catch(async (error: unknown) => {
        throw await failureOf(error, this.database, tenantId, event);
      });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  }

  private async commit(items: WaitingContact[]): Promise<(ContactRecord | Problem)[]> {
    const tenantIds = [...new Set(items.map(({ tenantId }) => tenantId))];
    try {
      return await this.database.tenants(tenantIds, async (tx) => {
        const rules = new Map((await readRules(tx, tenantIds)).map((one) => [one.tenantId, one]));
        const companies = await companiesOf(tx, items);
        const rows = items.map((item) => orProblem(() => toRows(item, rules.get(item.tenantId)!, companies)));
        const valid = rows.flatMap((one) => (one instanceof Problem ? [] : one));
        const added = valid.length > 0 ? await insertContactRows(tx, valid) : new Set<string>();
        await this.announce(tx, valid, added);
        return rows.map((one, index) => {
          if (one instanceof Problem) return one;
          if (!added.has(one.contact.id)) return identifierTaken();
          return openContact(items[index]!.cipher, one.contact, one.identifiers);
        });
      });
    } catch (error) {
      throw isPartlyTaken(error) ? identifierTaken() : error;
    }
  }

  private async announce(tx: SqlExecutor, rows: readonly ContactRows[], added: ReadonlySet<string>): Promise<void> {
    const made = rows.filter(({ contact }) => added.has(contact.id));
    const contacts = made.map(({ contact }) => contact);
    for (const tenantId of new Set(contacts.map((contact) => contact.tenantId))) {
      const ofTenant = contacts.filter((contact) => contact.tenantId === tenantId);
      const changes = ofTenant.map(({ id }) => ({ kind: 'created' as const, contactId: id, fields: [] }));
      await this.events.changed(tx, tenantId, changes);
    }
    const withEmail = made.filter(({ identifiers }) => identifiers.some(({ kind }) => kind === 'email'));
    const byTenant = groupBy(withEmail, ({ contact }) => contact.tenantId);
    await this.twins.enqueueAll(
      tx,
      new Map([...byTenant].map(([id, some]) => [id, some.map((one) => one.contact.id)])),
    );
  }
}

function toRows(
  { tenantId, id, cipher, authorId, typed, values, audit }: WaitingContact,
  { country, fields }: TenantRules,
  companies: ReadonlySet<string>,
): ContactRows {
  const home = country ?? DEFAULT_ACCOUNT.country;
  const identifiers = {
    emails: parseTyped('email', typed.email, home),
    phones: parseTyped('phone', typed.phone, home),
  };
  if (identifiers.emails.length + identifiers.phones.length === 0) throw noIdentifier();
  if (values.companyId && !companies.has(companyKey(tenantId, values.companyId))) throw unknownCompany();
  const { set } = validateCustom(fields, typed.custom ?? {});
  requireCustom(fields, set);
  const made = createContact(tenantId, cipher, { source: 'manual', ...values, custom: set, ...identifiers }, id);
  const data = { from: null, to: made.contact.stage };
  const activity = toActivity(tenantId, id, made.key, { type: 'stage-changed', authorId, data });
  const formerIndexes = identifiers.phones.flatMap((phone) => cipher.formerIndexOf('phone', phone) ?? []);
  return { contact: made.contact, identifiers: made.identifiers, formerIndexes, activity, audit };
}

async function companiesOf(tx: SqlExecutor, items: readonly WaitingContact[]): Promise<Set<string>> {
  const named = items.flatMap(({ tenantId, values }) => (values.companyId ? { tenantId, id: values.companyId } : []));
  const found = named.length > 0 ? await lockCompanies(tx, named) : [];
  return new Set(found.map(({ tenantId, id }) => companyKey(tenantId, id)));
}

const companyKey = (tenantId: TenantId, id: string): string => `${tenantId} ${id.toLowerCase()}`;

function orProblem<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
