import { readFileSync, writeFileSync } from 'node:fs';
import type { DnsRecord } from '#libs/test/embedded';
import { dnsRecordsFile } from './dev-file.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** The output of the apps' seeds: the tenant, the user, the key, DNS records and so on. */
export type SeedReport = Record<string, unknown>;

/** The id of the demo tenant, after identity has created it. */
export function tenantIdOf(report: SeedReport): string | undefined {
  return (report['tenant'] as { id?: string } | undefined)?.id;
}

/** The DNS records of a report: several apps have some. */
export const recordsOf = (report: SeedReport): DnsRecord[] => (report['dnsRecords'] as DnsRecord[] | undefined) ?? [];

/** Adds the passwords, which seeds do not print, for the readers of the data file. */
export function withPasswords(report: SeedReport, secrets: Secrets): SeedReport {
  const { dnsRecords: _, ...rest } = report;
  const user = { ...(rest['user'] as object | undefined), password: secrets.userPassword };
  const operator = { ...(rest['operator'] as object | undefined), password: secrets.operatorPassword };
  return { ...rest, ...(rest['user'] ? { user } : {}), ...(rest['operator'] ? { operator } : {}) };
}

/** Publishes the DNS records of the demo data; other records in the file stay. */
export function publishDnsRecords(settings: Settings, report: SeedReport): void {
  const wanted = recordsOf(report);
  const file = dnsRecordsFile(settings);
  const present = JSON.parse(readFileSync(file, 'utf8')) as DnsRecord[];
  const others = present.filter((old) => !wanted.some((one) => one.name === old.name && one.type === old.type));
  writeFileSync(file, `${JSON.stringify([...others, ...wanted], null, 2)}\n`);
}
