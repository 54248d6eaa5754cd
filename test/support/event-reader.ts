import { get, type IncomingMessage } from 'node:http';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from './http-client.js';

export interface ReadEvent {
  event: string;
  id: string | undefined;
  // Data have every shape; the expectations of a test say which.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** Reads server-sent events, as a browser's `EventSource` does, but connects once only. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  hasEnded = false;
  private text = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
    response.on('close', () => (this.hasEnded = true)).on('error', () => undefined);
  }

  static open(client: HttpClient, path: string, headers: Record<string, string> = {}): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      get(client.url + path, { headers: { ...client.fixedHeaders, ...headers }, agent: false }, (response) =>
        resolve(new EventReader(response)),
      ).on('error', reject);
    });
  }

  get status(): number {
    return this.response.statusCode!;
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** With which what follows would be asked for. */
  get lastId(): string {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  /** Data of the events of one kind that arrived. */
  of(event: string): ReadEvent['data'][] {
    return this.events.filter((one) => one.event === event).map(({ data }) => data);
  }

  /** Waits for an event of this kind, with this data if that is given. */
  async next(event: string, data: object = {}, timeoutMs = 15_000): Promise<ReadEvent> {
    const matches = (one: ReadEvent) =>
      one.event === event && Object.entries(data).every(([key, value]) => Object.is(one.data[key], value));
    return waitUntil(() => this.events.find(matches), {
      timeoutMs,
      what: `${event} among ${JSON.stringify(this.events)}`,
    });
  }

  async ended(): Promise<void> {
    await waitUntil(() => this.hasEnded, { what: 'the end of the stream' });
  }

  close(): void {
    this.response.destroy();
  }

  private take(chunk: string): void {
    const blocks = (this.text + chunk).split('\n\n');
    this.text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const [event, data] = [field('event'), field('data')];
      if (event !== undefined) this.events.push({ event, id: field('id'), data: JSON.parse(data!) });
    }
  }
}
