import type { DomainDetail, DomainRecord, RecordPurpose } from '../../../domains/domain.js';
import { statusOf } from '../../../domains/domain.js';

/** Names of Resend for the purposes of records. */
const RECORDS: Readonly<Record<RecordPurpose, string>> = {
  ownership: 'Ownership',
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
};

/** Domain in a list of Resend. The region says nothing here: there is one. */
export function fromDomain({ domain }: DomainDetail): object {
  return {
    id: domain.id,
    name: domain.name,
    status: statusText(domain),
    created_at: domain.createdAt.toISOString(),
    region: 'us-east-1',
    capabilities: { sending: 'enabled', receiving: 'disabled' },
  };
}

/** Domain with the records to publish. */
export function fromDomainWithRecords(detail: DomainDetail): object {
  return { ...fromDomain(detail), records: detail.records.map(fromRecord) };
}

function statusText(domain: DomainDetail['domain']): string {
  if (statusOf(domain) === 'verified') return 'verified';
  return domain.lastCheckedAt ? 'pending' : 'not_started';
}

function fromRecord({ purpose, type, name, value, status }: DomainRecord): object {
  const isFound = status === 'found';
  return {
    record: RECORDS[purpose],
    name,
    type,
    value,
    ttl: 'Auto',
    status: isFound ? 'verified' : status === 'unchecked' ? 'not_started' : 'pending',
  };
}
