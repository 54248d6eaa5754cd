import { readFileSync, writeFileSync } from 'node:fs';
import type { DnsRecord } from '#libs/embedded';
import { dnsRecordsFile } from './dev-file.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** What the seeds of the apps report: the tenant, the user, the key, DNS records and so on. */
export type SeedReport = Record<string, unknown>;

/** The id of the demo tenant, once identity has made it. */
export function tenantIdOf(report: SeedReport): string | undefined {
  return (report['tenant'] as { id?: string } | undefined)?.id;
}

/** Seeds are told passwords and do not repeat them; whoever reads the data file of the stack needs them. */
export function withPasswords(report: SeedReport, secrets: Secrets): SeedReport {
  const { dnsRecords: _, ...rest } = report;
  const user = { ...(rest['user'] as object | undefined), password: secrets.userPassword };
  const operator = { ...(rest['operator'] as object | undefined), password: secrets.operatorPassword };
  return { ...rest, ...(rest['user'] ? { user } : {}), ...(rest['operator'] ? { operator } : {}) };
}

/** Publishes the records that the demo data needs; what somebody else put into the file stays. */
export function publishDnsRecords(settings: Settings, report: SeedReport): void {
  const wanted = (report['dnsRecords'] as DnsRecord[] | undefined) ?? [];
  const file = dnsRecordsFile(settings);
  const present = JSON.parse(readFileSync(file, 'utf8')) as DnsRecord[];
  const others = present.filter((old) => !wanted.some((one) => one.name === old.name && one.type === old.type));
  writeFileSync(file, `${JSON.stringify([...others, ...wanted], null, 2)}\n`);
}
