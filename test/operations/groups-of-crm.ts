import type { TenantId } from '#libs/core/persistence';
import { DestinationOptions } from '../../apps/crm/src/destinations/delivery/destination-options.js';
import { ENTITIES } from '../../apps/crm/src/entities.js';
import { Contact } from '../../apps/crm/src/contacts/contact.entity.js';
import { lockCompanies } from '../../apps/crm/src/contacts/creation/contact-insert.sql.js';
import { updateContacts } from '../../apps/crm/src/contacts/contact-rows.sql.js';
import { insertDomainIndexes } from '../../apps/crm/src/contacts/filter-keys/domain-index.sql.js';
import { insertFilterKeys } from '../../apps/crm/src/contacts/filter-keys/filter-key.sql.js';
import { ContactRepository } from '../../apps/crm/src/contacts/contact.repository.js';
import { listCurrentConsent } from '../../apps/crm/src/consent/consent.sql.js';
import { deleteChanges } from '../../apps/crm/src/contact-changes/contact-change.sql.js';
import { ACTIVITY_TIMES } from '../../apps/crm/src/customers/customer.sql.js';
import { updateLastActs } from '../../apps/crm/src/event-days/event-days.sql.js';
import { countIdentifiers } from '../../apps/crm/src/imports/import.sql.js';
import { findLastActivities } from '../../apps/crm/src/imports/undo/import-undo.sql.js';
import { listMessageDays } from '../../apps/crm/src/journeys/effects/contact-message-days.sql.js';
import { updateStages } from '../../apps/crm/src/journeys/effects/stage-changes.sql.js';
import { listMailDeeds } from '../../apps/crm/src/journeys/engine/mail-deeds.sql.js';
import {
  listEarlierEntries,
  listLiving,
  lockByIds,
  lockOfContacts,
  updateEnrollments,
} from '../../apps/crm/src/journeys/enrollments/enrollment.sql.js';
import { dueNow } from '../../apps/crm/src/journeys/enrollments/gone-contacts.sql.js';
import { recordDeeds, recordFailures } from '../../apps/crm/src/journeys/triggers/step-reports.sql.js';
import { insertForms } from '../../apps/crm/src/leads/forms/lead-form.sql.js';
import { listCountedNames, lockContactsOfLeads } from '../../apps/crm/src/pixel-events/pixel-events.sql.js';
import { listNoticeTimes, updateEmailStatuses } from '../../apps/crm/src/recipient-notices/recipient-notice.sql.js';
import { clearScores } from '../../apps/crm/src/scores/score.sql.js';
import { WebhookStore } from '#libs/messaging/webhooks';
import { filling, TEXT, textOf, UUID, uuidOf } from './filled-groups.js';
import { GROUP, group, type GroupsOfApp } from './groups.js';
import { webhookGroups } from './groups-of-webhooks.js';

const JOURNEY = '00000000-0000-4000-8000-aaaaaaaaaaaa';
const CONTACT = TEXT('cnt');
const NOW = new Date();
const contactIds = GROUP.map((n) => textOf('cnt', n));
const uuids = GROUP.map(uuidOf);
const leadIds = GROUP.map((n) => textOf('lea', n));

const FILLED = filling({
  contact: {
    id: CONTACT,
    lifecycle: `'contact'`,
    stage: `'contacted'`,
    name: `'Nome ' || n`,
    name_key: `'nome ' || n`,
    tags: `'{}'`,
    custom: `'{}'`,
    score: '5',
    created_at: `now() - n * interval '20 seconds'`,
  },
  contact_identifier: {
    id: UUID,
    contact_id: CONTACT,
    kind: `'email'`,
    blind_index: `sha256(($1 || n)::bytea)`,
    is_primary: 'true',
  },
  enrollment: {
    id: UUID,
    journey_id: `'${JOURNEY}'`,
    contact_id: CONTACT,
    state: `'waiting'`,
    due_at: `now() + n * interval '1 second'`,
    cause: `'{}'`,
  },
  enrollment_step: { enrollment_id: UUID, seq: '1', step: '1', outcome: `'sent'` },
  lead_receipt: { lead_id: TEXT('lea'), contact_id: CONTACT },
  company: { id: UUID, name_key: `'empresa ' || n` },
  consent_change: { id: UUID, contact_id: CONTACT, channel: `'email'`, granted: 'true' },
  contact_change: { seq: 'n', contact_id: CONTACT },
  activity: { id: UUID, contact_id: CONTACT, type: `'note'` },
  contact_event_day: { contact_id: CONTACT, name: `'email_aberto'`, day: 'current_date', n: '1' },
  contact_message_day: { contact_id: CONTACT, day: 'current_date', sent: '1' },
  recipient_notice: { contact_id: CONTACT, subject: `'consent'` },
  destination: { id: UUID, url: `'https://example.test/'`, active: 'true' },
  destination_delivery: { id: UUID, endpoint_id: UUID, event_id: TEXT('evt'), status: `'pending'` },
});

