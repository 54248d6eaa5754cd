import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { APPS, APPS_WITH_DATABASE } from './apps.js';
import { databaseUrls } from './databases.js';
import { certificateFiles, type Backing } from './environment.js';
import type { Secrets } from './secrets.js';
import type { SeedReport } from './seeds.js';
import { dataPath, portOf, urlOf, type Settings } from './settings.js';

export type Pids = Record<string, number | undefined>;

/** The contents of the file from which checks, benches and browser tests read where a running stack is. */
export function devFileContents(
  settings: Settings,
  secrets: Secrets,
  backing: Backing,
  seeds: SeedReport,
  pids: Pids,
): Record<string, unknown> {
  const apps = APPS.map((app) => [app.name, urlOf(settings, app.name)]);
  const databases = APPS_WITH_DATABASE.map((app) => [
    app.database,
    databaseUrls(backing.postgresUrl, secrets, app).app,
  ]);
  const hooks = urlOf(settings, 'hooks');
  return {
    urls: { ...Object.fromEntries(apps), inbox: urlOf(settings, 'inbox') },
    smtp: {
      inbound: { host: '127.0.0.1', port: portOf(settings, 'inbound') },
      bounce: { host: '127.0.0.1', port: portOf(settings, 'bounce') },
      submission: { host: '127.0.0.1', port: portOf(settings, 'submission') },
      sending: { host: '127.0.0.1', port: portOf(settings, 'sendingSmtp') },
      sendingTls: { host: '127.0.0.1', port: portOf(settings, 'sendingSmtps') },
    },
    tls: { certificate: certificateFiles(settings).cert },
    dns: { host: '127.0.0.1', port: portOf(settings, 'dns'), records: dnsRecordsFile(settings) },
    hooks: { url: `${hooks}/hook`, requests: `${hooks}/requests` },
    postgres: { url: backing.postgresUrl, databases: Object.fromEntries(databases) },
    redis: { url: backing.redisUrl },
    ...seeds,
    processes: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, { pid }])),
  };
}

/** Replaces the file atomically. */
export function writeDevFile(settings: Settings, contents: Record<string, unknown>): void {
  const file = devFile(settings);
  writeFileSync(`${file}.new`, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeDevFile(settings: Settings): void {
  rmSync(devFile(settings), { force: true });
}

function devFile(settings: Settings): string {
  return dataPath(settings, 'dev.json');
}

export function dnsRecordsFile(settings: Settings): string {
  return dataPath(settings, 'dns.json');
}
