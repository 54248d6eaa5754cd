import { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'form shown';
const MAC_BYTES = 16;
/** A page may stay open for long; after that its proof says nothing. */
const VALID_MS = 24 * 3_600_000;

/**
 * Result of reading a proof: how long ago the form was shown (milliseconds), that it is forged, or null for nothing.
 */
export type ProofReading = number | 'forged' | null;

/**
 * Proves when a form was shown. Pages are cached, so the script asks for a proof when it shows the form, and sends it along.
 * Without JavaScript there is none, which is no sign of anything.
 */
export class FormProof {
  constructor(private readonly secrets: SecretBox) {}

  issue(formId: string, now: number): string {
    const time = now.toString(36);
    return `${time}.${this.macOf(formId, time).toString('base64url')}`;
  }

  read(formId: string, proof: string | undefined, now: number): ProofReading {
    if (!proof) return null;
    const [time = '', mac = '', ...more] = proof.split('.');
    const given = Buffer.from(mac, 'base64url');
    const isOurs =
      more.length === 0 && given.length === MAC_BYTES && this.secrets.verifyMac(PURPOSE, given, formId, time);
    if (!isOurs) return 'forged';
    const age = now - Number.parseInt(time, 36);
    return age > VALID_MS ? null : age;
  }

  private macOf(formId: string, time: string): Buffer {
    return this.secrets.mac(PURPOSE, formId, time).subarray(0, MAC_BYTES);
  }
}
