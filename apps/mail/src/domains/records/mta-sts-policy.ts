import { createHash } from 'node:crypto';

export const MTA_STS_MODES = ['enforce', 'testing', 'none'] as const;

export type MtaStsMode = (typeof MTA_STS_MODES)[number];

/** A week, as RFC 8461 recommends at least. */
const MAX_AGE_SECONDS = 604_800;

const ID_LENGTH = 20;

/** Policy that tells senders how to use TLS to our mail server (RFC 8461). It is the same for all domains. */
export class MtaStsPolicy {
  readonly text: string;
  /** Changes with the text, so that senders fetch it again. */
  readonly id: string;

  constructor(mode: MtaStsMode, mailHost: string) {
    const lines = ['version: STSv1', `mode: ${mode}`, `mx: ${mailHost}`, `max_age: ${MAX_AGE_SECONDS}`];
    this.text = lines.map((line) => `${line}\r\n`).join('');
    this.id = createHash('sha256').update(this.text).digest('hex').slice(0, ID_LENGTH);
  }
}
