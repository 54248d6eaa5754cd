import type { ExpectedRecord, KeyedDomain, RecordStatus } from '#libs/messaging/domains';
import type { SendingDomain } from './sending-domain.entity.js';

export const DOMAIN_STATUSES = ['pending', 'verified'] as const;

export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const RECORD_PURPOSES = ['ownership', 'dkim', 'spf', 'dmarc'] as const;

export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

/** A sending domain with its keys, oldest first. */
export type KeyedSendingDomain = KeyedDomain<SendingDomain>;

/** A record to publish, and what the last check found of it. */
export type DomainRecord = Omit<ExpectedRecord<RecordPurpose>, 'id' | 'judge'> & { status: RecordStatus };

/** A domain as its tenant sees it. */
export interface DomainDetail {
  domain: KeyedSendingDomain;
  records: DomainRecord[];
}

export function statusOf({ verifiedAt }: Pick<SendingDomain, 'verifiedAt'>): DomainStatus {
  return verifiedAt ? 'verified' : 'pending';
}
