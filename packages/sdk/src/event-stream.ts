/** An event that a server sends. */
export interface ServerEvent {
  /** Its id, for `Last-Event-ID`. */
  id: string;
  type: string;
  data: string;
}

export type EventStream = AsyncGenerator<ServerEvent, void, undefined>;

/** Reads the events of an answer until it ends. */
export async function* readEvents(response: Response): EventStream {
  let event = { id: '', type: '', data: [] as string[] };
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (event.data.length > 0) yield { ...event, type: event.type || 'message', data: event.data.join('\n') };
      event = { id: event.id, type: '', data: [] };
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') event.data.push(value);
    else if (field === 'event') event.type = value;
    else if (field === 'id') event.id = value;
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
