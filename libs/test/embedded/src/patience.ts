import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

export interface PatienceOptions {
  /** Name of the process that is waited for. */
  name: string;
  /** Its log, whose growth shows that it makes progress. */
  logFile: string;
  /** Longest time without progress; default ten minutes. */
  silenceMs?: number;
  /** Says in the error how to allow more. */
  hint?: string | undefined;
  /** Interval of the lines; default ten seconds. */
  sayEveryMs?: number;
  /** Receives a line now and then. */
  say?(line: string): void;
}

const SILENCE_MS = 600_000;
const SAY_EVERY_MS = 10_000;
const TAIL_BYTES = 4_096;
const LONGEST_GIST = 100;

/** Waiting for a process that starts: says so now and then, and ends only when its log has not grown for long. */
export class Patience {
  private readonly began = Date.now();
  private readonly firstSize: number;
  private size: number;
  private progressAt = this.began;
  private saidAt = this.began;

  constructor(private readonly options: PatienceOptions) {
    this.firstSize = this.size = sizeOf(options.logFile);
  }

  /** Is called repeatedly while waiting. @throws Error if the silence is too long */
  check(): void {
    const now = Date.now();
    const size = sizeOf(this.options.logFile);
    if (size !== this.size) this.noteProgress();
    this.size = size;
    const { silenceMs = SILENCE_MS, sayEveryMs = SAY_EVERY_MS } = this.options;
    if (now - this.progressAt > silenceMs) throw this.tooLong(silenceMs);
    if (now - this.saidAt < sayEveryMs) return;
    this.saidAt = now;
    this.options.say?.(this.line(now));
  }

  /** Records progress that the log does not show. */
  noteProgress(): void {
    this.progressAt = Date.now();
  }

  private tooLong(silenceMs: number): Error {
    const { name, logFile, hint } = this.options;
    const told = `${name} is not ready, and has logged nothing for ${seconds(silenceMs)} (log: ${logFile})`;
    return new Error(hint ? `${told}; ${hint}` : told);
  }

  private line(now: number): string {
    const { name, logFile } = this.options;
    const gist = this.size > this.firstSize ? gistOf(lastLine(logFile)) : '';
    return `  waiting for ${name}, ${seconds(now - this.began)}${gist ? `; its last line: ${gist}` : ''}`;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function lastLine(file: string): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(log, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8').trim().split('\n').at(-1) ?? '';
  } finally {
    closeSync(log);
  }
}

/** The message of a line of an app's log, or another line as it is, without characters that steer a terminal. */
function gistOf(line: string): string {
  const plain = messageOf(line).replace(/\p{Cc}/gu, ' ');
  return plain.length > LONGEST_GIST ? `${plain.slice(0, LONGEST_GIST)}…` : plain;
}

function messageOf(line: string): string {
  try {
    const { msg } = JSON.parse(line) as { msg?: unknown };
    return typeof msg === 'string' ? msg : line;
  } catch {
    return line;
  }
}
