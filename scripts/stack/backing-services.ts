import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDns, startPostgres, startRedis, type DnsRecord, type EmbeddedDns } from '#libs/test/embedded';
import { Child, answers, listens, type StartPatience } from './child.js';
import { dnsRecordsFile } from './dev-file.js';
import type { Secrets } from './secrets.js';
import { dataPath, portOf, urlOf, type Settings } from './settings.js';
import { startWebhookCatcher, type WebhookCatcher } from './webhook-catcher.js';

/** A server that the launcher started, or the address of the one that replaces it. */
export interface Server {
  url: string;
  pid?: number;
  exited?: Promise<void>;
  stop(): Promise<void>;
}

const replaced = (url: string): Server => ({ url, stop: async () => undefined });

/** Durable, as in production: committed data survives a power failure. */
const POSTGRES_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: 200,
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};

export async function postgres(settings: Settings, secrets: Secrets): Promise<Server> {
  if (settings.databaseUrl) return replaced(settings.databaseUrl);
  return startPostgres({
    dataDir: dataPath(settings, 'postgres'),
    port: portOf(settings, 'postgres'),
    password: secrets.postgresPassword,
    settings: POSTGRES_SETTINGS,
    logFile: logFile(settings, 'postgres'),
  });
}

export async function redis(settings: Settings, secrets: Secrets): Promise<Server> {
  if (settings.redisUrl) return replaced(settings.redisUrl);
  return startRedis({
    dataDir: dataPath(settings, 'redis'),
    port: portOf(settings, 'redis'),
    password: secrets.redisPassword,
    path: settings.path,
    logFile: logFile(settings, 'redis'),
  });
}

/** The development inbox, in a separate process, because parsing much mail takes much time. */
export function inbox(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  patience: StartPatience,
  onRestart: () => void,
): Child {
  const ports = {
    INBOX_SMTP_PORT: String(portOf(settings, 'inboxSmtp')),
    INBOX_PORT: String(portOf(settings, 'inbox')),
  };
  return new Child({
    name: 'inbox',
    script: join(import.meta.dirname, 'inbox.js'),
    env: { ...env, ...ports, INBOX_DIR: dataPath(settings, 'inbox') },
    logFile: logFile(settings, 'inbox'),
    isUp: async () => (await answers(`${urlOf(settings, 'inbox')}/healthz`)) && listens(portOf(settings, 'inboxSmtp')),
    say,
    patience,
    onRestart,
  });
}

/** The records file is read at every query, so changes need no restart. */
export async function dns(settings: Settings): Promise<EmbeddedDns> {
  const file = dnsRecordsFile(settings);
  if (!existsSync(file)) writeFileSync(file, '[]\n');
  return startDns(portOf(settings, 'dns'), () => JSON.parse(readFileSync(file, 'utf8')) as DnsRecord[]);
}

export function hooks(settings: Settings): Promise<WebhookCatcher> {
  return startWebhookCatcher(portOf(settings, 'hooks'));
}

export function logFile(settings: Settings, name: string): string {
  return dataPath(settings, 'logs', `${name}.log`);
}
