import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type Fields, type Pdu, type Session } from 'smpp';

/** The server's answer to a submit_sm: a status, an id, or none. */
export interface Verdict {
  status?: number;
  messageId?: string;
  silent?: boolean;
}

export interface Submitted {
  pdu: Pdu;
  session: Session;
  /** Counts all submit_sm from 1. */
  nth: number;
}

/** Joins the parts of a text, as a telephone does. */
export interface ReceivedText {
  to: string;
  from: string;
  text: string;
  parts: number;
  coding: number;
}

export interface SmppServerOptions {
  /** Answers a submitted text; default: `status` 0 and the id `m<nth>`. */
  onSubmit?: (submitted: Submitted) => Verdict | Promise<Verdict>;
  /** Command status of the nth bind, from 1; 0 by default; undefined for silence. */
  onBind?: (nth: number, pdu: Pdu) => number | undefined;
  tls?: { key: string; cert: string };
  /** Do not answer enquire_link. */
  deaf?: boolean;
  port?: number;
}

export interface SmppServer {
  port: number;
  url: string;
  binds: Pdu[];
  /** The names of all received PDUs. */
  commands: string[];
  submitted: Submitted[];
  /** Sessions that are bound now. */
  sessions: Set<Session>;
  texts: () => ReceivedText[];
  /** Sends a deliver_sm over the newest session; resolves with the answer. */
  deliver: (fields: Fields) => Promise<Pdu>;
  close: () => Promise<void>;
}

/** A real service centre on 127.0.0.1, made with the package's own server. */
export async function startSmppServer(options: SmppServerOptions = {}): Promise<SmppServer> {
  const server = smpp.createServer(options.tls ?? {}, (session) => serve(session, running, options));
  const running: SmppServer = {
    port: 0,
    url: '',
    binds: [],
    commands: [],
    submitted: [],
    sessions: new Set(),
    texts: () => assemble(running.submitted.map(({ pdu }) => pdu)),
    deliver: (fields) => deliver(running.sessions, fields),
    close: () => {
      for (const session of running.sessions) session.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  running.port = (server.address() as AddressInfo).port;
  running.url = `${options.tls ? 'smpps' : 'smpp'}://esme:secret@127.0.0.1:${running.port}`;
  return running;
}

function serve(session: Session, running: SmppServer, options: SmppServerOptions): void {
  session.setMaxListeners(0);
  session.on('error', () => session.destroy());
  session.on('close', () => running.sessions.delete(session));
  session.on('pdu', (pdu) => {
    running.commands.push(pdu.command);
    if (pdu.command === 'bind_transceiver') bind(session, pdu, running, options);
    else if (pdu.command === 'submit_sm') void submit(session, pdu, running, options);
    else if (pdu.command === 'enquire_link' && !options.deaf) session.send(pdu.response());
    else if (pdu.command === 'unbind') session.send(pdu.response(), () => session.close());
  });
}

function bind(session: Session, pdu: Pdu, running: SmppServer, { onBind }: SmppServerOptions): void {
  running.binds.push(pdu);
  const status = onBind ? onBind(running.binds.length, pdu) : 0;
  if (status === undefined) return;
  if (status === 0) running.sessions.add(session);
  session.send(pdu.response({ command_status: status, system_id: 'smsc' }));
}

async function submit(session: Session, pdu: Pdu, running: SmppServer, options: SmppServerOptions): Promise<void> {
  const nth = running.submitted.length + 1;
  const submitted = { pdu, session, nth };
  running.submitted.push(submitted);
  const { status = 0, messageId = `m${nth}`, silent } = (await options.onSubmit?.(submitted)) ?? {};
  if (!silent) session.send(pdu.response({ command_status: status, message_id: messageId }));
}

function deliver(sessions: Set<Session>, fields: Fields): Promise<Pdu> {
  const session = [...sessions].at(-1);
  if (!session) throw new Error('no session is bound');
  return new Promise((resolve, reject) => {
    session.on('close', () => reject(new Error('the link broke before the answer')));
    session.deliver_sm({ source_addr_ton: 1, source_addr_npi: 1, ...fields }, resolve);
  });
}

function assemble(pdus: Pdu[]): ReceivedText[] {
  const texts: ReceivedText[] = [];
  const unfinished = new Map<string, { total: number; parts: Map<number, string> }>();
  for (const pdu of pdus) {
    const content = pdu.message_payload ?? pdu.short_message ?? { message: '' };
    const known = { to: pdu.destination_addr ?? '', from: pdu.source_addr ?? '', coding: pdu.data_coding ?? -1 };
    const [element] = Array.isArray(content.udh) ? content.udh : [];
    if (!element) {
      texts.push({ ...known, text: String(content.message), parts: 1 });
      continue;
    }
    const [, , reference = -1, total = 0, number = 0] = element;
    const key = `${known.to} ${reference}`;
    const together = unfinished.get(key) ?? { total, parts: new Map<number, string>() };
    unfinished.set(key, together);
    together.parts.set(number, String(content.message));
    if (together.parts.size < together.total) continue;
    unfinished.delete(key);
    const ordered = [...together.parts].sort(([a], [b]) => a - b).map(([, text]) => text);
    texts.push({ ...known, text: ordered.join(''), parts: total });
  }
  return texts;
}
