import type { IncomingMessage } from 'node:http';

/** How much of a rejected body is read in all (bytes). */
const MOST_BYTES = 536_870_912;

/**
 * Reads the rest of a body that is rejected, and forgets it. A connection that is closed while its client still sends is reset,
 * and the client never sees why: so the answer goes out after a while, and the reading goes on beside it. Only who sends far
 * more than anything that we take is cut off.
 * @param before bytes that are read before the answer: most clients have then sent all of it
 * @param done called once, when it is time to answer; never if the client disconnects first
 */
export function discardRest(request: IncomingMessage, before: number, done: () => void): void {
  let bytes = 0;
  let isTime = false;
  const answer = (): void => {
    if (!isTime) done();
    isTime = true;
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > before) answer();
    if (bytes > MOST_BYTES) request.destroy();
  });
  request.on('end', answer);
  request.resume();
}
