import { Buffer } from 'node:buffer';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { afterwards, cleanUp, sms, transportTo } from '../../test-support/transports.js';

afterEach(cleanUp);

const HEADER = 16;
const BIND_RESPONSE = 0x8000_0009;
const ENQUIRE_LINK = 0x15;

function pdu(commandId: number, sequence: number, body = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + body.length, 0);
  header.writeUInt32BE(commandId, 4);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

/** A centre that accepts the bind, sends enquire_link so many times, and then calls back. */
async function flooding(times: number, onBound: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    afterwards(async () => socket.destroy());
    socket.once('data', (bind: Buffer) => {
      socket.write(pdu(BIND_RESPONSE, bind.readUInt32BE(12), Buffer.from([0])));
      socket.write(Buffer.alloc(HEADER * times, pdu(ENQUIRE_LINK, 1)));
      onBound(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise((resolve) => server.close(resolve)));
  return `smpp://esme:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('SmppTransport, if the carrier floods it', () => {
  it('reads no more than it is set to in a second', async () => {
    const TIMES = 20_000;
    let answered = 0;
    const url = await flooding(TIMES, (socket) => socket.on('data', ({ length }: Buffer) => (answered += length)));
    const startedAt = performance.now();
    void transportTo(url, { maxPdusPerSecond: 1_000 })
      .send(sms('x'))
      .catch(() => undefined);
    await waitUntil(() => answered >= HEADER * TIMES, { timeoutMs: 15_000 });
    // 64 KiB are read at once at most, 4,096 of them: there are several pauses.
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
  });

  it('closes the link if the answers are not read', async () => {
    const deaf = new Duplex({
      read: () => undefined,
      // Takes the bind, and nothing after it.
      write: (bind: Buffer) => {
        deaf.push(pdu(BIND_RESPONSE, bind.readUInt32BE(12), Buffer.from([0])));
        deaf.push(Buffer.alloc(HEADER * 70_000, pdu(ENQUIRE_LINK, 1)));
      },
    });
    const troubles: object[] = [];
    const logger = { debug: () => undefined, warn: (trouble: object) => troubles.push(trouble) };
    const dial = async () => deaf as Socket;
    const transport = transportTo('smpp://esme:secret@centre.test', { dial, failsFast: true, logger });
    await expect(transport.send(sms('x'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    expect(deaf.destroyed).toBe(true);
    const [trouble] = troubles;
    expect(trouble).toMatchObject({ bound: true, trouble: expect.stringContaining('does not read the answers') });
  });
});
