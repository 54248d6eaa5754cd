import { expect } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import {
  startSmppServer,
  type SmppServer,
  type SmppServerOptions,
} from '../../libs/messaging/sms/test-support/smpp-server.js';
import type { HttpClient } from './http-client.js';
import type { PlatformStack } from './platform-stack.js';
import { addSender, createParty, number, type Party } from './texting.js';

export const CREDENTIALS = '/api/sms/credentials';

/** OUTBOUND_ALLOW of stacks whose tenants have carriers on this machine. */
export const LOOPBACK = '127.0.0.1/32';

export const TOKEN = 'token-of-the-tenant';
export const PASSWORD = 'pass-of-t';

/** A tenant with a carrier of its own, and a number in its list that nobody has confirmed. */
export interface OwnParty extends Party {
  value: string;
}

export const twilio = (carrier: HttpSink, changes: object = {}) => ({
  AccountSid: 'ACown',
  AuthToken: TOKEN,
  BaseUrl: carrier.url,
  ...changes,
});

export const smpp = ({ port }: { port: number }, changes: object = {}) => ({
  Host: '127.0.0.1',
  Port: port,
  SystemId: 'shop',
  Password: PASSWORD,
  Tls: false,
  ...changes,
});

export const setTwilio = (session: HttpClient, body: object) => session.put(`${CREDENTIALS}/twilio`, body);
export const setSmpp = (session: HttpClient, body: object) => session.put(`${CREDENTIALS}/smpp`, body);

async function createOwnParty(stack: PlatformStack, set: (session: HttpClient) => Promise<{ status: number }>) {
  const party = await createParty(stack);
  const value = number();
  await addSender(party.session, value, true);
  expect((await set(party.session)).status).toBe(200);
  return { ...party, value };
}

export const partyWithHttp = (stack: PlatformStack, carrier: HttpSink): Promise<OwnParty> =>
  createOwnParty(stack, (session) => setTwilio(session, twilio(carrier)));

export const partyWithSmpp = (stack: PlatformStack, centre: { port: number }): Promise<OwnParty> =>
  createOwnParty(stack, (session) => setSmpp(session, smpp(centre)));

const centres: SmppServer[] = [];

/** A service centre, until {@link closeCentres}. */
export async function startCentre(options?: SmppServerOptions): Promise<SmppServer> {
  const centre = await startSmppServer(options);
  centres.push(centre);
  return centre;
}

export async function closeCentres(): Promise<void> {
  await Promise.all(centres.splice(0).map((centre) => centre.close()));
}

/** Receipt that a centre delivers for a text which it has taken. */
export const receiptOf = (carrierId: string, state = 'DELIVRD') => ({
  esm_class: 0x04,
  source_addr: '12025550143',
  short_message: `id:${carrierId} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${state} err:000 text:`,
});

/** PDU that a centre delivers for a text from a telephone. */
export const textOf = (from: string, to: string, short_message: string) => ({
  esm_class: 0,
  source_addr: from.slice(1),
  dest_addr_ton: 1,
  destination_addr: to.slice(1),
  short_message,
});
