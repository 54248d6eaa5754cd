import {
  dkimExpected,
  dmarcExpected,
  type ExpectedRecord,
  ownershipExpected,
  spfExpected,
} from '#libs/messaging/domains';
import type { DomainDetail, KeyedSendingDomain, RecordPurpose } from './domain.js';

/** DNS records to publish for a domain. `spfInclude` is the name whose SPF record lists the platform's mail servers, if any. */
export function expectedRecords(
  domain: KeyedSendingDomain,
  spfInclude: string | undefined,
): ExpectedRecord<RecordPurpose>[] {
  return [
    ownershipExpected(domain),
    ...domain.keys.map((key) => dkimExpected(domain.name, key)),
    ...(spfInclude ? [spfExpected(domain.name, `include:${spfInclude}`)] : []),
    dmarcExpected(domain.name),
  ];
}

/** A domain with the records to publish for it, and what the last check found of each. */
export function describeDomain(domain: KeyedSendingDomain, spfInclude: string | undefined): DomainDetail {
  const records = expectedRecords(domain, spfInclude).map((expected) => {
    const { id, judge: _, ...record } = expected;
    return { ...record, status: domain.recordChecks[id] ?? 'unchecked' };
  });
  return { domain, records };
}
