import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { waitUntil } from '#libs/test/testing';
import type { AppStack } from '../../../../test/support/app-stack.js';
import type { PagesStack } from '../../../../test/support/pages-stack.js';
import type { RuntimeConfig } from '../config.js';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

export interface Place {
  tenantId: TenantId;
  pageId: string;
  token: string;
}

export interface Sent {
  status: number;
  body: { error?: { message: string }; aceitos?: number; cota_excedida?: boolean };
  headers: Headers;
}

export interface StoredEvent {
  kind: string;
  visitor_id: string | null;
  session_id: string;
  variant: string | null;
  at: Date;
  is_bot: boolean;
  kept_days: number;
}

/** Sends events to a runtime as visitors do, and reads what became of them. */
export class Visits {
  private readonly tokens: PixelToken;

  constructor(
    private readonly stack: PagesStack,
    readonly runtime: AppStack<RuntimeConfig>,
  ) {
    this.tokens = new PixelToken(runtime.app.get(SecretBox, { strict: false }));
  }

  async createPlace(): Promise<Place> {
    return this.placeOf((await this.stack.createTenant()).id);
  }

  placeOf(tenantId: TenantId, pageId: string = newId('pag')): Place {
    return { tenantId, pageId, token: this.tokens.issue({ tenantId, pageId, variant: '1' }) };
  }

  async send(body: unknown, headers: Record<string, string> = {}): Promise<Sent> {
    const { url } = this.runtime;
    const response = await fetch(`${url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: url, 'user-agent': FIREFOX, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Sent['body'], headers: response.headers };
  }

  /** The batch of a page view. */
  view(place: Place, more: object = {}): object {
    return {
      credencial: place.token,
      carga: randomUUID(),
      url: `${this.runtime.url}/oferta?utm_source=news&utm_medium=email`,
      referencia: 'https://busca.test/q?x=1',
      idioma: 'pt-BR',
      eventos: [{ tipo: 'visualizacao' }],
      ...more,
    };
  }

  events({ tenantId }: Place): Promise<StoredEvent[]> {
    return this.stack.sql<StoredEvent>('select * from event where tenant_id = $1 order by at, id', [tenantId]);
  }

  /** Waits until a place has so many events. */
  async counted(place: Place, count: number): Promise<void> {
    await waitUntil(async () => (await this.events(place)).length >= count, { what: `${count} events` });
  }

  async dayTotals({ tenantId }: Place, dimension: string): Promise<Record<string, string>[]> {
    return this.stack.sql<Record<string, string>>(
      `select value, views::int, sessions::int, visitors::int, conversions::int, bounces::int from total_day
       where tenant_id = $1 and dimension = $2 and page_id = '' order by value`,
      [tenantId, dimension],
    );
  }

  get journalDir(): string {
    return join(this.stack.blobDir, 'journal', 'events');
  }

  /** Names of the files that wait, or are set aside. */
  journalNames(): string[] {
    return readdirSync(this.journalDir);
  }

  /** Leaves a closed file in the journal. */
  leave(name: string, text: string): void {
    writeFileSync(join(this.journalDir, `${name}.journal`), text);
  }
}

/** The line of a view in the journal, of a visitor without an id. */
export const lineOf = ({ tenantId, pageId }: Place, id: string): string =>
  JSON.stringify({
    id,
    day: new Date().toISOString().slice(0, 10),
    tenant: tenantId,
    page: pageId,
    variant: null,
    visitor: null,
    consented: false,
    load: id,
    s: {
      utm: ['', '', '', '', ''],
      referrer: '',
      country: '',
      device: 'desktop',
      os: '',
      browser: '',
      language: '',
      bot: null,
    },
    events: [{ k: 'view', t: Date.now(), path: '/' }],
  });
