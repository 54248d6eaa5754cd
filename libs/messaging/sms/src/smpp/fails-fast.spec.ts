import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DialFailed, type Dial } from '#libs/core/outbound';
import { freePort, waitUntil } from '#libs/test/testing';
import { startSmppServer } from '../../test-support/smpp-server.js';
import { afterwards, centre, cleanUp, sms, transportTo } from '../../test-support/transports.js';
import { checkSmpp } from './check.js';

afterEach(cleanUp);

const RINVPASWD = 0x0e;
const RBINDFAIL = 0x0d;
const RALYBND = 0x05;

/** Accepts connections and says nothing. */
async function silentServer(): Promise<{ url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `smpp://esme:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const fast = { failsFast: true, reconnect: { min: 60_000, max: 60_000 } };

describe('SmppTransport that fails fast', () => {
  it('rejects all messages that wait as soon as the link cannot be made', async () => {
    const transport = transportTo(`smpp://esme:secret@127.0.0.1:${await freePort()}`, fast);
    const outcomes = await Promise.allSettled([transport.send(sms('a')), transport.send(sms('b'))]);
    const reason = { kind: 'temporary', uncertain: false, refusesCredentials: false };
    expect(outcomes).toMatchObject([{ reason }, { reason }]);
  });

  it.each([
    ['ESME_RINVPASWD', RINVPASWD, true],
    ['ESME_RBINDFAIL', RBINDFAIL, false],
  ])('says whether the credentials are wrong: %s', async (code, status, refusesCredentials) => {
    const server = await centre({ onBind: () => status });
    const sending = transportTo(server.url, fast).send(sms('x'));
    await expect(sending).rejects.toMatchObject({ kind: 'temporary', code, refusesCredentials, uncertain: false });
  });

  it('makes no attempt during the pause, and one at the next message after it', async () => {
    const server = await centre({ onBind: (nth) => (nth === 1 ? RBINDFAIL : 0) });
    const pausing = transportTo(server.url, fast);
    await expect(pausing.send(sms('a'))).rejects.toThrow('ESME_RBINDFAIL');
    await expect(pausing.send(sms('b'))).rejects.toThrow('ESME_RBINDFAIL');
    expect(server.binds).toHaveLength(1);
    const quick = transportTo(server.url, { failsFast: true, reconnect: { min: 1, max: 1 } });
    await expect(quick.send(sms('c'))).resolves.toMatchObject({ carrierId: 'm1' });
  });

  it('is not called again without end by a centre that binds and hangs up', async () => {
    let connections = 0;
    const server = await startSmppServer({
      onSubmit: ({ session }) => {
        session.destroy();
        return { silent: true };
      },
      onBind: () => {
        connections += 1;
        return 0;
      },
    });
    afterwards(server.close);
    const transport = transportTo(server.url, { failsFast: true, reconnect: { min: 20, max: 60_000 } });
    for (let nth = 1; nth <= 4; nth += 1) {
      await expect(transport.send(sms('x'))).rejects.toMatchObject({ uncertain: true });
    }
    // Each attempt waits twice as long as the one before: 20, 40 and 80 ms, less a quarter.
    expect(connections).toBe(4);
  });

  it('gives up a bind that is not answered, and leaves no connection behind', async () => {
    const { url, sockets } = await silentServer();
    const transport = transportTo(url, { ...fast, timeouts: { connect: 100 } });
    await expect(transport.send(sms('x'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    await waitUntil(() => [...sockets].every(({ destroyed }) => destroyed));
  });

  it('connects with the given dialer alone', async () => {
    const dial: Dial = async () => {
      throw new DialFailed('refused-address', 'The address resolves to an internal address');
    };
    const server = await centre();
    const sending = transportTo(server.url, { ...fast, dial }).send(sms('x'));
    await expect(sending).rejects.toThrow('the carrier cannot be reached: The address resolves to an internal address');
    expect(server.binds).toHaveLength(0);
  });
});

describe('checkSmpp', () => {
  const timeouts = { connect: 200, close: 200 };

  it('binds and unbinds', async () => {
    const server = await centre();
    await checkSmpp({ url: server.url, timeouts });
    expect(server.commands).toEqual(['bind_transceiver', 'unbind']);
    await waitUntil(() => server.sessions.size === 0);
  });

  it('passes if the account is bound already', async () => {
    const server = await centre({ onBind: () => RALYBND });
    await expect(checkSmpp({ url: server.url, timeouts })).resolves.toBeUndefined();
  });

  it('rejects wrong credentials, and a centre that is silent or away', async () => {
    const server = await centre({ onBind: () => RINVPASWD });
    await expect(checkSmpp({ url: server.url, timeouts })).rejects.toMatchObject({ refusesCredentials: true });
    for (const url of [(await silentServer()).url, `smpp://esme:secret@127.0.0.1:${await freePort()}`]) {
      await expect(checkSmpp({ url, timeouts })).rejects.toMatchObject({
        refusesCredentials: false,
        kind: 'temporary',
      });
    }
  });
});
