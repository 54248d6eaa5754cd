import { dkimRecord, dkimRecordName } from '#libs/email';
import {
  RETIRING_DAYS,
  type DomainDetail,
  type PublishedKey,
  type DomainRecord,
  type KeyedDomain,
  type RecordStatus,
} from '../domain.js';
import { judgeDkim } from './dkim-record.js';
import { judgeDmarc } from './dmarc-record.js';
import { judgeOwnership, ownershipRecord, ownershipRecordName } from './ownership-record.js';
import { judgeSpf } from './spf-record.js';

const DAY_MS = 86_400_000;

/** A TXT record that a domain should have. */
export interface ExpectedRecord extends Omit<DomainRecord, 'status'> {
  /** Names it among the records of its domain. */
  id: string;
  /** Judges the texts at its name, each joined from its strings. */
  judge(texts: readonly string[]): RecordStatus;
}

/** The id of a key's record. */
export function dkimRecordId(selector: string): string {
  return `dkim:${selector}`;
}

/** What to publish for a domain. `spfInclude` is the name whose SPF record lists the platform's mail servers, if any. */
export function expectedRecords(domain: KeyedDomain, spfInclude: string | undefined): ExpectedRecord[] {
  return [
    ownership(domain),
    ...domain.keys.map((key) => dkim(domain.name, key)),
    ...(spfInclude ? [spf(domain.name, spfInclude)] : []),
    dmarc(domain.name),
  ];
}

/** A domain with the records to publish for it, and what the last check found of each. */
export function describeDomain(domain: KeyedDomain, spfInclude: string | undefined): DomainDetail {
  const records = expectedRecords(domain, spfInclude).map((expected) => {
    const { id, judge: _, ...record } = expected;
    return { ...record, status: domain.recordChecks[id] ?? 'unchecked' };
  });
  return { domain, records };
}

function ownership({ name, ownershipToken }: KeyedDomain): ExpectedRecord {
  return {
    id: 'ownership',
    purpose: 'ownership',
    name: ownershipRecordName(name),
    value: ownershipRecord(ownershipToken),
    required: true,
    removeAfter: null,
    judge: (texts) => judgeOwnership(texts, ownershipToken),
  };
}

function dkim(domain: string, key: PublishedKey): ExpectedRecord {
  return {
    id: dkimRecordId(key.selector),
    purpose: 'dkim',
    name: dkimRecordName(domain, key.selector),
    value: dkimRecord({ type: key.algorithm, publicKeyBase64: key.publicKey }),
    required: key.state !== 'retiring',
    removeAfter: key.retiredAt && new Date(key.retiredAt.getTime() + RETIRING_DAYS * DAY_MS),
    judge: (texts) => judgeDkim(texts, key),
  };
}

function spf(domain: string, include: string): ExpectedRecord {
  return {
    id: 'spf',
    purpose: 'spf',
    name: domain,
    value: `v=spf1 include:${include} ~all`,
    required: false,
    removeAfter: null,
    judge: (texts) => judgeSpf(texts, include),
  };
}

function dmarc(domain: string): ExpectedRecord {
  return {
    id: 'dmarc',
    purpose: 'dmarc',
    name: `_dmarc.${domain}`,
    value: 'v=DMARC1; p=none',
    required: false,
    removeAfter: null,
    judge: judgeDmarc,
  };
}
