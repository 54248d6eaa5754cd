import type { RecordStatus } from '../domain.js';

/** RFC 7208, 4.5: the version stands alone or before a space, in any case. */
const SPF = /^v=spf1(?: |$)/i;

/**
 * Whether the texts at the domain's name have one SPF record that includes the host. Two records are a permanent error
 * (RFC 7208, 4.5). Nested includes are not followed.
 */
export function judgeSpf(texts: readonly string[], include: string): RecordStatus {
  const records = texts.filter((text) => SPF.test(text));
  if (records.length === 0) return 'missing';
  return records.length === 1 && includes(records[0] ?? '', include) ? 'found' : 'mismatch';
}

function includes(record: string, host: string): boolean {
  const terms = record.toLowerCase().split(' ');
  return terms.includes(`include:${host}`) || terms.includes(`+include:${host}`);
}
