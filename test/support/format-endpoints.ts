import type { HttpSink, SunkRequest } from '#libs/test/testing';
import { EVENTS, type EventType } from '../../apps/platform/src/events/event-types.js';
import { untoldBy, type WebhookFormat } from '../../apps/platform/src/webhook-formats/words.js';
import type { TestTenant } from './platform-stack.js';

export const toldBy = (format: WebhookFormat): EventType[] =>
  EVENTS.all.filter((type) => untoldBy(format, [type]).length === 0);

/** A webhook endpoint in a format, which gets all events that the format has words for. */
export class FormatEndpoint {
  private constructor(
    private readonly sink: HttpSink,
    private readonly path: string,
    readonly id: string,
    readonly secret: string,
  ) {}

  static async create(
    sink: HttpSink,
    format: WebhookFormat,
    tenant: TestTenant,
    name = 'all',
  ): Promise<FormatEndpoint> {
    const path = `/${tenant.id}/${format}/${name}`;
    const input = { Url: `${sink.url}${path}`, Events: toldBy(format), Format: format };
    const { body, status, text } = await (await tenant.session()).post('/api/webhooks', input);
    if (status !== 201) throw new Error(`The endpoint was refused: ${text}`);
    return new FormatEndpoint(sink, path, body.Webhook.Id, body.Secret);
  }

  /** Waits for a request whose text has all of these parts. */
  arrival(...parts: string[]): Promise<SunkRequest> {
    return this.arrivalOf(({ text }) => parts.every((part) => text.includes(part)));
  }

  arrivalOf(fits: (request: SunkRequest) => boolean): Promise<SunkRequest> {
    return this.sink.waitFor((request) => request.path === this.path && fits(request));
  }
}
