import { describe, expect, it } from 'vitest';
import { readEvents } from './event-stream.js';

/** The events of an answer that comes in these pieces. */
async function eventsOf(...chunks: string[]) {
  const pieces = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(new Response(body))) events.push(event);
  return events;
}

describe('a stream of events', () => {
  it('has the type, the data and the last id of each', async () => {
    expect(await eventsOf('id: 1\nevent: ready\ndata: {}\n\n', 'data:a\ndata: b\n\n')).toEqual([
      { id: '1', type: 'ready', data: '{}' },
      { id: '1', type: 'message', data: 'a\nb' },
    ]);
  });

  it('may come cut anywhere, with any end of lines', async () => {
    const text = ': hello\r\n\r\nid: é1\r\ndata: olá\r\n\r\nevent: x\rdata: 2\r\r';
    const bytes = new TextEncoder().encode(text);
    const whole = await eventsOf(`${text}\n`);
    expect(whole.map(({ data }) => data)).toEqual(['olá', '2']);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.enqueue(Uint8Array.of(10));
        controller.close();
      },
    });
    const cut = [];
    for await (const event of readEvents(new Response(body))) cut.push(event);
    expect(cut).toEqual(whole);
  });

  it('drops an event that is not whole', async () => {
    expect(await eventsOf('data: 1\n\ndata: 2\n')).toHaveLength(1);
    expect(await eventsOf('event: empty\n\n')).toEqual([]);
  });
});