/** A contact as an import writes it. */
const importedOf = (tenantId: TenantId) => (id: string) =>
  Object.assign(new Contact(), {
    tenantId,
    id,
    stage: 'customer',
    name: 'Ana',
    nameKey: 'ana',
    tags: [],
    custom: {},
    updatedAt: NOW,
    lastActivityAt: NOW,
  });

const KEYS = GROUP.map((n) => ({ enrollmentId: uuidOf(n), seq: 1 }));

/** Groups of the CRM. */
export const CRM: GroupsOfApp = {
  app: 'crm',
  entities: ENTITIES,
  filling: FILLED,
  groups: {
    'enrollments by their ids, and what becomes of them': group(
      async (tx, _, own) => {
        const locked = await lockByIds(tx, own, uuids);
        await updateEnrollments(tx, own, locked);
      },
      2 * 5 * GROUP.length,
    ),
    'enrollments of contacts': group((tx, _, own) => lockOfContacts(tx, own, contactIds)),
    'enrollments of contacts that are gone': group((tx, _, own) => dueNow(tx, own, contactIds, NOW)),
    'earlier entries of contacts': group((tx, _, own) => listEarlierEntries(tx, own, JOURNEY, contactIds, NOW)),
    'living contacts': group((tx, _, own) => listLiving(tx, own, contactIds)),
    'deeds with the mails of steps': group((tx, _, own) =>
      recordDeeds(
        tx,
        own,
        KEYS.map((key) => ({ ...key, did: 'opened', occurredAt: NOW })),
      ),
    ),
    'steps that failed': group((tx, _, own) =>
      recordFailures(
        tx,
        own,
        KEYS.map((key) => ({ ...key, reason: 'bounced' })),
      ),
    ),
    'deeds of steps': group((tx, _, own) => listMailDeeds(tx, own, uuids, [1])),
    'days of messages': group((tx, _, own) => listMessageDays(tx, own, contactIds)),
    'forms of leads': group((tx, _, own) =>
      insertForms(
        tx,
        own,
        leadIds.map((leadId) => ({ leadId, formId: 'frm_1', pageId: null })),
      ),
    ),
    'stages of contacts': group((tx, _, own) =>
      updateStages(
        tx,
        own,
        contactIds.map((id) => ({ id, stage: 'customer' }) as never),
        NOW,
      ),
    ),
    'contacts of an import': group((tx, _, own) => updateContacts(tx, contactIds.map(importedOf(own)) as never)),
    'keys of contacts': group((tx, _, own) =>
      insertFilterKeys(tx, own, contactIds.map((id) => ({ id, keys: ['city=x'] })) as never),
    ),
    'domains of addresses': group((tx, _, own) =>
      insertDomainIndexes(
        tx,
        own,
        uuids.map((id) => ({ id, index: Buffer.from('domain') })),
      ),
    ),
    'contacts by their ids': group((tx, _, own) => new ContactRepository().findMany(tx, own, contactIds)),
    'identifiers of contacts': group((tx, _, own) => new ContactRepository().listIdentifiers(tx, own, contactIds)),
    'numbers of identifiers': group((tx, _, own) => countIdentifiers(tx, own, contactIds)),
    'companies of contacts': group((tx, _, own) =>
      lockCompanies(
        tx,
        uuids.map((id) => ({ tenantId: own, id })),
      ),
    ),
    'consent of contacts': group((tx, _, own) => listCurrentConsent(tx, own, contactIds)),
    'changes that are told': group((tx, _, own) => deleteChanges(tx, own, GROUP.map(String))),
    'times of activities': group((tx, _, own) => tx.query(ACTIVITY_TIMES, [own, contactIds])),
    'last activities': group((tx, _, own) => findLastActivities(tx, own, contactIds as never)),
    'last acts of people': group((tx, _, own) =>
      updateLastActs(
        tx,
        own,
        contactIds.map((contactId) => ({ contactId, at: NOW })),
      ),
    ),
    'contacts of leads': group((tx, _, own) => lockContactsOfLeads(tx, own, leadIds)),
    'names that are counted': group((tx, _, own) =>
      listCountedNames(tx, own, contactIds, ['2000-01-01', '2100-01-01']),
    ),
    'notices of contacts': group((tx, _, own) => listNoticeTimes(tx, own, contactIds)),
    'addresses that bounce': group((tx, _, own) =>
      updateEmailStatuses(
        tx,
        own,
        contactIds.map((contactId) => ({ contactId, emailStatus: 'valid', isActive: true }) as never),
      ),
    ),
    'scores that go': group((tx, _, own) => clearScores(tx, own, contactIds)),
    ...webhookGroups(new WebhookStore(new DestinationOptions({} as never)), uuids, uuids, 'https://example.test/'),
  },
};
