import { buildMessage } from '../src/mime/message.js';
import type { SmtpMessage } from '../src/smtp/job.js';
import type { SmtpPoolOptions } from '../src/smtp/options.js';
import { SmtpPool } from '../src/smtp/pool.js';
import { mailWith } from './messages.js';
import { startScriptedServer, startSmtpServer } from './smtp-servers.js';
import type { RunningServer, Script, ScriptedServer } from './smtp-servers.js';

const cleanups: (() => Promise<void>)[] = [];

/** Registers a cleanup for something that a test opened itself. */
export function afterwards(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups in reverse order; call it after each test. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
}

export function poolTo(url: string, options: Partial<SmtpPoolOptions> = {}): SmtpPool {
  const pool = new SmtpPool({ url, ...options });
  cleanups.push(() => pool.close(500));
  return pool;
}

export async function serverWith(...parameters: Parameters<typeof startSmtpServer>): Promise<RunningServer> {
  const server = await startSmtpServer(...parameters);
  cleanups.push(server.close);
  return server;
}

export async function scripted(...parameters: Parameters<typeof startScriptedServer>): Promise<ScriptedServer> {
  const server = await startScriptedServer(...parameters);
  cleanups.push(server.close);
  return server;
}

export function messageTo(to: string, text = 'Hello\n'): SmtpMessage {
  return { envelope: { from: 'bounce@acme.test', to }, message: buildMessage(mailWith({ to: [to], text })) };
}

/** The recipients of accepted messages, sorted. */
export function recipients(server: { deliveries: { to: string[] }[] }): string[] {
  return server.deliveries.flatMap(({ to }) => to).sort();
}

/** Answers a pipelining client: EHLO, then each group of commands, then each message. */
export function pipeliningServer(onMessage: Script = () => '250 2.0.0 taken\r\n'): Script {
  return (chunk, socket, connection) => {
    if (chunk.startsWith('EHLO')) return '250-scripted\r\n250 PIPELINING\r\n';
    if (chunk.startsWith('QUIT')) return '221 bye\r\n';
    const answer = /(?:^|\r\n)\.\r\n/.test(chunk) ? onMessage(chunk, socket, connection) : '';
    return answer === undefined
      ? undefined
      : answer + (chunk.endsWith('DATA\r\n') ? '250 a\r\n250 b\r\n354 c\r\n' : '');
  };
}
