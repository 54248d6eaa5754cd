import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { startSmppServer } from '../../test-support/smpp-server.js';
import { afterwards, centre, cleanUp, listening, sms, transportTo } from '../../test-support/transports.js';

afterEach(cleanUp);

const THROTTLED = 0x58;

describe('SmppTransport, if the carrier rejects', () => {
  it.each([
    ['ESME_RINVDSTADR', 0x0b, { kind: 'permanent', recipient: 'invalid' }],
    ['ESME_RINVSRCADR', 0x0a, { kind: 'permanent', recipient: undefined }],
    ['ESME_RSYSERR', 0x08, { kind: 'temporary' }],
    ['ESME_RSUBMITFAIL', 0x45, { kind: 'temporary' }],
    ['ESME_RX_P_APPN', 0x65, { kind: 'permanent' }],
    ['0x00000411', 0x411, { kind: 'temporary' }],
  ])('with %s', async (code, status, failure) => {
    const server = await centre({ onSubmit: () => ({ status }) });
    const sending = transportTo(server.url).send(sms('x'));
    await expect(sending).rejects.toMatchObject({ name: 'SmsFailure', code, uncertain: false, ...failure });
  });

  it.each([
    ['ESME_RTHROTTLED', THROTTLED],
    ['ESME_RMSGQFUL', 0x14],
  ])('pauses after %s, then continues with the other messages', async (code, status) => {
    const times: number[] = [];
    const server = await centre({
      onSubmit: ({ nth }) => {
        times.push(performance.now());
        return nth === 1 ? { status } : {};
      },
    });
    const transport = transportTo(server.url, { window: 1, throttle: { min: 80, max: 80 } });
    const outcomes = await Promise.allSettled([transport.send(sms('a')), transport.send(sms('b'))]);
    expect(outcomes).toMatchObject([
      { reason: { kind: 'temporary', code, uncertain: false, retryAfterMs: expect.any(Number) } },
      { value: { carrierId: 'm2' } },
    ]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(55);
  });

  it('submits a throttled later part again, because the parts before it are already sent', async () => {
    const server = await centre({ onSubmit: ({ nth }) => (nth === 2 || nth === 3 ? { status: THROTTLED } : {}) });
    const body = 'x'.repeat(400);
    await expect(transportTo(server.url).send(sms(body))).resolves.toMatchObject({ partIds: ['m1', 'm4', 'm5'] });
    expect(server.texts()).toMatchObject([{ text: body, parts: 3 }]);
  });

  it('rejects a message as uncertain if a later part is rejected', async () => {
    const server = await centre({ onSubmit: ({ nth }) => (nth === 2 ? { status: 0x08 } : {}) });
    const sending = transportTo(server.url).send(sms('x'.repeat(400)));
    await expect(sending).rejects.toMatchObject({ kind: 'temporary', code: 'ESME_RSYSERR', uncertain: true });
    expect(server.submitted).toHaveLength(2);
  });

  it('makes an id for a message that was accepted without one', async () => {
    const server = await centre({ onSubmit: () => ({ messageId: '' }) });
    await expect(transportTo(server.url).send(sms('x'))).resolves.toMatchObject({
      carrierId: 'unnamed-sms_00000000000000a1',
    });
  });
});

describe('SmppTransport, if the link breaks', () => {
  it('rejects submitted messages as uncertain, and sends the others over the next link', async () => {
    const server = await centre({
      onSubmit: ({ nth, session }) => {
        if (nth === 5) session.destroy();
        return nth > 2 && nth <= 5 ? { silent: true } : {};
      },
    });
    const transport = transportTo(server.url, { window: 3 });
    const all = Array.from({ length: 9 }, (_, index) => `n${index + 1}`);
    const outcomes = await Promise.allSettled(all.map((body) => transport.send(sms(body))));
    const uncertain = { status: 'rejected', reason: { kind: 'temporary', uncertain: true } };
    expect(outcomes).toMatchObject(
      all.map((_, index) => (index > 1 && index < 5 ? uncertain : { status: 'fulfilled' })),
    );
    expect(server.binds).toHaveLength(2);
    // Nothing left twice.
    expect(server.texts().map(({ text }) => text)).toEqual(all);
  });

  it.each([1, 2, 3])(
    'never submits twice, and reports each message correctly, however links break (%i)',
    async (seed) => {
      let state = seed;
      // Park and Miller's generator: the same breaks in every run.
      const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const accepted = new Set<string>();
      const server = await centre({
        onSubmit: ({ pdu, session }) => {
          const how = chance();
          if (how < 0.04) session.destroy();
          else if (how < 0.08) session.socket.end();
          else accepted.add(String(pdu.short_message?.message));
          return { silent: how < 0.08 };
        },
      });
      const transport = transportTo(server.url, {
        window: 5,
        timeouts: { wait: 10_000 },
        reconnect: { min: 1, max: 5 },
      });
      const all = Array.from({ length: 150 }, (_, index) => `n${index}`);
      const outcomes = await Promise.allSettled(all.map((body) => transport.send(sms(body))));
      const received = server.texts().map(({ text }) => text);
      expect(new Set(received).size).toBe(received.length);
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') expect(accepted).toContain(all[index]);
        else expect(outcome.reason).toMatchObject({ kind: 'temporary', uncertain: true });
      });
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(75);
      expect(server.binds.length).toBeGreaterThan(2);
    },
  );

  it('does so in the middle of a long message, too', async () => {
    const server = await centre({
      onSubmit: ({ nth, session }) => {
        if (nth === 2) session.destroy();
        return nth === 2 ? { silent: true } : {};
      },
    });
    await expect(transportTo(server.url).send(sms('x'.repeat(400)))).rejects.toMatchObject({ uncertain: true });
    expect(server.submitted).toHaveLength(2);
  });

  it('reconnects for receipts without a message to send', async () => {
    const server = await centre();
    const transport = transportTo(server.url);
    listening(transport);
    for (let links = 1; links <= 3; links++) {
      await waitUntil(() => server.binds.length === links && transport.stats.bound);
      for (const session of server.sessions) session.destroy();
      await waitUntil(() => !transport.stats.bound || server.binds.length > links);
    }
    expect(server.submitted).toEqual([]);
  });

  it('waits for a carrier that is not reachable yet', async () => {
    const first = await startSmppServer();
    await first.close();
    const transport = transportTo(first.url);
    const sending = transport.send(sms('patience'));
    const server = await centre({ port: first.port });
    await expect(sending).resolves.toMatchObject({ carrierId: 'm1' });
    expect(server.texts()).toMatchObject([{ text: 'patience' }]);
  });

  it('rejects a message that waited too long, not as uncertain', async () => {
    const transport = transportTo('smpp://a:b@127.0.0.1:1', { timeouts: { wait: 100 } });
    await expect(transport.send(sms('x'))).rejects.toMatchObject({
      kind: 'temporary',
      uncertain: false,
      reason: expect.stringContaining('cannot be reached'),
    });
  });

  it('retries a bind that is rejected or not answered, without failing messages', async () => {
    const server = await centre({ onBind: (nth) => [0x0e, undefined][nth - 1] ?? (nth > 2 ? 0 : undefined) });
    const transport = transportTo(server.url, { timeouts: { connect: 100 } });
    await expect(transport.send(sms('x'))).resolves.toMatchObject({ carrierId: 'm1' });
    expect(server.binds).toHaveLength(3);
  });

  it('closes a link that does not answer enquire_link', async () => {
    const server = await centre({ deaf: true });
    const transport = transportTo(server.url, { timeouts: { enquire: 40, response: 40 } });
    listening(transport);
    await waitUntil(() => server.binds.length >= 2);
    expect(server.commands.slice(0, 3)).toEqual(['bind_transceiver', 'enquire_link', 'bind_transceiver']);
  });

  it('keeps a silent link that answers enquire_link', async () => {
    const server = await centre();
    listening(transportTo(server.url, { timeouts: { enquire: 20 } }));
    await waitUntil(() => server.commands.filter((command) => command === 'enquire_link').length >= 4);
    expect(server.binds).toHaveLength(1);
  });

  it('answers enquire_link, and reconnects after the carrier unbinds', async () => {
    const server = await centre();
    const transport = transportTo(server.url);
    listening(transport);
    const session = await waitUntil(() => [...server.sessions][0]);
    await new Promise((resolve) => session.enquire_link(resolve));
    await new Promise((resolve) => session.unbind(resolve));
    await waitUntil(() => server.binds.length === 2);
    await expect(transport.send(sms('x'))).resolves.toMatchObject({ carrierId: 'm1' });
  });

  it('rejects an unanswered message as uncertain, and continues on the same link', async () => {
    const server = await centre({ onSubmit: ({ nth }) => ({ silent: nth === 1 }) });
    const transport = transportTo(server.url, { window: 1, timeouts: { response: 60 } });
    const outcomes = await Promise.allSettled([transport.send(sms('a')), transport.send(sms('b'))]);
    expect(outcomes).toMatchObject([{ reason: { uncertain: true } }, { value: { carrierId: 'm2' } }]);
    expect(server.binds).toHaveLength(1);
  });
});

