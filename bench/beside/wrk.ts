import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BesideDir } from './daemon.js';

const run = promisify(execFile);

/** Requests of browsers that keep their connections. */
export interface WrkLoad {
  port: number;
  /** Requested in turn. */
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

export interface WrkResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

interface Summary {
  requests: number;
  microseconds: number;
  p50: number;
  p99: number;
  errors: number;
}

/** The requests, made once; and the figures as JSON, since the output for readers rounds and changes its units. */
const script = (paths: readonly string[], headers: Record<string, string>) => `
local headers = {${Object.entries(headers)
  .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join(', ')}}
local requests, count = {}, 0
function init()
  for _, path in ipairs({${paths.map((path) => JSON.stringify(path)).join(', ')}}) do
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end
function request()
  count = count + 1
  return requests[count % #requests + 1]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "errors": %d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** Loads a server by wrk, which takes less of the machine than a client in JavaScript. @throws Error if a request failed */
export async function loadByWrk(
  dir: BesideDir,
  { port, paths, headers, connections, seconds }: WrkLoad,
): Promise<WrkResult> {
  const file = await dir.write('wrk.lua', script(paths, headers));
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', file, `http://127.0.0.1:${port}/`];
  const { stdout } = await run('wrk', flags);
  const json = stdout.split('\n').find((line) => line.startsWith('{'));
  if (!json) throw new Error(`wrk told nothing:\n${stdout}`);
  const summary = JSON.parse(json) as Summary;
  if (summary.errors > 0) throw new Error(`${summary.errors} of ${summary.requests} requests failed`);
  return {
    requests: summary.requests,
    perSecond: summary.requests / (summary.microseconds / 1e6),
    p50: summary.p50 / 1_000,
    p99: summary.p99 / 1_000,
  };
}
