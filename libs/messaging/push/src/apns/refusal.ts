import { retryAfterMs } from '#libs/core/outbound';
import { PushFailure, type PushFailureKind } from '../failure.js';
import type { ApnsAnswer } from './connection.js';

/**
 * The reasons of APNs that are final for a message ("Handling notification responses from APNs"). Reasons about our key,
 * our topic or the load of APNs are temporary: they do not depend on the message.
 */
const FINAL: Record<string, PushFailureKind> = {
  BadDeviceToken: 'gone',
  ExpiredToken: 'gone',
  Unregistered: 'gone',
  // Not `gone`: a wrong topic in our configuration would deactivate every device.
  DeviceTokenNotForTopic: 'permanent',
  BadCollapseId: 'permanent',
  BadExpirationDate: 'permanent',
  BadMessageId: 'permanent',
  BadPriority: 'permanent',
  DuplicateHeaders: 'permanent',
  PayloadEmpty: 'permanent',
  PayloadTooLarge: 'permanent',
};

/** Reasons about the credential whose status is not 403. An expired token is the fault of our clock. */
const REFUSES_CREDENTIAL: ReadonlySet<string> = new Set(['BadTopic', 'TopicDisallowed']);

/** The `reason` of an answer that is not 200; '' if it has none. */
export function reasonOf({ body }: ApnsAnswer): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}

/** The failure of an answer that is not 200. */
export function refusalOf(answer: ApnsAnswer): PushFailure {
  const { status, headers } = answer;
  const reason = reasonOf(answer);
  return new PushFailure(`APNs answered ${status}${reason && ` ${reason}`}`, {
    kind: status === 410 ? 'gone' : (FINAL[reason] ?? (status === 413 ? 'permanent' : 'temporary')),
    code: reason || String(status),
    refusesCredential: REFUSES_CREDENTIAL.has(reason) || (status === 403 && reason !== 'ExpiredProviderToken'),
    retryAfterMs: retryAfterMs(headers.retryAfter),
  });
}
