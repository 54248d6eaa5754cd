import { Buffer } from 'node:buffer';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { readCapabilities } from './capabilities.js';
import type { SmtpCapabilities } from './capabilities.js';
import { SmtpChannel, SmtpTimeout } from './channel.js';
import { SmtpFailure } from './failure.js';
import type { SmtpSettings, SmtpTimeouts } from './options.js';
import type { SmtpReply } from './reply.js';

export interface OpenedChannel {
  channel: SmtpChannel;
  capabilities: SmtpCapabilities;
}

export interface SocketSettings extends Pick<SmtpSettings, 'host' | 'port' | 'implicitTls' | 'tlsOptions'> {
  timeouts: Pick<SmtpTimeouts, 'connect'>;
}

/**
 * Connects and prepares the connection for messages: greeting, EHLO, STARTTLS, AUTH. If a step fails or `signal` aborts,
 * closes the connection and rejects.
 */
export async function openChannel(settings: SmtpSettings, signal: AbortSignal): Promise<OpenedChannel> {
  const channel = new SmtpChannel(await openSocket(settings, signal));
  const abort = (): void => void channel.fail(new Error('the pool was closed'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    return { channel, capabilities: await greet(channel, settings) };
  } catch (error) {
    throw channel.fail(error as Error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Connects; closes the connection and rejects if `signal` aborts or time is up. */
export function openSocket(
  { host, port, implicitTls, tlsOptions, timeouts }: SocketSettings,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = implicitTls ? connectTls({ ...tlsOptions, host, port }) : connectTcp({ host, port });
    const destroy = (error: Error): void => void socket.destroy(error);
    const timer = setTimeout(() => destroy(new SmtpTimeout('no connection')), timeouts.connect);
    const abort = (): void => destroy(new Error('the pool was closed'));
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.removeAllListeners();
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    socket.once(implicitTls ? 'secureConnect' : 'connect', () => {
      cleanUp();
      resolve(socket);
    });
    socket.once('error', (error) => {
      cleanUp();
      // The socket may emit further errors, which would end the process without a listener.
      socket.on('error', () => {});
      reject(error);
    });
  });
}

async function greet(channel: SmtpChannel, settings: SmtpSettings): Promise<SmtpCapabilities> {
  assertCode('greeting', await channel.reply(settings.timeouts.greeting), 220);
  const announced = await hello(channel, settings);
  const capabilities = await encryptIfOffered(channel, settings, announced);
  if (settings.tlsRequired && !channel.encrypted) throw temporary('the server offers no encryption, which is required');
  if (settings.auth) await authenticate(channel, settings, capabilities, settings.auth);
  return capabilities;
}

async function hello(channel: SmtpChannel, { localName, timeouts }: SmtpSettings): Promise<SmtpCapabilities> {
  const extended = await channel.command(`EHLO ${localName}`, timeouts.command);
  if (extended.code === 250) return readCapabilities(extended);
  // RFC 5321 section 3.2: a server without EHLO supports HELO.
  if (extended.code < 500) throw SmtpFailure.ofConnection('EHLO', extended);
  return readCapabilities(assertCode('HELO', await channel.command(`HELO ${localName}`, timeouts.command), 250));
}

async function encryptIfOffered(
  channel: SmtpChannel,
  settings: SmtpSettings,
  announced: SmtpCapabilities,
): Promise<SmtpCapabilities> {
  if (channel.encrypted || !announced.startTls) return announced;
  const reply = await channel.command('STARTTLS', settings.timeouts.command);
  if (reply.code !== 220) {
    if (settings.tlsRequired) throw SmtpFailure.ofConnection('STARTTLS', reply);
    return announced;
  }
  await channel.encrypt(settings.tlsOptions, settings.timeouts.connect);
  // RFC 3207 section 4.2: the capabilities announced before TLS are no longer valid.
  return hello(channel, settings);
}

async function authenticate(
  channel: SmtpChannel,
  { allowPlaintextAuth, timeouts }: SmtpSettings,
  { auth: offered }: SmtpCapabilities,
  { user, password }: NonNullable<SmtpSettings['auth']>,
): Promise<void> {
  if (!channel.encrypted && !allowPlaintextAuth) {
    throw temporary('the connection is not encrypted, so the password is not sent');
  }
  if (offered.includes('PLAIN')) {
    const command = `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`;
    assertCode('AUTH', await channel.command(command, timeouts.command), 235);
  } else if (offered.includes('LOGIN')) {
    assertCode('AUTH', await channel.command('AUTH LOGIN', timeouts.command), 334);
    assertCode('AUTH', await channel.command(base64(user), timeouts.command), 334);
    assertCode('AUTH', await channel.command(base64(password), timeouts.command), 235);
  } else throw temporary('the server offers neither AUTH PLAIN nor AUTH LOGIN');
}

function assertCode(what: string, reply: SmtpReply, code: number): SmtpReply {
  if (reply.code !== code) throw SmtpFailure.ofConnection(what, reply);
  return reply;
}

function temporary(reason: string): SmtpFailure {
  return new SmtpFailure(reason, { kind: 'temporary' });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
