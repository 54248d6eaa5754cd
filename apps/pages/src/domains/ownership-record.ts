import { randomBytes } from 'node:crypto';
import type { SiteDomain } from '#libs/sites/sites';

/** Host that an account claims, with the token that its TXT record must contain. */
export type Claim = Pick<SiteDomain, 'host' | 'ownershipToken'>;

export const newOwnershipToken = (): string => randomBytes(16).toString('hex');

/** The TXT record that the owner of the host publishes. */
export function recordOf({ host, ownershipToken }: Claim): { name: string; value: string } {
  return { name: `_service.${host}`, value: `service-verify=${ownershipToken}` };
}

/** Whether the record is among the texts at its name. Several accounts may have one there. */
export function isProven(claim: Claim, texts: readonly string[]): boolean {
  const { value } = recordOf(claim);
  return texts.some((text) => text.trim() === value);
}
