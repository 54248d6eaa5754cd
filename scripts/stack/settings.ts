import { join, resolve } from 'node:path';
import { isRefusedByFetch } from '#libs/test/embedded';
import { APPS, OFFSETS } from './apps.js';

type Service = keyof typeof OFFSETS;

/** The settings of the launcher, from its environment and command line. */
export interface Settings {
  dataDir: string;
  portBase: number;
  fresh: boolean;
  nodeEnv: string;
  /** Superuser URL of a Postgres that replaces the embedded one. */
  databaseUrl: string | undefined;
  /** Redis that replaces the embedded one. */
  redisUrl: string | undefined;
  /** Relay that replaces the development inbox for live mail. */
  smtpUrl: string | undefined;
  sandboxSmtpUrl: string | undefined;
  /** Exceptions for outbound requests, besides the webhook catcher. */
  outboundAllow: string | undefined;
  /** Longest time for which a process may log nothing while it starts, migrates or creates demo data. */
  startSilenceMs: number;
  path: string;
}

const LAST_PORT = 65_535;
const LONGEST_SECONDS = 86_400;

/** @throws Error with one line that names the variable. */
export function readSettings(env: NodeJS.ProcessEnv, args: string[]): Settings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown) throw new Error(`Unknown option ${unknown}; there is --fresh, which starts without any data`);
  return {
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    portBase: readPortBase(env['PORT_BASE']),
    fresh: args.includes('--fresh'),
    nodeEnv: env['NODE_ENV'] || 'development',
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    smtpUrl: env['SMTP_URL'] || undefined,
    sandboxSmtpUrl: env['SANDBOX_SMTP_URL'] || undefined,
    outboundAllow: env['OUTBOUND_ALLOW'] || undefined,
    startSilenceMs: readSeconds('START_SILENCE_SECONDS', env['START_SILENCE_SECONDS'], 600) * 1_000,
    path: env['PATH'] ?? '',
  };
}

function readPortBase(text: string | undefined): number {
  if (!text) return 3000;
  const port = Number(text);
  const highest = LAST_PORT - Math.max(...Object.values(OFFSETS));
  if (Number.isInteger(port) && port >= 1 && port <= highest) return allowedBase(port);
  throw new Error(`PORT_BASE must be a whole number from 1 to ${highest}, not "${text}"`);
}

/** @throws Error if a browser would not open one of the stack's pages */
function allowedBase(base: number): number {
  const offsets = [...APPS.map(({ offset }) => offset), ...Object.values(OFFSETS)];
  const refused = offsets.map((offset) => base + offset).find(isRefusedByFetch);
  if (refused === undefined) return base;
  throw new Error(`PORT_BASE ${base} needs port ${refused}, which browsers refuse to open; choose another first port`);
}

function readSeconds(name: string, text: string | undefined, ordinary: number): number {
  if (!text) return ordinary;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new Error(`${name} must be a whole number of seconds from 1 to ${LONGEST_SECONDS}, not "${text}"`);
}

/** The port of an app or of another service. */
export function portOf(settings: Settings, name: string): number {
  const app = APPS.find((one) => one.name === name);
  return settings.portBase + (app ? app.offset : OFFSETS[name as Service]);
}

export function urlOf(settings: Settings, name: string): string {
  return `http://127.0.0.1:${portOf(settings, name)}`;
}

/** A path below the data directory of this stack. */
export function dataPath(settings: Settings, ...parts: string[]): string {
  return join(settings.dataDir, ...parts);
}
