import smpp from 'smpp';

import { SmsFailure } from '../failure.js';

/** SMPP 3.4 section 5.1.3. */
export const Status = {
  ok: 0x00,
  invalidCommandLength: 0x02,
  invalidCommand: 0x03,
  messageQueueFull: 0x14,
  alreadyBound: 0x05,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  invalidSystemType: 0x53,
  throttled: 0x58,
  /** "ESME Receiver Temporary App Error": the service centre delivers again later. */
  receiverTemporaryError: 0x64,
} as const;

/** Errors that a retry cannot change; all others, also those of vendors, are temporary. */
const PERMANENT = new Set([
  'ESME_RINVMSGLEN',
  'ESME_RINVCMDLEN',
  'ESME_RINVCMDID',
  'ESME_RINVPRTFLG',
  'ESME_RINVREGDLVFLG',
  'ESME_RINVSRCADR',
  'ESME_RINVDSTADR',
  'ESME_RINVSERTYP',
  'ESME_RINVESMCLASS',
  'ESME_RINVSRCTON',
  'ESME_RINVSRCNPI',
  'ESME_RINVDSTTON',
  'ESME_RINVDSTNPI',
  'ESME_RINVSYSTYP',
  'ESME_RINVREPFLAG',
  'ESME_RINVSCHED',
  'ESME_RINVEXPIRY',
  'ESME_RINVDFTMSGID',
  'ESME_RX_P_APPN',
  'ESME_RX_R_APPN',
  'ESME_RINVTLVSTREAM',
  'ESME_RTLVNOTALLWD',
  'ESME_RINVTLVLEN',
  'ESME_RMISSINGTLV',
  'ESME_RINVTLVVAL',
  'ESME_RSERTYPUNAUTH',
  'ESME_RPROHIBITED',
  'ESME_RSERTYPDENIED',
  'ESME_RINVDCS',
]);

const CREDENTIALS_REFUSED = new Set<number>([Status.invalidPassword, Status.invalidSystemId, Status.invalidSystemType]);

const NAMES = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name]));

/** The specification's name of a command status, or its number. */
export function statusName(status: number): string {
  return NAMES.get(status) ?? `0x${status.toString(16).padStart(8, '0')}`;
}

/** Whether the service centre is overloaded, independent of the message. */
export function isThrottling(status: number): boolean {
  return status === Status.throttled || status === Status.messageQueueFull;
}

/** Whether a status of a bind says that the credentials are wrong; other statuses may pass. */
export function refusesCredentials(status: number): boolean {
  return CREDENTIALS_REFUSED.has(status);
}

/** The failure of a rejected submit_sm. */
export function rejection(status: number, retryAfterMs?: number): SmsFailure {
  const code = statusName(status);
  return new SmsFailure(`the carrier answered ${code}`, {
    kind: PERMANENT.has(code) ? 'permanent' : 'temporary',
    code,
    recipient: code === 'ESME_RINVDSTADR' ? 'invalid' : undefined,
    retryAfterMs,
  });
}
