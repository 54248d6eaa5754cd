import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SenderCheckOptions } from './sender-check-options.js';

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;
const DEADLINE_MS = 20_000;

/** Number of queries without an answer after which the server counts as down for the message. */
const SILENT_MAX = 2;

const KEPT_MAX = 10_000;
const KEPT_MS = 60_000;

/** The answers for a name that does not exist or has no such record. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
const SILENT: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);

type Look = (name: string, type: string) => Promise<unknown>;
type Answer = { records: unknown } | { error: unknown };

/**
 * Looks up the DNS records of domains for their mail. An answer is kept for a minute: mail of a sender tends to come
 * together.
 */
@Injectable()
export class SenderRecords {
  private readonly resolver: Resolver;
  private readonly answers = new LRUCache<string, Promise<Answer>>({ max: KEPT_MAX, ttl: KEPT_MS });

  constructor({ dnsServer }: SenderCheckOptions) {
    this.resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
    if (dnsServer) this.resolver.setServers([dnsServer]);
  }

  /**
   * Looks up records for one message, as `dns.resolve` does. It asks no more after a few queries without an answer, so that a
   * silent server costs a message seconds, not minutes, and none after a deadline.
   */
  forMessage(): Look {
    const end = performance.now() + DEADLINE_MS;
    let silent = 0;
    return async (name, type) => {
      if (silent >= SILENT_MAX || performance.now() > end)
        throw Object.assign(new Error('The DNS server does not answer'), { code: 'ETIMEOUT' });
      const answer = await this.answerOf(name, type);
      if (!('error' in answer)) return answer.records;
      if (SILENT.has(codeOf(answer.error))) silent += 1;
      throw answer.error;
    };
  }

  /** Messages that ask the same at the same time share the query. What could not be asked is asked anew. */
  private answerOf(name: string, type: string): Promise<Answer> {
    const key = `${type} ${name}`;
    const kept = this.answers.get(key);
    if (kept) return kept;
    const asked = this.query(name, type);
    this.answers.set(key, asked);
    void asked.then((answer) => {
      if ('error' in answer && !isAbsence(answer.error)) this.answers.delete(key);
    });
    return asked;
  }

  private async query(name: string, type: string): Promise<Answer> {
    try {
      return { records: await this.resolver.resolve(name, type) };
    } catch (error) {
      return { error };
    }
  }
}

/** True if DNS answered that there is no such name or record. */
export const isAbsence = (error: unknown): boolean => NOT_THERE.has(codeOf(error));

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
