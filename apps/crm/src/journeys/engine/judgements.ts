import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { ContactCriteria } from '../../criteria/contact-criteria.js';
import type { JourneyCriteria, MailCriterion } from '../definition/journey-criteria.js';
import { listMailDeeds, type MailDeeds } from './mail-deeds.sql.js';

/** An enrollment of which it is asked whether it meets criteria. */
export interface Judged {
  before: { id: string; contactId: string };
}

/** Judges criteria about contacts and about the mails that a journey sent them. */
@Injectable()
export class Judgements {
  constructor(private readonly contacts: ContactCriteria) {}

  /** Finds those that meet the criteria at that time: a statement for the contacts, and one for their mails. */
  async meeting<T extends Judged>(
    tx: EntityManager,
    tenantId: TenantId,
    criteria: JourneyCriteria,
    asked: readonly T[],
    now: Date,
  ): Promise<Set<T>> {
    if (asked.length === 0) return new Set();
    const contactIds = [...new Set(asked.map(({ before }) => before.contactId))];
    const matching =
      criteria.contact && (await this.contacts.matching(tx, tenantId, criteria.contact, contactIds, now));
    const deeds = await this.deedsOf(tx, tenantId, criteria, asked);
    const holds = ({ before }: T): boolean => {
      const mails = criteria.mails.map((one) => deeds.has(keyOf(before.id, one)) === one.holds);
      const all = matching ? [matching.has(before.contactId), ...mails] : mails;
      return criteria.conjunction === 'or' ? all.includes(true) : !all.includes(false);
    };
    return new Set(asked.filter(holds));
  }

  private async deedsOf(
    tx: EntityManager,
    tenantId: TenantId,
    { mails }: JourneyCriteria,
    asked: readonly Judged[],
  ): Promise<Set<string>> {
    if (mails.length === 0) return new Set();
    const steps = [...new Set(mails.map(({ step }) => step))];
    const ids = asked.map(({ before }) => before.id);
    const deeds = await listMailDeeds(tx, tenantId, ids, steps);
    return new Set(deeds.flatMap(keysOf));
  }
}

const keyOf = (enrollmentId: string, { did, step }: Pick<MailCriterion, 'did' | 'step'>) =>
  `${enrollmentId} ${step} ${did}`;

/** Who follows a link has opened the mail, also where no picture said so. */
function keysOf({ enrollmentId, step, opened, clicked }: MailDeeds): string[] {
  return [
    ...(opened || clicked ? [keyOf(enrollmentId, { did: 'opened', step })] : []),
    ...(clicked ? [keyOf(enrollmentId, { did: 'clicked', step })] : []),
  ];
}
