import type { DomainKey } from './domain-key.entity.js';
import type { SendingDomain } from './sending-domain.entity.js';

export const DOMAIN_STATUSES = ['pending', 'verified'] as const;

export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const RECORD_PURPOSES = ['ownership', 'dkim', 'spf', 'dmarc'] as const;

export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

export const RECORD_STATUSES = ['found', 'missing', 'mismatch', 'unchecked'] as const;

export type RecordStatus = (typeof RECORD_STATUSES)[number];

export const KEY_STATES = ['pending', 'active', 'retiring'] as const;

/** A key is pending until its record is found, then active, and retiring once another key replaces it. */
export type KeyState = (typeof KEY_STATES)[number];

/** How long a retired key is listed: mail that it signed may still be in transit. */
export const RETIRING_DAYS = 7;

/** How long the records of a verified domain may be missing before it is verified no more (milliseconds). */
export const MISSING_GRACE_MS = 72 * 3_600_000;

/** A DKIM key of a domain as it is shown: its public half and its state. */
export type PublishedKey = Pick<DomainKey, 'selector' | 'algorithm' | 'publicKey' | 'createdAt' | 'retiredAt'> & {
  state: KeyState;
};

/** The findings of the last check, by the id of the record; see {@link expectedRecords}. */
export type RecordChecks = Record<string, RecordStatus>;

/** A domain with its keys, oldest first. */
export type KeyedDomain = SendingDomain & { keys: PublishedKey[] };

/** A record to publish, and what the last check found of it. */
export interface DomainRecord {
  purpose: RecordPurpose;
  name: string;
  /** To be published unchanged; DNS splits it into strings of 255 bytes. */
  value: string;
  /** Required for verification. Of the DKIM records one is enough. */
  required: boolean;
  /** When the record of a retired key may be removed. */
  removeAfter: Date | null;
  status: RecordStatus;
}

/** A domain as its tenant sees it. */
export interface DomainDetail {
  domain: KeyedDomain;
  records: DomainRecord[];
}

export function statusOf({ verifiedAt }: Pick<SendingDomain, 'verifiedAt'>): DomainStatus {
  return verifiedAt ? 'verified' : 'pending';
}
