import { randomUUID } from 'node:crypto';
import { newId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from './http-client.js';
import type { PagesStack, PagesTenant } from './pages-stack.js';

/** Value of an answer, or of a page of the browser, of which only the test knows the form. */
export type Loose = Awaited<ReturnType<HttpClient['get']>>['body'];

/** Id of a visitor who consented. */
export const VISITOR = randomUUID();

/** Began a minute ago. */
export const START = Date.now() - 60_000;

export const text = (value: string, id = 3) => ({ type: 3, textContent: value, id });

/** A snapshot of a page. */
export const page = (...childNodes: object[]) => ({
  type: 2,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { top: 0, left: 0 } },
});

export const move = (n: number) => ({
  type: 3,
  data: { source: 1, positions: [{ x: n, y: n, id: 1, timeOffset: 0 }] },
});

/** Events a millisecond after each other. */
export const timed = (events: object[], from = START) => events.map((event, n) => ({ ...event, timestamp: from + n }));

export interface Recording {
  gravacao: string;
  carga: string;
}

export const recording = (): Recording => ({ gravacao: randomUUID(), carga: randomUUID() });

/** Sends recordings of a page of a tenant, as the recorder does. */
export class ReplaySender {
  readonly meta: object;
  readonly origin: { origin: string };

  private constructor(
    private readonly visitor: HttpClient,
    readonly host: string,
    readonly pageId: string,
    readonly token: string,
  ) {
    this.origin = { origin: `https://${host}` };
    this.meta = { type: 4, data: { href: `https://${host}/oferta?email=ana@example.test`, width: 800, height: 600 } };
  }

  /** Verifies a host of the tenant, and waits until the runtime has heard of it. */
  static async of(stack: PagesStack, tenant: PagesTenant, host: string): Promise<ReplaySender> {
    await tenant.verifyHost(host);
    const pageId = newId('pag');
    const tokens = new PixelToken(stack.app.get(SecretBox, { strict: false }));
    const token = tokens.issue({ tenantId: tenant.id, pageId, variant: '1' });
    const sender = new ReplaySender(stack.visitor, host, pageId, token);
    // An answer to what nothing is stored of.
    const asked = () => sender.send(recording(), 0, timed([sender.meta]), {}, { dnt: '1' });
    await waitUntil(async () => (await asked()).status === 202, { what: host });
    return sender;
  }

  bodyOf(of: Recording, sequencia: number, events: object[], more: object = {}): object {
    return {
      credencial: this.token,
      consentimento: true,
      visitante: VISITOR,
      ...of,
      sequencia,
      eventos: JSON.stringify(events),
      ...more,
    };
  }

  send(of: Recording, sequencia: number, events: object[], more: object = {}, headers: Record<string, string> = {}) {
    return this.visitor.post('/replay', this.bodyOf(of, sequencia, events, more), { ...this.origin, ...headers });
  }
}
