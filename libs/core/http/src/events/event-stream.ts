import type { Express, Response } from 'express';
import { OpenStreams } from './open-streams.js';

export interface EventStreamOptions {
  /** How long a browser waits before it connects again (milliseconds). */
  retryMs?: number;
  /** Bytes that may wait for a slow reader before its connection is closed. */
  maxWaitingBytes?: number;
}

const RETRY_MS = 3_000;
const MAX_WAITING_BYTES = 256 * 1_024;

/** An event for a browser's `EventSource`. */
export interface ServerEvent {
  event: string;
  /** Sent as JSON. */
  data: object;
  /** With which the browser asks for what follows, in `Last-Event-ID`. */
  id?: string | undefined;
}

/** The text of an event. The name and the id have no line breaks. */
export const eventText = ({ event, data, id }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * An answer of server-sent events (text/event-stream), which ends when the app closes if not before. It is not compressed, nor
 * kept by proxies. A connection whose reader is too slow is closed.
 */
export class EventStream {
  private readonly maxWaitingBytes: number;

  /** Sends the headers. To HEAD they are the whole answer. */
  constructor(
    private readonly response: Response,
    { retryMs = RETRY_MS, maxWaitingBytes = MAX_WAITING_BYTES }: EventStreamOptions = {},
  ) {
    this.maxWaitingBytes = maxWaitingBytes;
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('Cache-Control', 'no-cache, no-transform');
    response.setHeader('X-Accel-Buffering', 'no');
    response.writeHead(200);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    response.write(`retry: ${retryMs}\n\n`);
    const forget = OpenStreams.of(response.app as Express).add(() => this.end());
    response.once('close', forget);
  }

  /** Whether the client is gone, or the answer has ended. */
  get isClosed(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  /** Calls `closed` when the connection is closed; at once if it is. */
  onClose(closed: () => void): void {
    if (this.response.closed || this.isClosed) closed();
    else this.response.once('close', closed);
  }

  /** Sends texts of `eventText`. */
  write(text: string): void {
    if (this.isClosed || this.response.write(text)) return;
    if (this.response.writableLength > this.maxWaitingBytes) this.response.destroy();
  }

  send(event: ServerEvent): void {
    this.write(eventText(event));
  }

  /** Keeps proxies from closing the connection. */
  beat(): void {
    this.write(':\n\n');
  }

  end(): void {
    if (!this.isClosed) this.response.end();
  }
}
