import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { postgresBinaries } from './postgres-binaries.js';
import { assertPortFree } from './ports.js';
import { commandLineOf, endProcess, isAlive } from './processes.js';
import { chownTo, launchAs, serverAccount } from './server-user.js';
import { untilReady } from './until-ready.js';

export interface PostgresOptions {
  /** Directory of the cluster; created with initdb if it is missing. */
  dataDir: string;
  port: number;
  /** Superuser's password: scram-sha-256 if given at the first start; otherwise every local connection is trusted. */
  password?: string;
  /** Server settings (`postgres -c name=value`); they override the defaults of this module. */
  settings?: Record<string, string | number>;
  /** Treatment of a server that still runs on `dataDir`: stop it and start a new one (default), or use it. */
  existing?: 'stop' | 'adopt';
  /** File that receives the server's log; default `<dataDir>.log`. */
  logFile?: string;
}

/** A running Postgres 18 cluster on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** Superuser URL of the database `postgres`. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server ends, for any reason; undefined for an adopted server. */
  exited: Promise<void> | undefined;
  /** Fast shutdown: running transactions are rolled back, data is checkpointed. Safe to call twice. */
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 7_000;

const DEFAULT_SETTINGS: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The detail of an error has the values of its row, which may be a person's.
  log_error_verbosity: 'terse',
};

/**
 * Starts the cluster in `dataDir`: UTF-8, locale C, time zone UTC. Removes the lock file of a dead server; stops or
 * adopts a server that still runs. The server has a process group of its own, so Ctrl-C does not reach it.
 * @throws PortTakenError if another process listens on the port; Error with the end of the log if the start fails
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const running = runningServer(dataDir);
  if (running && options.existing === 'adopt') return adopted(running, options);
  if (running) await shutDown(running.pid);
  removeStaleLock(dataDir);
  await assertPortFree(options.port);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(dataDir, options);
  return start(dataDir, options);
}

/** Stops a server that a killed run left on the directory. */
export async function stopLeftPostgres(dataDir: string): Promise<void> {
  const running = runningServer(resolve(dataDir));
  if (running) await shutDown(running.pid);
}

/** Pid and port of the server that runs on the directory. */
function runningServer(dataDir: string): { pid: number; port: number } | undefined {
  const lines = lockFile(dataDir);
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return undefined;
  // The pid of a dead server may belong to another process now.
  const words = commandLineOf(pid);
  return words.includes('postgres') && words.includes(dataDir) ? { pid, port: Number(lines[3]) } : undefined;
}

/** Lines of postmaster.pid: pid, directory, start time, port, socket directory, address, memory key, state. */
function lockFile(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Postgres does not start while the pid in its lock file belongs to any live process of the same account. */
function removeStaleLock(dataDir: string): void {
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Runs initdb in another directory and renames it, so that an interrupted initdb leaves no broken cluster. */
async function initialise(dataDir: string, options: PostgresOptions): Promise<void> {
  const { initdb } = await postgresBinaries();
  const account = serverAccount();
  const fresh = `${dataDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  chownTo(account, fresh);
  const passwordFile = join(dirname(dataDir), `.${process.pid}.pw`);
  if (options.password) {
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    chownTo(account, passwordFile);
  }
  const args = [`--pgdata=${fresh}`, '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  args.push(...(options.password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']));
  if (options.settings?.['fsync'] === 'off') args.push('--no-sync');
  try {
    await runToEnd(launchAs(account, initdb, args, fresh));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(fresh, dataDir);
}

function runToEnd({ command, args, uid, gid }: ReturnType<typeof launchAs>): Promise<void> {
  return new Promise((resolvePromise, reject) => {
    const child = spawn(command, args, { uid, gid, cwd: '/', env: serverEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolvePromise()
        : reject(new Error(`initdb failed: ${output.trim().split('\n').slice(-3).join(' ')}`)),
    );
  });
}

function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function start(dataDir: string, options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { postgres } = await postgresBinaries();
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataDir, '-p', String(options.port), ...flags];
  const { command, args: words, uid, gid } = launchAs(serverAccount(), postgres, args, dataDir);
  const logFile = options.logFile ?? `${dataDir}.log`;
  const log = openSync(logFile, 'a', 0o600);
  const env = serverEnv();
  const child = spawn(command, words, { uid, gid, cwd: '/', env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const pid = child.pid!;
  await untilReady(child, {
    name: 'Postgres',
    logFile,
    isReady: () => isReady(pid, dataDir),
    abort: () => endProcess(pid, 'SIGQUIT', 2_000),
  });
  child.unref();
  return handle(pid, options.port, options.password, exited);
}

/** The server writes its state into the lock file; from `ready` on it accepts connections. */
function isReady(pid: number, dataDir: string): boolean {
  const lines = lockFile(dataDir);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function adopted(running: { pid: number; port: number }, options: PostgresOptions): EmbeddedPostgres {
  return handle(running.pid, running.port, options.password, undefined);
}

function handle(
  pid: number,
  port: number,
  password: string | undefined,
  exited: Promise<void> | undefined,
): EmbeddedPostgres {
  const user = password ? `postgres:${encodeURIComponent(password)}` : 'postgres';
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  return { url, port, pid, exited, stop: () => shutDown(pid) };
}

/** SIGINT is Postgres' fast shutdown, SIGQUIT its immediate one (recovery at the next start). */
function shutDown(pid: number): Promise<void> {
  return endProcess(pid, 'SIGINT', STOP_GRACE_MS, 'SIGQUIT');
}
