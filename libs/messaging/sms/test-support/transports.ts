import { SmppTransport } from '../src/smpp/transport.js';
import type { SmppOptions } from '../src/smpp/options.js';
import type { DeliveryReceipt, SmsMessage } from '../src/transport.js';
import { startSmppServer, type SmppServer, type SmppServerOptions } from './smpp-server.js';

const cleanups: (() => Promise<unknown>)[] = [];

/** Registers a cleanup for something that a test opened itself. */
export function afterwards(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups in reverse order; call it after each test. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
}

export async function centre(options: SmppServerOptions = {}): Promise<SmppServer> {
  const server = await startSmppServer(options);
  afterwards(server.close);
  return server;
}

/** Options with short pauses. */
export function transportTo(url: string, { timeouts, ...options }: Partial<SmppOptions> = {}): SmppTransport {
  const transport = new SmppTransport({
    url,
    reconnect: { min: 20, max: 50 },
    throttle: { min: 20, max: 50 },
    ...options,
    timeouts: { connect: 2_000, response: 2_000, wait: 2_000, close: 500, ...timeouts },
  });
  afterwards(() => transport.close());
  return transport;
}

/** A transport with a listener, and the receipts that it got. */
export function listening(transport: SmppTransport): DeliveryReceipt[] {
  const receipts: DeliveryReceipt[] = [];
  transport.onReceipt(async (receipt) => void receipts.push(receipt));
  return receipts;
}

export function sms(body: string, changes: Partial<SmsMessage> = {}): SmsMessage {
  return { id: 'sms_00000000000000a1', to: '+12025550143', from: '+12025550100', body, ...changes };
}
