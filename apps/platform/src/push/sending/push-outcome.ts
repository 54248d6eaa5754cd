import type { PushFailure } from '#libs/messaging/push';
import type { DeliveryOutcome } from '../../delivery/delivery.js';
import type { PushCredentialKind } from '../../push-credentials/push-credential.entity.js';

const WHAT_TO_DO: Record<PushCredentialKind, string> = {
  fcm: 'FCM refuses the service account set at /api/push/credentials: set a valid one, or delete it',
  apns: 'APNs refuses the key set at /api/push/credentials: set a valid key, team, bundle id and environment, or delete it',
  vapid:
    'The push service refuses the VAPID keys set at /api/push/credentials: a browser that subscribed with other keys must ' +
    'subscribe again',
};

/**
 * The outcome of a failed attempt. A refusal of the tenant's own credential (of the kind `own`) fails the message: only
 * the tenant can put it right. A refusal of the installation's is retried.
 */
export function toOutcome(
  { kind, code, reason, refusesCredential }: PushFailure,
  own?: PushCredentialKind,
): DeliveryOutcome {
  const isOwnRefused = own !== undefined && refusesCredential;
  const why = isOwnRefused ? WHAT_TO_DO[own] : reason;
  const detail = { Reason: why, ...(code ? { Code: code } : {}) };
  if (kind === 'temporary' && !isOwnRefused) return { kind: 'deferred', reason: why, detail };
  return { kind: 'failed', reason: why, detail, isDeviceGone: kind === 'gone' };
}
