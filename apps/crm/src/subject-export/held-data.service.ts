import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { ItemCollector, type SubjectData } from '#libs/privacy/data-rights';
import { CompanyPerson } from '../companies/company-person.entity.js';
import { Company } from '../companies/company.entity.js';
import { ConsentChange } from '../consent/consent-change.entity.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { DestinationDelivery } from '../destinations/destination-delivery.entity.js';
import { Destination } from '../destinations/destination.entity.js';
import { ErasureRequest } from '../erasure-requests/erasure-request.entity.js';
import { MergeSuggestion } from '../duplicates/merge-suggestion.entity.js';
import { ContactImportChange } from '../imports/undo/contact-import-change.entity.js';
import { ContactEventDay } from '../event-days/contact-event-day.entity.js';
import { Journey } from '../journeys/definition/journey.entity.js';
import { Enrollment } from '../journeys/enrollments/enrollment.entity.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { LeadReceipt } from '../leads/lead-receipt.entity.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';
import { SegmentMember } from '../segments/segment-member.entity.js';
import { Segment } from '../segments/segment.entity.js';
import { Activity } from '../timeline/activity.entity.js';
import {
  activityItem,
  companyItem,
  consentItem,
  contactItem,
  deliveryItem,
  eventDayItem,
  importItem,
  journeyItem,
  leadItem,
  mergeItem,
  requestItem,
  segmentItem,
  suggestionItem,
} from './held-items.js';

/** The tables that name a contact and are exported. A test fails for one that is neither here nor in {@link NOT_HELD}. */
export const HELD_TABLES = [
  'activity',
  'company_person',
  'consent_change',
  'contact',
  'contact_event_day',
  'contact_identifier',
  'contact_import_change',
  'contact_merge',
  'destination_delivery',
  'enrollment',
  'erasure_request',
  'lead_receipt',
  'merge_suggestion',
  'segment_member',
];

/** The tables that name a contact and are not exported, and why. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  contact_change: 'Changes that are about to be told; the contact shows what came of them',
  contact_message_day: 'How many messages journeys asked for on one day; the timeline has the messages',
  message_report: 'Which messages the timeline tells of',
  recipient_notice: 'When Platform last told of the contact; what it told is in the consents',
};

/** Collects what the CRM itself holds about a contact. Saved views hold nothing: they take no address and no number. */
@Injectable()
export class HeldData {
  async collect(
    tx: EntityManager,
    cipher: TenantCipher,
    record: ContactRecord,
    leads: readonly LeadReceipt[],
    limit: number,
  ): Promise<SubjectData> {
    const { contact, key } = record;
    const { tenantId, id: contactId } = contact;
    const newest = { where: { tenantId, contactId }, order: { id: 'desc' } } as const;
    const found = new ItemCollector(limit);
    await found.add(async () => [record], contactItem);
    await found.add(
      (take) => companiesOf(tx, record, take),
      (link) => companyItem(link),
    );
    await found.add(
      (take) => tx.find(ErasureRequest, { ...newest, take }),
      (request) => requestItem(cipher, request, contact),
    );
    await found.add(
      (take) => tx.find(ConsentChange, { ...newest, take }),
      (change) => consentItem(change, key),
    );
    await found.add(
      (take) => tx.find(ContactImportChange, { where: { tenantId, contactId }, order: { changedAt: 'desc' }, take }),
      (change) => importItem(change, key),
    );
    await found.add(
      (take) => {
        const where = [
          { tenantId, contactId },
          { tenantId, otherId: contactId },
        ];
        return tx.find(MergeSuggestion, { where, order: { id: 'desc' }, take });
      },
      (suggestion) => suggestionItem(suggestion, contactId),
    );
    await found.add((take) => {
      const where = [
        { tenantId, keptContactId: contactId },
        { tenantId, mergedContactId: contactId },
      ];
      return tx.find(ContactMerge, { where, order: { id: 'desc' }, take });
    }, mergeItem);
    await found.add(async (take) => leads.slice(0, take), leadItem);
    await found.add((take) => deliveriesOf(tx, contact, take), deliveryItem);
    await found.add((take) => segmentsOf(tx, contact, take), segmentItem);
    await found.add((take) => journeysOf(tx, contact, take), journeyItem);
    await found.add(
      (take) => tx.find(ContactEventDay, { where: { tenantId, contactId }, order: { day: 'desc', name: 'asc' }, take }),
      eventDayItem,
    );
    await found.add(
      (take) => tx.find(Activity, { ...newest, take }),
      (activity) => activityItem(activity, key),
    );
    return found.data;
  }
}

