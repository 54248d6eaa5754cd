import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { ItemCollector, spellingsOf, type Subject, type SubjectData } from '#libs/privacy/data-rights';
import { ErasedAddresses } from '../suppressions/erased-addresses.js';
import {
  contactItem,
  eventItem,
  messageItem,
  receivedItem,
  receivedTextItem,
  suppressionItem,
} from './subject-items.js';
import type {
  HeldContact,
  HeldEvent,
  HeldMessage,
  HeldReceived,
  HeldReceivedText,
  HeldSuppression,
} from './subject-items.js';
import { CONTACTS_OF, EVENTS_OF, MESSAGES_TO, RECEIVED_FROM, SUPPRESSIONS_OF, TEXTS_FROM } from './subject-data.sql.js';

/** Data that Platform holds about one person, without the bodies of messages to them. */
@Injectable()
export class SubjectDataService {
  constructor(
    private readonly database: Database,
    private readonly erased: ErasedAddresses,
  ) {}

  async collect(tenantId: TenantId, subject: Subject, limit: number): Promise<SubjectData> {
    const { emails } = subject;
    const phones = [...new Set(subject.phones.flatMap(spellingsOf))];
    const lowered = emails.map((email) => email.toLowerCase());
    return this.database.tenant(tenantId, async (tx) => {
      const found = new ItemCollector(limit);
      const ids: string[] = [];
      const forms = [...lowered, ...phones].flatMap((one) => this.erased.formsOf(tenantId, one));
      await found.add((rows) => many<HeldContact>(tx, CONTACTS_OF, [tenantId, lowered, phones, rows]), contactItem);
      await found.add((rows) => many<HeldSuppression>(tx, SUPPRESSIONS_OF, [tenantId, forms, rows]), suppressionItem);
      await found.add(
        (rows) => many<HeldMessage>(tx, MESSAGES_TO, [tenantId, lowered, phones, rows]),
        (message) => {
          ids.push(message.id);
          return messageItem(message);
        },
      );
      await found.add((rows) => many<HeldReceived>(tx, RECEIVED_FROM, [tenantId, lowered, rows]), receivedItem);
      await found.add((rows) => many<HeldEvent>(tx, EVENTS_OF, [tenantId, ids, rows]), eventItem);
      await found.add((rows) => many<HeldReceivedText>(tx, TEXTS_FROM, [tenantId, phones, rows]), receivedTextItem);
      return found.data;
    });
  }
}
