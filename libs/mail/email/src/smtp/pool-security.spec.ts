import { Buffer } from 'node:buffer';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, messageTo, pipeliningServer, poolTo, scripted, serverWith } from '../../test-support/pools.js';
import { rejection } from '../../test-support/smtp-servers.js';
import type { Script, ScriptedServer } from '../../test-support/smtp-servers.js';
import { SmtpPool } from './pool.js';

afterEach(cleanUp);

describe('SmtpPool, encryption and credentials', () => {
  const trusting = { rejectUnauthorized: false };
  const onAuth: SMTPServerOptions['onAuth'] = (auth, _, callback) => {
    if (auth.username === 'user@x' && auth.password === 'p:ä/') callback(null, { user: auth.username });
    else callback(rejection(535, '5.7.8 wrong'));
  };
  const authenticated = { authOptional: false, onAuth };

  function withLogin(url: string, login = 'user%40x:p%3A%C3%A4%2F'): string {
    return url.replace('://', `://${login}@`);
  }

  it('encrypts with STARTTLS if it is offered', async () => {
    const server = await serverWith({ disabledCommands: [] });
    await poolTo(server.url, { tls: { required: true, options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.secure).toBe(true);
  });

  it('encrypts from the first byte with smtps', async () => {
    const server = await serverWith({ secure: true });
    await poolTo(server.url, { tls: { options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.secure).toBe(true);
  });

  it.each([
    ['STARTTLS', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('sends nothing to a server whose certificate does not verify, with %s', async (_, options) => {
    const server = await serverWith(options);
    await expect(poolTo(server.url).send(messageTo('a@example.test'))).rejects.toMatchObject({ kind: 'temporary' });
    expect(server.deliveries).toEqual([]);
  });

  it('sends nothing unencrypted if encryption is required', async () => {
    const server = await scripted(pipeliningServer());
    const pool = poolTo(withLogin(server.url), { tls: { required: true } });
    await expect(pool.send(messageTo('a@example.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'the server offers no encryption, which is required',
    });
    expect(server.received[0]).toMatch(/^EHLO [^\r]+\r\n$/);
  });

  it('closes the connection if unencrypted data follows the reply to STARTTLS', async () => {
    const server = await scripted((chunk) => {
      if (chunk.startsWith('EHLO')) return '250-scripted\r\n250 STARTTLS\r\n';
      return chunk.startsWith('STARTTLS') ? '220 go\r\n250 injec' : undefined;
    });
    await expect(poolTo(server.url).send(messageTo('a@example.test'))).rejects.toMatchObject({
      response: 'unencrypted surplus',
    });
  });

  it.each([['PLAIN'], ['LOGIN']])('logs in with AUTH %s', async (method) => {
    const server = await serverWith({ ...authenticated, disabledCommands: [], authMethods: [method] });
    await poolTo(withLogin(server.url), { tls: { options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.user).toBe('user@x');
  });

  it('fails temporarily if the login is rejected, because this does not depend on the message', async () => {
    const server = await serverWith({ ...authenticated, disabledCommands: [] });
    const pool = poolTo(withLogin(server.url, 'user:wrong'), { tls: { options: trusting } });
    await expect(pool.send(messageTo('a@example.test'))).rejects.toMatchObject({ kind: 'temporary', code: 535 });
  });

  it('sends a password unencrypted only with allowPlaintextAuth or to this machine', async () => {
    const server = await serverWith({ ...authenticated, allowInsecureAuth: true });
    const options = { allowPlaintextAuth: false };
    await expect(poolTo(withLogin(server.url), options).send(messageTo('a@example.test'))).rejects.toMatchObject({
      response: 'the connection is not encrypted, so the password is not sent',
    });
    await poolTo(withLogin(server.url)).send(messageTo('a@example.test'));
    expect(server.deliveries).toHaveLength(1);
  });

  it('does not quote its URL in an error', () => {
    expect(() => new SmtpPool({ url: 'http://user:secret@host' })).toThrow(/^(?!.*secret)/);
    expect(() => new SmtpPool({ url: 'user:secret@host' })).toThrow(TypeError);
  });
});

describe('SmtpPool, with the capabilities of the server', () => {
  function announcing(...extensions: string[]): Script {
    const polite = pipeliningServer();
    return (chunk, socket, connection) =>
      chunk.startsWith('EHLO')
        ? ['250-scripted', ...extensions.map((name) => `250-${name}`), '250 PIPELINING', ''].join('\r\n')
        : polite(chunk, socket, connection);
  }

  it('declares size, 8-bit content and UTF-8 addresses if needed and offered', async () => {
    const server = await scripted(announcing('SIZE 1000', '8BITMIME', 'SMTPUTF8'));
    const pool = poolTo(server.url, { maxConnections: 1 });
    await pool.send({
      envelope: { from: '', to: 'a@x.test' },
      message: Buffer.from('From: a@x.test\r\n\r\nascii\r\n'),
    });
    await pool.send({ envelope: { from: '', to: 'a@x.test' }, message: Buffer.from('From: a@x.test\r\n\r\né\r\n') });
    await pool.send({ envelope: { from: '', to: 'é@x.test' }, message: Buffer.from('From: a@x.test\r\n\r\n') });
    expect(server.received[0]?.match(/MAIL FROM.*/g)).toEqual([
      'MAIL FROM:<> SIZE=25',
      'MAIL FROM:<> SIZE=22 BODY=8BITMIME',
      'MAIL FROM:<> SIZE=18 SMTPUTF8',
    ]);
  });

  it('asks for reports of delivery if the server offers them', async () => {
    const [able, unable] = [await scripted(announcing('DSN', 'SMTPUTF8')), await scripted(announcing())];
    const message = Buffer.from('From: a@x.test\r\n\r\n');
    for (const server of [able, unable]) {
      const pool = poolTo(server.url, { maxConnections: 1 });
      await pool.send({ envelope: { from: 'b@x.test', to: 'a+tag=1@x.test' }, message, reportsAs: 'msg_1' });
    }
    const pool = poolTo(able.url, { maxConnections: 1 });
    await pool.send({ envelope: { from: 'b@x.test', to: 'é@x.test' }, message, reportsAs: 'a b' });
    await pool.send({ envelope: { from: 'b@x.test', to: 'c@x.test' }, message });
    const commands = (server: ScriptedServer) => server.received.join('').match(/(?:MAIL FROM|RCPT TO).*/g);
    expect(commands(able)).toEqual([
      'MAIL FROM:<b@x.test> RET=HDRS ENVID=msg_1',
      'RCPT TO:<a+tag=1@x.test> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;a+2Btag+3D1@x.test',
      'MAIL FROM:<b@x.test> SMTPUTF8 RET=HDRS ENVID=a+20b',
      'RCPT TO:<é@x.test> NOTIFY=SUCCESS,FAILURE,DELAY',
      'MAIL FROM:<b@x.test>',
      'RCPT TO:<c@x.test>',
    ]);
    expect(commands(unable)).toEqual(['MAIL FROM:<b@x.test>', 'RCPT TO:<a+tag=1@x.test>']);
  });

  it('fails permanently if the server lacks a capability', async () => {
    const server = await scripted(announcing('SIZE 100'));
    const pool = poolTo(server.url);
    const send = (to: string, message: string): Promise<unknown> =>
      pool.send({ envelope: { from: 'b@x.test', to }, message: Buffer.from(message) });
    await expect(send('a@x.test', 'a'.repeat(101))).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.3.4' });
    await expect(send('é@x.test', 'a')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.7' });
    await expect(send('a@x.test', 'é: a\r\n\r\n')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.7' });
    await expect(send('a@x.test', 'a: b\r\n\r\né')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.3' });
    expect(server.received.join('')).not.toContain('MAIL');
  });

  it.each([
    'a@x.test>\r\nRCPT TO:<evil@x.test',
    'a@x.test\nDATA',
    'a@x.test> SIZE=1',
    'a b@x.test',
    'a\0@x.test',
    '',
    'nobody',
    `${'a'.repeat(300)}@x.test`,
  ])('rejects the address %j without a connection', async (address) => {
    const pool = poolTo('smtp://127.0.0.1:1');
    const message = Buffer.from('From: a@x.test\r\n\r\n');
    await expect(pool.send({ envelope: { from: 'a@x.test', to: address }, message })).rejects.toMatchObject({
      kind: 'permanent',
    });
    if (address === '') return;
    await expect(pool.send({ envelope: { from: address, to: 'a@x.test' }, message })).rejects.toMatchObject({
      kind: 'permanent',
    });
  });

  it('prevents smuggled messages: bare line breaks become CRLF', async () => {
    const server = await serverWith();
    const message = Buffer.from('From: a@x.test\r\n\r\na\n.\nMAIL FROM:<evil@x.test>\r.\r\n');
    await poolTo(server.url).send({ envelope: { from: 'a@x.test', to: 'b@x.test' }, message });
    expect(server.deliveries.map(({ content }) => content)).toEqual([
      'From: a@x.test\r\n\r\na\r\n.\r\nMAIL FROM:<evil@x.test>\r\n.\r\n',
    ]);
  });
});
