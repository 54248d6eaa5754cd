// The entry of the thread that checks senders. It knows nothing of the app: no configuration, no secrets, no database. What it needs of
// DNS it asks the app for.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { threadData } from '#libs/core/process';
import { readFirstSignatures, type SignatureReader } from './first-signatures.js';
import { Outgoing } from './outgoing.js';
import { type HeaderParser, searchHeadersByLine } from './quick-header-search.js';
import type { Authenticated, MethodOutcome } from './sender-verdicts.js';
import { type FromSenderThread, IDLE, type RecordsAnswer, type ToSenderThread } from './sender-thread-messages.js';

/** Functions of mailauth that are used here; the package brings no types. */
interface Mailauth {
  authenticate(
    message: Readable | Buffer,
    options: {
      ip: string;
      helo: string;
      mta: string;
      sender: string;
      disableBimi: boolean;
      resolver: (name: string, type: string) => Promise<unknown>;
    },
  ): Promise<Authenticated>;
}

/** Fields of mailauth about seals that are used here. */
interface Sealed {
  /** False without seals. */
  chain?: false | { 'arc-seal'?: { parsed?: { d?: { value?: string } } } }[];
  authenticationResults?: { dmarc?: { result?: string } };
}

interface Check {
  /** Takes the chunk that was asked for. */
  onChunk: (chunk: Uint8Array | null) => void;
  queries: Map<number, (answer: RecordsAnswer) => void>;
}

/** Signatures of a message that are looked at; forwarded mail has two or three. */
const MOST_SIGNATURES = 10;
const BEAT_MS = 50;
const KEPT_MAX = 2_000;
const KEPT_MS = 30_000;

// DNS and mailauth answer with errors. Their stacks take a third of the time of a check, and nobody reads them.
Error.stackTraceLimit = 0;

const require = createRequire(import.meta.url);
const { MessageParser } = require('mailauth/lib/dkim/message-parser.js') as {
  MessageParser: { prototype: HeaderParser };
};
const { DkimVerifier } = require('mailauth/lib/dkim/dkim-verifier.js') as {
  DkimVerifier: { prototype: SignatureReader };
};
searchHeadersByLine(MessageParser);
readFirstSignatures(DkimVerifier, MOST_SIGNATURES);
const { authenticate } = require('mailauth') as Mailauth;

const beat = new BigInt64Array(threadData<SharedArrayBuffer>());
const checks = new Map<number, Check>();
/** Answers of DNS. Mail of a sender tends to come together, and a question to the app costs more than to read its answer. */
const known = new LRUCache<string, RecordsAnswer>({ max: KEPT_MAX, ttl: KEPT_MS });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const outgoing = new Outgoing<FromSenderThread>((messages) => parentPort?.postMessage(messages));
let beating: NodeJS.Timeout | undefined;

parentPort?.on('message', (messages: ToSenderThread[]) => messages.forEach(take));

function take(message: ToSenderThread): void {
  if (message.kind === 'check') void check(message);
  else if (message.kind === 'chunk') checks.get(message.id)?.onChunk(message.chunk);
  else checks.get(message.id)?.queries.get(message.query)?.(message.answer);
}

async function check({ id, question, content }: Extract<ToSenderThread, { kind: 'check' }>): Promise<void> {
  begin(id);
  const source = content ? Buffer.from(content.buffer, content.byteOffset, content.length) : chunksOf(id);
  try {
    const found = await authenticate(source, { ...question, disableBimi: true, resolver: resolverOf(id) });
    end(id, { kind: 'checked', id, found: plain(found) });
  } catch (error) {
    end(id, { kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  } finally {
    if (source instanceof Readable) source.destroy();
  }
}

/** Keeps the fields that are read, and that can be given to another thread. */
function plain({ spf, dkim, dmarc, arc, headers }: Authenticated): Authenticated {
  const results = dkim.results?.map((one) => ({ ...outcomeOf(one), signingDomain: one.signingDomain }));
  return {
    spf: outcomeOf(spf),
    dkim: { results, headerFrom: dkim.headerFrom },
    dmarc: dmarc && { ...outcomeOf(dmarc), policy: dmarc.policy },
    arc: arc && { ...outcomeOf(arc), ...sealOf(arc as Sealed) },
    headers,
  };
}

/** Reads the last server that sealed a message, and its result of DMARC. */
function sealOf({ chain, authenticationResults }: Sealed): { sealer?: string; dmarc?: string } {
  return { sealer: (chain || []).at(-1)?.['arc-seal']?.parsed?.d?.value, dmarc: authenticationResults?.dmarc?.result };
}

const outcomeOf = (outcome: MethodOutcome | false): MethodOutcome | false =>
  outcome && { status: { result: outcome.status?.result } };

function begin(id: number): void {
  checks.set(id, { onChunk: () => undefined, queries: new Map() });
  showLife();
  beating ??= setInterval(showLife, BEAT_MS);
}

function end(id: number, message: FromSenderThread): void {
  checks.delete(id);
  if (checks.size === 0) {
    clearInterval(beating);
    beating = undefined;
    Atomics.store(beat, 0, IDLE);
  }
  outgoing.add(message);
}

function showLife(): void {
  Atomics.store(beat, 0, process.hrtime.bigint());
}

function chunksOf(id: number): Readable {
  const source = new Readable({ read: () => outgoing.add({ kind: 'next-chunk', id }) });
  checks.get(id)!.onChunk = (chunk) => source.push(chunk && Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  return source;
}

function resolverOf(id: number): (name: string, type: string) => Promise<unknown> {
  let last = 0;
  return async (name, type) => {
    const key = `${type} ${name}`;
    let answer = known.get(key);
    if (!answer) {
      answer = await lookUp(id, (last += 1), name, type);
      if (isSettled(answer)) known.set(key, answer);
    }
    if ('records' in answer) return structuredClone(answer.records);
    throw Object.assign(new Error(answer.message), { code: answer.code });
  };
}

const lookUp = (id: number, query: number, name: string, type: string): Promise<RecordsAnswer> =>
  new Promise((resolve) => {
    const queries = checks.get(id)?.queries;
    queries?.set(query, (answer) => {
      queries.delete(query);
      resolve(answer);
    });
    outgoing.add({ kind: 'look-up', id, query, name, type });
  });

/** True if DNS has answered; a failed query is repeated. */
const isSettled = (answer: RecordsAnswer): boolean => 'records' in answer || answer.isAbsent;
