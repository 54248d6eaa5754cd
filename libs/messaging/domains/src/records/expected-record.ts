import type { RecordType } from '#libs/core/networks';
import { dkimRecord, dkimRecordName } from '#libs/mail/email';
import type { ClaimedDomain } from '../claimed-domain.js';
import { type PublishedKey, RETIRING_DAYS } from '../keys/published-key.js';
import { judgeDkim } from './dkim-record.js';
import { judgeDmarc } from './dmarc-record.js';
import { judgeOwnership, ownershipRecord, ownershipRecordName } from './ownership-record.js';
import type { RecordStatus } from './record-status.js';
import { judgeSpf } from './spf-record.js';

const DAY_MS = 86_400_000;

/** A record that a domain should have. */
export interface ExpectedRecord<P extends string = string> {
  /** Names it among the records of its domain. */
  id: string;
  purpose: P;
  type: RecordType;
  name: string;
  /** To be published unchanged; DNS splits a TXT value into strings of 255 bytes. */
  value: string;
  /** Required for verification. Of the DKIM records one is enough. */
  required: boolean;
  /** When the record of a retired key may be removed. */
  removeAfter: Date | null;
  /** Judges the values at its name, as `RecordLookup` writes them. */
  judge(values: readonly string[]): RecordStatus;
}

/** Proves that the domain is the tenant's. */
export function ownershipExpected({ name, ownershipToken }: ClaimedDomain): ExpectedRecord<'ownership'> {
  return {
    id: OWNERSHIP_ID,
    purpose: 'ownership',
    type: 'TXT',
    name: ownershipRecordName(name),
    value: ownershipRecord(ownershipToken),
    required: true,
    removeAfter: null,
    judge: (texts) => judgeOwnership(texts, ownershipToken),
  };
}

/** Publishes a key. */
export function dkimExpected(domain: string, key: PublishedKey): ExpectedRecord<'dkim'> {
  return {
    id: dkimRecordId(key.selector),
    purpose: 'dkim',
    type: 'TXT',
    name: dkimRecordName(domain, key.selector),
    value: dkimRecord({ type: key.algorithm, publicKeyBase64: key.publicKey }),
    required: key.state !== 'retiring',
    removeAfter: key.retiredAt && new Date(key.retiredAt.getTime() + RETIRING_DAYS * DAY_MS),
    judge: (texts) => judgeDkim(texts, key),
  };
}

/** Says which servers send for the domain. @param mechanism such as `include:spf.example.com` */
export function spfExpected(domain: string, mechanism: string): ExpectedRecord<'spf'> {
  return {
    ...optional('spf', 'TXT', domain, `v=spf1 ${mechanism} ~all`),
    judge: (texts) => judgeSpf(texts, mechanism),
  };
}

/** Says what receivers do with mail that is not signed for the domain. @param tags further tags than the policy */
export function dmarcExpected(domain: string, ...tags: readonly string[]): ExpectedRecord<'dmarc'> {
  return {
    ...optional('dmarc', 'TXT', `_dmarc.${domain}`, ['v=DMARC1', 'p=none', ...tags].join('; ')),
    judge: judgeDmarc,
  };
}

/** A record that verification does not ask for, without its judge. Its purpose is its id. */
export function optional<P extends string>(purpose: P, type: RecordType, name: string, value: string) {
  return { id: purpose, purpose, type, name, value, required: false, removeAfter: null };
}

export const OWNERSHIP_ID = 'ownership';

/** The id of a key's record. */
export function dkimRecordId(selector: string): string {
  return `dkim:${selector}`;
}
