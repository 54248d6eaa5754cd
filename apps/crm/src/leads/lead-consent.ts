import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DataKey } from '#libs/core/secrets';
import type { ConsentChannel } from '../consent/consent.js';
import { Consents } from '../consent/consents.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { FormSubmission } from './lead-activity.js';
import type { LeadAnswers } from './lead-answers.js';

/** The consent that a contact gave by a form. */
@Injectable()
export class LeadConsent {
  constructor(private readonly consents: Consents) {}

  /**
   * Records the consent of a form. One that its form asks to confirm counts once it is confirmed. Anyone may send a form in
   * another's name, so only a confirmed one changes what the contact has decided before.
   */
  async apply(
    tx: EntityManager,
    record: ContactRecord & { key: DataKey },
    { leadId, formName, consent }: FormSubmission,
    answers: Pick<LeadAnswers, 'email' | 'phone'>,
  ): Promise<void> {
    const confirmedAt = consent.confirmation?.confirmedAt ?? null;
    if (!consent.given || (consent.confirmation && confirmedAt === null)) return;
    const { tenantId, id } = record.contact;
    const known = await this.consents.knownOf(tx, tenantId, id);
    const channels = channelsOf(record, answers).filter((channel) => confirmedAt !== null || !known.has(channel));
    const { text, legalBasis } = consent;
    await this.consents.record(
      tx,
      record,
      channels.map((channel) => ({
        channel,
        granted: true,
        authorId: null,
        leadId,
        isProven: confirmedAt !== null,
        evidence: { method: formName, text, legalBasis, confirmedAt },
      })),
    );
  }
}

/** Lists the channels of the addresses that the form was sent with. Push needs no address. */
function channelsOf(
  { emails, phones }: Pick<ContactRecord, 'emails' | 'phones'>,
  { email, phone }: Pick<LeadAnswers, 'email' | 'phone'>,
): ConsentChannel[] {
  const channels: ConsentChannel[] = ['push'];
  if (email !== null && emails.includes(email)) channels.unshift('email');
  if (phone !== null && phones.includes(phone)) channels.push('sms', 'whatsapp');
  return channels;
}
