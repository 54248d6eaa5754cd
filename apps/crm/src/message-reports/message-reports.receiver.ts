import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { v7 } from 'uuid';
import { type AppEvent, type MessageReport, OnAppEvents } from '#libs/core/app-events';
import { DecoratedMethods, groupBy } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { insertActivities } from '../contacts/contact-rows.sql.js';
import { Contact } from '../contacts/contact.entity.js';
import { EventDays } from '../event-days/event-days.js';
import { changeName, reportName } from '../event-days/event-names.js';
import { findIdentifiers, type IndexedIdentifier } from '../identifiers/identifier-look-up.sql.js';
import { parseEmail } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { toActivity } from '../timeline/timeline.js';
import { insertNewChanges } from './message-report.sql.js';
import { type MessagesReportedHandler, ON_MESSAGES_REPORTED, type ReportOfContact } from './on-messages-reported.js';

interface IndexedReport {
  report: MessageReport;
  /** The address may have been stored in more than one spelling. */
  indexes: IndexedIdentifier[];
}

/** A report, and a live contact with its address. */
interface Told {
  contact: Contact;
  report: MessageReport;
  occurredAt: Date;
}

const NO_URL = Buffer.alloc(0);

/** Brings what happens to messages at Platform into the timelines and the counts of the contacts that have the addresses. */
@Injectable()
export class MessageReportsReceiver implements OnApplicationBootstrap {
  #handlers: MessagesReportedHandler[] = [];

  constructor(
    private readonly keys: TenantKeys,
    private readonly days: EventDays,
    private readonly methods: DecoratedMethods,
  ) {}

  onApplicationBootstrap(): void {
    const found = this.methods.list<true, Parameters<MessagesReportedHandler>>(ON_MESSAGES_REPORTED);
    this.#handlers = found.map(
      ({ call }) =>
        (...given) =>
          call(...given),
    );
  }

  /** Costs as many statements for a batch as for one report. An address that no contact has leaves nothing. */
  @OnAppEvents('platform.messages.reported')
  async reported(tx: EntityManager, events: readonly AppEvent<'platform.messages.reported'>[]): Promise<void> {
    const tenantId = events[0]!.tenantId;
    const cipher = await this.keys.findCipherWithin(tx, tenantId);
    if (!cipher) return;
    const reports = events.flatMap(({ payload }) => payload.reports);
    const told = await this.lockAll(
      tx,
      tenantId,
      reports.map((report) => ({ report, indexes: indexesOf(cipher, report) })),
    );
    if (told.length === 0) return;
    await setChangeCause(tx, causedBy('platform'));
    await this.recordTimelines(tx, tenantId, cipher, told);
    await this.days.add(
      tx,
      tenantId,
      told.map(({ contact, report, occurredAt }) => ({
        contactId: contact.id,
        name: reportName(report),
        occurredAt,
        isByPerson: isByPerson(report),
      })),
    );
    await this.tellHandlers(tx, tenantId, told);
  }

  /** Locks the contacts that have the addresses, in the order of their ids. */
  private async lockAll(tx: EntityManager, tenantId: TenantId, reports: readonly IndexedReport[]): Promise<Told[]> {
    const identifiers = await findIdentifiers(
      tx,
      tenantId,
      reports.flatMap(({ indexes }) => indexes),
    );
    if (identifiers.length === 0) return [];
    const owners = new Map(identifiers.map((one) => [nameOf(one), one.contactId]));
    const contacts = await tx.find(Contact, {
      where: { tenantId, id: In([...new Set(owners.values())]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const live = new Map(
      contacts.filter(({ deletedAt }) => deletedAt === null).map((contact) => [contact.id, contact]),
    );
    return reports.flatMap(({ report, indexes }): Told[] => {
      const ids = new Set(indexes.flatMap((index) => owners.get(nameOf(index)) ?? []));
      return [...ids].flatMap((id) => {
        const contact = live.get(id);
        return contact ? [{ contact, report, occurredAt: new Date(report.occurredAt) }] : [];
      });
    });
  }

  /** The first of each kind for a message, and the first click of each link: what is opened ten times is one entry. */
  private async recordTimelines(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    told: readonly Told[],
  ): Promise<void> {
    const firsts = await insertNewChanges(
      tx,
      tenantId,
      told.map(({ contact, report: { messageId, change, url }, occurredAt }) => {
        return { messageId, contactId: contact.id, change, urlHash: hashOf(url), occurredAt };
      }),
    );
    const first = told.filter((_, index) => firsts.has(index));
    const activities = [...groupBy(first, ({ contact }) => contact).entries()].flatMap(([contact, ofContact]) => {
      const key = contact.dataKey && cipher.openContactKey(contact.id, contact.dataKey);
      return ofContact.map(({ report, occurredAt }) => ({
        ...toActivity(tenantId, contact.id, key, { type: 'message', authorId: null, data: dataOf(report) }),
        id: v7({ msecs: occurredAt.getTime() }),
        createdAt: occurredAt,
      }));
    });
    await insertActivities(tx, activities);
  }

  private async tellHandlers(tx: EntityManager, tenantId: TenantId, told: readonly Told[]): Promise<void> {
    const ofOrigins = told.flatMap(({ contact: { id: contactId }, report, occurredAt }): ReportOfContact[] => {
      const { messageId, channel, change, url, origin, reason } = report;
      return origin === undefined
        ? []
        : [
            {
              contactId,
              messageId,
              channel,
              change,
              origin,
              occurredAt,
              ...(url !== undefined && { url }),
              ...(reason !== undefined && { reason }),
            },
          ];
    });
    if (ofOrigins.length === 0) return;
    for (const handle of this.#handlers) await handle(tx, tenantId, ofOrigins);
  }
}

/** Consents are told by `platform.recipients.changed`; here a withdrawal is an entry and a count. */
const isByPerson = ({ change }: MessageReport): boolean => change === 'opened' || change === 'clicked';

const dataOf = ({ messageId, channel, change, subject, url }: MessageReport) => ({
  messageId,
  channel,
  change: changeName(change),
  ...(subject !== undefined && { subject }),
  ...(url !== undefined && { url }),
});

function indexesOf(cipher: TenantCipher, { channel, address }: MessageReport): IndexedIdentifier[] {
  if (channel === 'sms')
    return cipher.indexesOf('phone', address).map((blindIndex) => ({ kind: 'phone' as const, blindIndex }));
  const email = parseEmail(address);
  return email === null ? [] : [{ kind: 'email', blindIndex: cipher.indexOf('email', email) }];
}

const nameOf = ({ kind, blindIndex }: IndexedIdentifier): string => `${kind} ${blindIndex.toString('latin1')}`;

const hashOf = (url: string | undefined): Buffer =>
  url === undefined ? NO_URL : createHash('sha256').update(url).digest().subarray(0, 16);
