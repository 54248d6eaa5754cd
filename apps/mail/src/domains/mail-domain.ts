import type { ExpectedRecord, KeyedDomain, RecordStatus } from '#libs/messaging/domains';
import type { MailDomain } from './mail-domain.entity.js';

export const DOMAIN_STATUSES = ['pending', 'verified', 'failing'] as const;

/** A failing domain still works; it is pending again when it has lacked its records for 72 hours. */
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const RECORD_PURPOSES = [
  'ownership',
  'mx',
  'spf',
  'dkim',
  'dmarc',
  'mta-sts',
  'mta-sts-host',
  'tls-rpt',
  'autoconfig',
  'autodiscover',
  'autodiscover-service',
  'submission-service',
  'imap-service',
] as const;

export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

export type ExpectedMailRecord = ExpectedRecord<RecordPurpose>;

/** A mail domain with its keys, oldest first. */
export type KeyedMailDomain = KeyedDomain<MailDomain>;

/** A record to publish, and what was found of it. */
export type DomainRecord = Omit<ExpectedMailRecord, 'id' | 'judge'> & {
  status: RecordStatus;
  /** Values that DNS has in its place; null if it did not answer, absent if it was not asked. */
  published?: readonly string[] | null;
};

/** A domain as its tenant sees it. */
export interface DomainDetail {
  domain: KeyedMailDomain;
  records: DomainRecord[];
}

export function statusOf({ verifiedAt, missingSince }: Pick<MailDomain, 'verifiedAt' | 'missingSince'>): DomainStatus {
  if (!verifiedAt) return 'pending';
  return missingSince ? 'failing' : 'verified';
}
