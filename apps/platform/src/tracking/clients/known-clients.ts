import { readFile } from 'node:fs/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Every } from '#libs/core/jobs';
import { ReloadedCopy } from '#libs/core/copies';
import { PlatformConfig } from '../../config.js';
import { isMachine, isMachineName, type ClientHints } from './client-kind.js';
import { NO_CLIENTS, parseClientList, type ClientList } from './client-list.js';

const REREAD_MS = 60_000;
const MAX_AGENT = 500;

/** Tells readers from programs: by what is known of these, and by the list of the operator, which is read again each minute. */
@Injectable()
export class KnownClients implements OnModuleInit {
  private text = '';
  private list: ClientList = NO_CLIENTS;
  private readonly copy = new ReloadedCopy('tracking clients', () => this.load());
  /** Caches the result by user agent: a few programs make nearly all requests, and the patterns are expensive. */
  private readonly judged = new LRUCache<string, boolean>({
    max: 2_000,
    memoMethod: (userAgent) => this.judge(userAgent),
  });

  constructor(private readonly config: PlatformConfig) {}

  /** @throws Error if the file cannot be read or has a wrong line: the app does not start */
  async onModuleInit(): Promise<void> {
    await this.copy.start();
  }

  isMachine(hints: ClientHints): boolean {
    return isMachine(hints, () => this.judged.memo(hints.userAgent.slice(0, MAX_AGENT)));
  }

  /** Reads the list again; the last one stays if it cannot be read. */
  @Every({ every: REREAD_MS, in: 'all', whileHeld: 'runs' })
  async reread(): Promise<void> {
    await this.copy.poll();
  }

  private async load(): Promise<void> {
    const { trackingClientsFile } = this.config;
    if (trackingClientsFile === undefined) return;
    const text = await readFile(trackingClientsFile, 'utf8');
    if (text === this.text) return;
    this.list = parseClientList(text);
    this.text = text;
    this.judged.clear();
  }

  private judge(userAgent: string): boolean {
    const name = userAgent.toLowerCase();
    const isIn = (parts: readonly string[]) => parts.some((part) => name.includes(part));
    if (isIn(this.list.readers)) return false;
    return isMachineName(userAgent) || isIn(this.list.machines);
  }
}
