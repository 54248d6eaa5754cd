import { PushFailure } from '../src/failure.js';
import type { PushMessage, PushPlatform } from '../src/transport.js';

export function messageTo(platform: PushPlatform, token: string, changes: Partial<PushMessage> = {}): PushMessage {
  return {
    id: 'psh_0123456789abcdef',
    device: { platform, token },
    notification: { title: 'Olá', body: 'Your order is on its way.' },
    data: { order: 7, url: '/orders/7' },
    ...changes,
  };
}

/** The failure with which a send must end. */
export async function failureOf(sending: Promise<unknown>): Promise<PushFailure> {
  const outcome = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof PushFailure) return outcome;
  throw new Error('The send did not end in a PushFailure', { cause: outcome });
}
