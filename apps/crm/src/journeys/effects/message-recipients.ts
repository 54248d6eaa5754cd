import { Injectable } from '@nestjs/common';
import { AccountSettingsRepository } from '../../account-settings/account-settings.repository.js';
import { Consents } from '../../consent/consents.js';
import { type ContactRecord } from '../../contacts/contact-record.js';
import { openContacts } from '../../contacts/contact-records.js';
import { ContactRepository } from '../../contacts/contact.repository.js';
import { toWireStage } from '../../contacts/dto/wire-values.js';
import { CustomFields } from '../../custom-fields/custom-fields.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { MessagingSettingsRepository, type MessagingValues } from '../settings/messaging-settings.repository.js';
import type { Acting, ActingScope } from './acting.js';
import { listMessageDays, type MessageDay } from './contact-message-days.sql.js';

/** Facts that are needed to write to contacts. */
export interface MessageRecipients {
  settings: MessagingValues;
  timeZoneOf(acting: Acting): string;
  allows(acting: Acting, channel: 'email' | 'push'): boolean;
  /** The primary address; undefined for a contact without one. */
  emailOf(acting: Acting): string | undefined;
  /** Messages of the newest day on which the contact got some. */
  days: Map<string, MessageDay>;
  /** Fields of the contact, as templates name them. */
  dataOf(acting: Acting): Record<string, unknown>;
}

/** Reads what is needed to write to contacts, in a few statements for all of them. */
@Injectable()
export class MessageRecipientsReader {
  constructor(
    private readonly accounts: AccountSettingsRepository,
    private readonly settings: MessagingSettingsRepository,
    private readonly consents: Consents,
    private readonly contacts: ContactRepository,
    private readonly customFields: CustomFields,
    private readonly keys: TenantKeys,
  ) {}

  async read({ tx, tenantId }: ActingScope, acting: readonly Acting[]): Promise<MessageRecipients> {
    const contacts = [...new Map(acting.map(({ contact }) => [contact.id, contact])).values()];
    const ids = contacts.map(({ id }) => id);
    const { timeZone } = await this.accounts.get(tx, tenantId);
    const settings = await this.settings.get(tx, tenantId);
    const consents = await this.consents.statesOf(tx, tenantId, ids);
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, ids);
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    const records = new Map(openContacts(cipher, contacts, identifiers).map((one) => [one.contact.id, one]));
    const days = new Map((await listMessageDays(tx, tenantId, ids)).map((day) => [day.contactId as string, day]));
    const fields = await this.customFields.list(tx, tenantId);
    const emptyFields = Object.fromEntries(fields.map(({ key }) => [key, '']));
    const recordOf = ({ contact }: Acting) => records.get(contact.id)!;
    return {
      settings,
      days,
      timeZoneOf: ({ contact }) => contact.timeZone ?? timeZone,
      allows: ({ contact }, channel) => consents.get(contact.id)?.[channel] === true,
      emailOf: (one) => recordOf(one).emails[0],
      dataOf: (one) => dataOf(recordOf(one), emptyFields),
    };
  }
}

/** Every name is there, so that a template is filled in for each contact. */
function dataOf({ contact, emails, phones }: ContactRecord, emptyFields: Record<string, string>) {
  return {
    nome: contact.name ?? '',
    email: emails[0] ?? '',
    telefone: phones[0] ?? '',
    estagio: toWireStage(contact.stage),
    cargo: contact.jobTitle ?? '',
    pais: contact.country ?? '',
    estado: contact.state ?? '',
    cidade: contact.city ?? '',
    campos: { ...emptyFields, ...contact.custom },
  };
}
