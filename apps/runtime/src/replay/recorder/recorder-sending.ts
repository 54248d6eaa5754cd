/**
 * The part of the recorder that sends: chunks one after another, so that the server masks each by what it knows of those before. One that
 * was not answered is sent again; the server keeps it once.
 */
export const RECORDER_SENDING = `  const CHUNK_BYTES = 200000;
  const CHUNK_MS = 5000;
  /** Browsers send no more than 64 KiB of a page that is left. */
  const LAST_BYTES = 60000;
  const WAITING_BYTES = 4000000;
  const TRIES = 6;

  const base64 = (buffer) => {
    const bytes = new Uint8Array(buffer);
    let text = '';
    for (let n = 0; n < bytes.length; n += 8192) text += String.fromCharCode(...bytes.subarray(n, n + 8192));
    return btoa(text);
  };

  async function packed(json) {
    if (typeof CompressionStream === 'undefined') return { eventos: json };
    const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'));
    return { eventos_gzip: base64(await new Response(stream).arrayBuffer()) };
  }

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  /** Sends what a recording gives; onEnd is called once the server takes no more of it. */
  function senderOf(place, onEnd) {
    let events = [];
    let bytes = 0;
    let sequence = 0;
    let timer;
    let isOver = false;
    const waiting = [];
    let waitingBytes = 0;
    let isSending = false;

    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      events = [];
      waiting.length = 0;
    };
    const end = () => {
      stop();
      onEnd();
    };
    const post = (chunk, content, keepalive) =>
      fetch(place.address + '/replay', {
        method: 'POST',
        credentials: 'omit',
        keepalive,
        // This type needs no question of the browser beforehand.
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ ...place.body, sequencia: chunk.sequence, ...content }),
      });

    function cut() {
      clearTimeout(timer);
      timer = undefined;
      if (events.length === 0) return;
      const json = '[' + events.join(',') + ']';
      events = [];
      bytes = 0;
      waiting.push({ sequence, json });
      waitingBytes += json.length;
      sequence += 1;
      if (waitingBytes > WAITING_BYTES) end();
    }

    async function send(chunk) {
      const content = await packed(chunk.json);
      for (let tried = 1; !isOver && tried <= TRIES; tried += 1) {
        const answer = await post(chunk, content, false).catch(() => null);
        if (answer && answer.ok) return;
        if (answer && answer.status < 500 && answer.status !== 429) break;
        await wait(1000 * Math.max(2 ** tried, Math.min(60, Number(answer && answer.headers.get('Retry-After')) || 0)));
      }
      if (!isOver) end();
    }

    async function sendAll() {
      if (isSending) return;
      isSending = true;
      while (waiting.length > 0) {
        await send(waiting[0]);
        const sent = waiting.shift();
        if (sent) waitingBytes -= sent.json.length;
      }
      isSending = false;
    }

    return {
      stop,
      add(event) {
        if (isOver) return;
        const json = JSON.stringify(event);
        events.push(json);
        bytes += json.length;
        if (bytes >= CHUNK_BYTES) {
          cut();
          sendAll();
        } else timer ??= setTimeout(() => (cut(), sendAll()), CHUNK_MS);
      },
      /** The page may be gone at any moment: what waits goes at once, also what is on its way already. */
      flush() {
        if (isOver) return;
        cut();
        let left = LAST_BYTES;
        for (const chunk of waiting) {
          left -= chunk.json.length;
          post(chunk, { eventos: chunk.json }, left >= 0).catch(() => undefined);
        }
      },
    };
  }
`;
