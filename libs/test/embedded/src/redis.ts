import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { assertPortFree } from './ports.js';
import { commandLineOf, endProcess, isAlive } from './processes.js';
import { ensureRedisServer } from './redis-install.js';
import { untilReady } from './until-ready.js';

export interface RedisOptions {
  /** Directory of the append-only file; created if it is missing. */
  dataDir: string;
  port: number;
  /** Password that clients must give; none if absent. Of letters, digits, `-` and `_`. */
  password?: string;
  /** Value of the `PATH` variable, for finding the server program. */
  path: string;
  /** Server settings (`redis-server --name value`); they override the defaults of this module. */
  settings?: Record<string, string | number>;
  /** Treatment of a server that still runs on `dataDir`: stop it and start a new one (default), or use it. */
  existing?: 'stop' | 'adopt';
  /** File that receives the server's log; default `<dataDir>.log`. */
  logFile?: string;
}

/** A running Redis server on 127.0.0.1. */
export interface EmbeddedRedis {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server ends, for any reason; undefined for an adopted server. */
  exited: Promise<void> | undefined;
  /** Clean shutdown: all writes are on disk. Safe to call twice. */
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 4_000;

const DEFAULT_SETTINGS: Record<string, string | number> = {
  bind: '127.0.0.1',
  appendonly: 'yes',
  save: '',
  // Eviction would lose jobs.
  'maxmemory-policy': 'noeviction',
};

/**
 * Starts a Redis server with an append-only file below `dataDir`. Finds a server that a killed run left behind by the
 * pid stored beside its data, and stops or adopts it.
 * @throws PortTakenError if another process listens on the port; Error with instructions if Redis is not installed
 */
export async function startRedis(options: RedisOptions): Promise<EmbeddedRedis> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const running = runningServer(dataDir);
  if (running && options.existing === 'adopt')
    return handle(running.pid, { ...options, port: running.port }, undefined);
  if (running) await shutDown(running.pid);
  const server = await ensureRedisServer(options.path);
  await assertPortFree(options.port);
  return start(server, dataDir, options);
}

/** Stops a server that a killed run left on the directory. */
export async function stopLeftRedis(dataDir: string): Promise<void> {
  const running = runningServer(resolve(dataDir));
  if (running) await shutDown(running.pid);
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'server.json');
}

function runningServer(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const noted = JSON.parse(readFileSync(pidFile(dataDir), 'utf8')) as { pid: number; port: number };
    // Redis sets its command line to "redis-server 127.0.0.1:<port>"; a pid that another process has now does not match.
    return isAlive(noted.pid) && commandLineOf(noted.pid).includes(`:${noted.port}`) ? noted : undefined;
  } catch {
    return undefined;
  }
}

async function start(server: string, dataDir: string, options: RedisOptions): Promise<EmbeddedRedis> {
  const settings = { ...DEFAULT_SETTINGS, ...options.settings, port: options.port, dir: dataDir };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { password } = options;
  const logFile = options.logFile ?? `${dataDir}.log`;
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(server, ['-', ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { TZ: 'UTC' },
  });
  closeSync(log);
  // By its standard input: any user of the machine can read command lines.
  child.stdin!.end(password ? `requirepass ${password}\n` : '');
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const pid = child.pid!;
  await untilReady(child, {
    name: 'Redis',
    logFile,
    isReady: () => answersPing(options.port),
    abort: () => endProcess(pid, 'SIGKILL', 1_000),
  });
  writeFileSync(pidFile(dataDir), JSON.stringify({ pid, port: options.port }));
  child.unref();
  return handle(pid, options, exited, () => rmSync(pidFile(dataDir), { force: true }));
}

/** False while Redis loads the append-only file: it answers `-LOADING`. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const finish = (answer: boolean) => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('data', (data) => finish(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once('error', () => finish(false));
  });
}

function handle(
  pid: number,
  { port, password }: RedisOptions,
  exited: Promise<void> | undefined,
  forget: () => void = () => undefined,
): EmbeddedRedis {
  const stop = async () => {
    await shutDown(pid);
    forget();
  };
  const credentials = password ? `:${password}@` : '';
  return { url: `redis://${credentials}127.0.0.1:${port}`, port, pid, exited, stop };
}

function shutDown(pid: number): Promise<void> {
  return endProcess(pid, 'SIGTERM', STOP_GRACE_MS);
}
