import { Resolver } from 'node:dns/promises';
import nodemailer from 'nodemailer';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { DnsSink, HttpSink, patient, setPatience, SmtpSink, waitUntil } from '#libs/test/testing';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe('waitUntil', () => {
  it('returns the first truthy value', async () => {
    let looks = 0;
    await expect(waitUntil(() => (++looks === 3 ? 'seen' : undefined), { everyMs: 1 })).resolves.toBe('seen');
  });

  it('fails after the deadline with the condition and the last result', async () => {
    const look = () => expect(1).toBe(2);
    await expect(waitUntil(look, { timeoutMs: 20, what: 'one to be two' })).rejects.toThrow(
      /one to be two; last: .*be 2/s,
    );
  });

  it('ends while the clock of the process stands still, too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await expect(waitUntil(() => false, { timeoutMs: 10 })).rejects.toThrow('for the condition');
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits as many times longer as the machine needs', async () => {
    setPatience(3);
    try {
      expect(patient(50)).toBe(150);
      await expect(waitUntil(() => false, { timeoutMs: 10 })).rejects.toThrow('Waited 30 ms');
    } finally {
      setPatience(inject('patience'));
    }
  });
});

describe('SmtpSink', () => {
  async function mailTo(sink: SmtpSink, to: string) {
    const transport = nodemailer.createTransport(sink.url, { socketTimeout: 5_000 } as object);
    try {
      return await transport.sendMail({ from: 'a@x.test', to, subject: 'Olá', text: 'body' });
    } finally {
      transport.close();
    }
  }

  async function startSink(options = {}): Promise<SmtpSink> {
    const sink = await SmtpSink.start(options);
    stops.push(() => sink.stop());
    return sink;
  }

  it('keeps the messages', async () => {
    const sink = await startSink();
    await mailTo(sink, 'b@x.test');
    const [message] = await sink.waitFor(1);
    expect(message).toMatchObject({ from: 'a@x.test', to: ['b@x.test'], secure: false });
    await expect(sink.waitFor((one) => one.source.includes('\r\n\r\nbody'))).resolves.toBe(message);
  });

  it('rejects a recipient a number of times, after RCPT or after the data', async () => {
    const sink = await startSink();
    sink.refuse('b@x.test', { code: 451, times: 1 });
    sink.refuse(/^c@/, { code: 554, at: 'data', message: 'spam' });
    await expect(mailTo(sink, 'b@x.test')).rejects.toMatchObject({ responseCode: 451 });
    await expect(mailTo(sink, 'b@x.test')).resolves.toBeDefined();
    await expect(mailTo(sink, 'c@x.test')).rejects.toMatchObject({ responseCode: 554, command: 'DATA' });
    sink.acceptAll();
    await expect(mailTo(sink, 'c@x.test')).resolves.toBeDefined();
  });

  it('closes the connection for a recipient with drop', async () => {
    const sink = await startSink();
    sink.refuse('b@x.test', { code: 'drop' });
    await expect(mailTo(sink, 'b@x.test')).rejects.toThrow(/closed|reset/i);
  });

  it('sends no greeting while paused', async () => {
    const sink = await startSink();
    sink.pause();
    const sent = mailTo(sink, 'b@x.test');
    await waitUntil(() => sink.connections === 1);
    expect(sink.messages).toEqual([]);
    sink.resume();
    await sent;
    expect(sink.messages).toHaveLength(1);
  });

  it('starts no message on an open connection while paused, and pauses by itself after so many messages', async () => {
    const sink = await startSink();
    const client = nodemailer.createTransport({ host: '127.0.0.1', port: sink.port, pool: true, maxConnections: 1 });
    stops.push(() => Promise.resolve(client.close()));
    sink.pauseAfter(2);
    const sent = ['a', 'b', 'c'].map((to) => client.sendMail({ from: 'z@x.test', to: `${to}@x.test`, text: 'x' }));
    await Promise.all(sent.slice(0, 2));
    await waitUntil(() => sink.waiting === 1);
    expect(sink.messages).toHaveLength(2);
    sink.resume();
    await sent[2];
    expect(sink.messages).toHaveLength(3);
  });

  it('comes back on the same port after a stop', async () => {
    const sink = await startSink();
    await sink.stop();
    await expect(mailTo(sink, 'b@x.test')).rejects.toThrow('ECONNREFUSED');
    await sink.start();
    await expect(mailTo(sink, 'b@x.test')).resolves.toBeDefined();
  });

  it('offers TLS and requires a login if configured', async () => {
    const sink = await startSink({ starttls: true, auth: { user: 'u', pass: 'p' } });
    const options = { host: '127.0.0.1', port: sink.port, tls: { rejectUnauthorized: false } };
    const good = nodemailer.createTransport({ ...options, auth: { user: 'u', pass: 'p' } });
    await good.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'x' });
    expect(sink.messages[0]).toMatchObject({ secure: true });
    const bad = nodemailer.createTransport({ ...options, auth: { user: 'u', pass: 'wrong' } });
    await expect(bad.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'x' })).rejects.toMatchObject({
      code: 'EAUTH',
    });
  });
});

