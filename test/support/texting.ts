import { expect } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import type { HttpClient } from './http-client.js';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** The sender of the installation. */
export const SMS_FROM = '+12025550100';
export const CARRIER_TOKEN = 'secret-of-the-carrier';

/** A carrier that speaks HTTP, and takes every text under the id `SM<number>`. */
export async function startTextCarrier(): Promise<HttpSink> {
  const carrier = await HttpSink.start();
  carrier.answer(({ text }) => {
    const form = new URLSearchParams(text);
    return { status: 201, body: JSON.stringify({ sid: `SM${form.get('To')?.slice(1)}`, num_segments: '1' }) };
  });
  return carrier;
}

/** SMS_URL of such a carrier. */
export const smsUrl = ({ host }: HttpSink): string => `http://AC1:${CARRIER_TOKEN}@${host}`;

/** The texts that a carrier got for a number. */
export const textsTo = ({ requests }: HttpSink, to: string): URLSearchParams[] =>
  requests.map(({ text }) => new URLSearchParams(text)).filter((form) => form.get('To') === to);

let count = 5_550_200;

/** A telephone number that no other test has. */
export const number = (): string => `+1202${(count += 1)}`;

export interface Party {
  tenant: TestTenant;
  session: HttpClient;
  live: HttpClient;
}

/** A tenant with the session of an admin and a live key. */
export async function createParty(stack: PlatformStack): Promise<Party> {
  const tenant = await stack.createTenant();
  return { tenant, session: await tenant.session('admin'), live: (await tenant.createKey([], 'live')).client };
}

export const sendText = (client: HttpClient, fields: object = {}) =>
  client.post('/v1/sms/send', { To: [number()], Body: 'Your code is 4711.', ...fields });

/** Adds a sender; returns its id. */
export async function addSender(session: HttpClient, Value: string, Default = false): Promise<string> {
  const { status, body } = await session.post('/api/sms/senders', { Value, Default });
  expect(status).toBe(201);
  return body.Sender.Id;
}

export const askForCode = (session: HttpClient, id: string) => session.post(`/api/sms/senders/${id}/code`, {});

export const setCountries = (session: HttpClient, Countries: unknown) =>
  session.put('/api/sms/countries', { Countries });