/** A link of a contact to a company. */
export interface HeldCompany {
  company: Company;
  /** Null for the primary one. */
  role: string | null;
  since: Date | null;
}

/** A delivery with data of a contact. */
export interface HeldDelivery {
  delivery: DestinationDelivery;
  /** The name of the destination. */
  destination: string | null;
}

/** A segment that a contact is in. */
export interface HeldSegment {
  segmentId: string;
  name: string | null;
  since: Date;
}

async function segmentsOf(tx: EntityManager, { tenantId, id }: Contact, take: number): Promise<HeldSegment[]> {
  const members = await tx.find(SegmentMember, { where: { tenantId, contactId: id }, order: { since: 'desc' }, take });
  const ids = members.map(({ segmentId }) => segmentId);
  const named = ids.length === 0 ? [] : await tx.findBy(Segment, { tenantId, id: In(ids) });
  const names = new Map(named.map((segment) => [segment.id, segment.name]));
  return members.map(({ segmentId, since }) => ({ segmentId, name: names.get(segmentId) ?? null, since }));
}

/** A way of a contact through a journey. */
export interface HeldEnrollment {
  enrollment: Enrollment;
  /** The name of the journey. */
  journey: string | null;
}

/** The newest first. */
async function journeysOf(tx: EntityManager, { tenantId, id }: Contact, take: number): Promise<HeldEnrollment[]> {
  const ways = await tx.find(Enrollment, { where: { tenantId, contactId: id }, order: { enteredAt: 'desc' }, take });
  const ids = [...new Set(ways.map(({ journeyId }) => journeyId))];
  const named = ids.length === 0 ? [] : await tx.findBy(Journey, { tenantId, id: In(ids) });
  const names = new Map(named.map((journey) => [journey.id, journey.name]));
  return ways.map((enrollment) => ({ enrollment, journey: names.get(enrollment.journeyId) ?? null }));
}

/** The newest first, without what was sent. */
async function deliveriesOf(tx: EntityManager, { tenantId, id }: Contact, take: number): Promise<HeldDelivery[]> {
  const deliveries = await tx.find(DestinationDelivery, {
    select: {
      id: true,
      endpointId: true,
      eventType: true,
      status: true,
      attempts: true,
      createdAt: true,
      lastAttemptAt: true,
    },
    where: { tenantId, contactId: id },
    order: { id: 'desc' },
    take,
  });
  const ids = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const named = ids.length === 0 ? [] : await tx.findBy(Destination, { tenantId, id: In(ids) });
  const names = new Map(named.map((destination) => [destination.id, destination.name]));
  return deliveries.map((delivery) => ({ delivery, destination: names.get(delivery.endpointId) ?? null }));
}

/** The primary one first. */
async function companiesOf(tx: EntityManager, { contact }: ContactRecord, take: number): Promise<HeldCompany[]> {
  const { tenantId, id: contactId, companyId } = contact;
  const links = await tx.find(CompanyPerson, { where: { tenantId, contactId }, order: { companyId: 'asc' }, take });
  const ids = [...(companyId ? [companyId] : []), ...links.map((link) => link.companyId)];
  if (ids.length === 0) return [];
  const byId = new Map((await tx.findBy(Company, { tenantId, id: In(ids) })).map((company) => [company.id, company]));
  const primary = companyId ? byId.get(companyId) : undefined;
  return [
    ...(primary ? [{ company: primary, role: null, since: null }] : []),
    ...links.flatMap(({ companyId: id, role, createdAt }) => {
      const company = byId.get(id);
      return company ? [{ company, role, since: createdAt }] : [];
    }),
  ];
}