describe('HttpSink', () => {
  async function startSink(): Promise<HttpSink> {
    const sink = await HttpSink.start();
    stops.push(() => sink.stop());
    return sink;
  }

  it('keeps requests and answers in the given order', async () => {
    const sink = await startSink();
    sink.answer((request) => ({ status: 418, body: request.path }));
    sink.answerNext({ status: 500 }, { redirect: 'http://example.test/' });
    const ask = () => fetch(`${sink.url}/hook?a=1`, { method: 'POST', body: 'ação', redirect: 'manual' });
    expect((await ask()).status).toBe(500);
    expect((await ask()).headers.get('location')).toBe('http://example.test/');
    expect(await (await ask()).text()).toBe('/hook?a=1');
    const requests = await sink.waitFor(3);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/hook?a=1', text: 'ação' });
  });

  it('hangs, drips, drops and floods', async () => {
    const sink = await startSink();
    sink.answerNext({ hang: true }, { dripEveryMs: 5 }, { drop: true }, { hugeBytes: 3_000_000 });
    const soon = () => ({ signal: AbortSignal.timeout(patient(100)) });
    await expect(fetch(sink.url, soon())).rejects.toThrow('timeout');
    const dripping = await fetch(sink.url, soon());
    await expect(dripping.text()).rejects.toThrow();
    await expect(fetch(sink.url)).rejects.toThrow('fetch failed');
    expect((await (await fetch(sink.url)).arrayBuffer()).byteLength).toBe(3_000_000);
  });

  it('comes back on the same port after a stop', async () => {
    const sink = await startSink();
    await sink.stop();
    await expect(fetch(sink.url)).rejects.toThrow();
    await sink.start();
    expect((await fetch(sink.url)).status).toBe(200);
  });
});

describe('DnsSink', () => {
  async function startSink(): Promise<{ sink: DnsSink; resolver: Resolver }> {
    const sink = await DnsSink.start([
      { name: 'x.test', type: 'MX', value: '10 mx.x.test' },
      { name: 'mx.x.test', type: 'A', value: '127.0.0.1' },
      { name: 'www.x.test', type: 'CNAME', value: 'mx.x.test' },
    ]);
    stops.push(() => sink.stop());
    const resolver = new Resolver({ timeout: 1_000, tries: 1 });
    resolver.setServers([sink.server]);
    return { sink, resolver };
  }

  it('answers records of its start and added ones', async () => {
    const { sink, resolver } = await startSink();
    expect(await resolver.resolveMx('x.test')).toEqual([
      expect.objectContaining({ exchange: 'mx.x.test', priority: 10 }),
    ]);
    expect(await resolver.resolve4('WWW.x.test')).toEqual(['127.0.0.1']);
    await expect(resolver.resolveTxt('k._domainkey.x.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    sink.add('k._domainkey.x.test', 'TXT', 'v=DKIM1; p=abc');
    expect(await resolver.resolveTxt('k._domainkey.x.test')).toEqual([['v=DKIM1; p=abc']]);
    await expect(resolver.resolve4('x.test')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('returns a key longer than a character-string and than a datagram', async () => {
    const { sink, resolver } = await startSink();
    const value = 'v=DKIM1; p='.padEnd(1_400, 'k');
    sink.add('long.x.test', 'TXT', value);
    const [strings] = await resolver.resolveTxt('long.x.test');
    expect(strings?.length).toBe(6);
    expect(strings?.join('')).toBe(value);
  });

  it('fails if failing is set', async () => {
    const { sink, resolver } = await startSink();
    sink.failing = true;
    await expect(resolver.resolve4('mx.x.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });
});