describe('SmppTransport, if the carrier sends invalid data', () => {
  it.each([
    ['a PDU shorter than its own header', Buffer.from('0000000400000000', 'hex')],
    ['a PDU of a gigabyte', Buffer.from('40000000000000050000000000000001', 'hex')],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('such as %s, makes a new link', async (_, nonsense) => {
    let links = 0;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      links++;
      sockets.add(socket.on('error', () => undefined));
      socket.write(nonsense);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterwards(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const transport = transportTo(`smpp://a:b@127.0.0.1:${port}`, { timeouts: { wait: 250 } });
    await expect(transport.send(sms('x'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    expect(links).toBeGreaterThan(1);
  });

  it('takes generic_nack as a rejection, and ignores answers without a request', async () => {
    const nack = (sequence: number): Buffer => header(0x8000_0000, 0, sequence);
    const server = await centre({
      onSubmit: ({ pdu, session, nth }) => {
        session.socket.write(header(0x8000_0015, 0, pdu.sequence_number));
        session.socket.write(header(0x8000_0004, 0, 999));
        if (nth === 1) session.socket.write(nack(pdu.sequence_number));
        return { silent: nth === 1 };
      },
    });
    const transport = transportTo(server.url, { window: 1 });
    const outcomes = await Promise.allSettled([transport.send(sms('a')), transport.send(sms('b'))]);
    expect(outcomes).toMatchObject([
      { reason: { kind: 'permanent', code: 'ESME_RINVCMDID' } },
      { value: { carrierId: 'm2' } },
    ]);
  });
});

function header(commandId: number, status: number, sequence: number): Buffer {
  const octets = Buffer.alloc(16);
  [16, commandId, status, sequence].forEach((value, index) => octets.writeUInt32BE(value, index * 4));
  return octets;
}
