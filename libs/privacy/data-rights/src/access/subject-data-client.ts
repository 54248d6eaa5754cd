import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type * as Undici from 'undici';
import { currentRequest } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { inClientSpan, logger, traceHeaders } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { IDENTIFIERS_MAX, LEADS_MAX, type Subject, SUBJECT_DATA_PATH, type SubjectData } from './subject-data.js';

export interface SubjectDataClientOptions {
  /** Addresses of the apps, by their names. */
  apps: Readonly<Record<string, string>>;
  serviceSecret: string;
  /** How long an app may take; 8 s if absent. */
  timeoutMs?: number;
}

const CONNECT_MS = 2_000;
const TIMEOUT_MS = 8_000;
/** 64 MiB. */
const ANSWER_MAX = 64 * 1024 * 1024;
/** A process at rest asks no other app. */
const undici = lazyPackage<typeof Undici>('undici');

/** Asks other apps what they hold about one person. */
@Injectable()
export class SubjectDataClient implements OnApplicationShutdown {
  #agent: Undici.Agent | undefined;

  constructor(private readonly options: SubjectDataClientOptions) {}

  get apps(): string[] {
    return Object.keys(this.options.apps);
  }

  /** Undefined if the app does not answer within 8 s, or with more than 64 MiB. */
  async ask(app: string, tenantId: TenantId, subject: Subject, limit: number): Promise<SubjectData | undefined> {
    const { emails, phones, leadIds } = subject;
    const body = {
      tenantId,
      limit,
      emails: emails.slice(0, IDENTIFIERS_MAX),
      phones: phones.slice(0, IDENTIFIERS_MAX),
      leadIds: leadIds.slice(0, LEADS_MAX),
    };
    const isWhole = emails.length <= IDENTIFIERS_MAX && phones.length <= IDENTIFIERS_MAX && leadIds.length <= LEADS_MAX;
    try {
      const { items, cut } = await inClientSpan(app, () => this.call(app, body));
      return { items, cut: cut || !isWhole };
    } catch (error) {
      logger.warn(`${app} did not answer what it holds about a contact`, { error });
      return undefined;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#agent?.close();
  }

  private async call(app: string, body: object): Promise<SubjectData> {
    this.#agent ??= new (undici().Agent)({ maxResponseSize: ANSWER_MAX, connect: { timeout: CONNECT_MS } });
    const requestId = currentRequest()?.requestId;
    const answer = await undici().request(new URL(SUBJECT_DATA_PATH, this.options.apps[app]!), {
      dispatcher: this.#agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.options.serviceSecret}`,
        'content-type': 'application/json',
        ...(requestId ? { 'x-request-id': requestId } : {}),
        ...traceHeaders(),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS),
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`${app} answered ${answer.statusCode}`);
    }
    return (await answer.body.json()) as SubjectData;
  }
}
