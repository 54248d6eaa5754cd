import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandLineOf } from './processes.js';

/** Another process listens on a port that a service needs. */
export class PortTakenError extends Error {
  constructor(
    readonly port: number,
    readonly holder: string | undefined,
  ) {
    super(`Port ${port} is taken${holder ? ` by ${holder}` : ' by another process'}`);
    this.name = 'PortTakenError';
  }
}

/**
 * Below the ports that systems give to outgoing connections: a connection would take the port of a server that is being
 * started, or restarted, and the server could not listen.
 */
const [FIRST, LAST] = [20_000, 32_000];
const ATTEMPTS = 200;

const FIRST_IN_A_ROW = 10_000;

/** Ports above 1023 that fetch and browsers refuse, from the "bad ports" of the Fetch standard. */
const REFUSED_BY_FETCH = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Returns whether fetch and browsers refuse to call a port, whatever listens there. */
export function isRefusedByFetch(port: number): boolean {
  return REFUSED_BY_FETCH.has(port);
}

const given = new Set<number>();

/**
 * A TCP port of 127.0.0.1 that is free at this moment, and that this process was not given before.
 * @throws Error after 200 ports that are taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (given.has(port) || !(await portIsFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}`);
}

/**
 * The first of `count` TCP ports of 127.0.0.1 in a row that are free at this moment. They lie below those that
 * {@link freePort} gives, so none of them is given to another process in between.
 * @throws Error if there are none
 */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST_IN_A_ROW, FIRST - count);
    const ports = Array.from({ length: count }, (_, offset) => first + offset);
    if (ports.some(isRefusedByFetch)) continue;
    const free = await Promise.all(ports.map(portIsFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports in a row were found between ${FIRST_IN_A_ROW} and ${FIRST}`);
}

/** Whether a TCP server on 127.0.0.1 can listen on this port now. */
export function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** @throws PortTakenError with the process that listens there, if the system tells */
export async function assertPortFree(port: number): Promise<void> {
  if (!(await portIsFree(port))) throw new PortTakenError(port, holderOf(port));
}

function holderOf(port: number): string | undefined {
  try {
    const inodes = listeningInodes(port);
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (holdsSocket(pid, inodes)) return `process ${pid} (${commandLineOf(Number(pid)).slice(0, 80)})`;
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** Inodes of sockets in state LISTEN (0A) on the port, from /proc/net/tcp and tcp6. */
function listeningInodes(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1));
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return new Set(columns.filter((c) => c[1]?.endsWith(wanted) && c[3] === '0A').map((c) => `socket:[${c[9]}]`));
}

function holdsSocket(pid: string, inodes: Set<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.has(linkOf(`/proc/${pid}/fd/${fd}`)));
  } catch {
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
