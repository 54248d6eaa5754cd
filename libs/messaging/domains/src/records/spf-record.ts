import type { RecordStatus } from './record-status.js';

/** RFC 7208, 4.5: the version stands alone or before a space, in any case. */
const SPF = /^v=spf1(?: |$)/i;

/**
 * Whether the texts at the domain's name have one SPF record with the mechanism, such as `include:host`. Two records are a permanent error
 * (RFC 7208, 4.5). Nested includes are not followed.
 */
export function judgeSpf(texts: readonly string[], mechanism: string): RecordStatus {
  const records = texts.filter((text) => SPF.test(text));
  if (records.length === 0) return 'missing';
  return records.length === 1 && has(records[0] ?? '', mechanism) ? 'found' : 'mismatch';
}

function has(record: string, mechanism: string): boolean {
  const terms = record.toLowerCase().split(' ');
  return terms.includes(mechanism) || terms.includes(`+${mechanism}`);
}
