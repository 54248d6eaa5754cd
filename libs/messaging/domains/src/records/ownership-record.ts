import type { RecordStatus } from './record-status.js';

const PREFIX = 'service-verification=';

/** The name of the ownership record. Several tenants that claim one domain publish their records there side by side. */
export function ownershipRecordName(domain: string): string {
  return `_service-verification.${domain}`;
}

export function ownershipRecord(token: string): string {
  return PREFIX + token;
}

/** Whether one of the texts is the tenant's. */
export function judgeOwnership(texts: readonly string[], token: string): RecordStatus {
  const claims = texts.map((text) => text.trim()).filter((text) => text.startsWith(PREFIX));
  if (claims.includes(ownershipRecord(token))) return 'found';
  return claims.length > 0 ? 'mismatch' : 'missing';
}
