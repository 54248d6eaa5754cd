import { Injectable } from '@nestjs/common';
import { isId, type Id, type TenantId } from '#libs/core/persistence';
import { SecretBox, sha256Hex } from '#libs/core/secrets';
import { SealedLinks } from '#libs/messaging/confirmation';
import { PlatformConfig } from '../../config.js';
import { normalAddress } from '../../suppressions/suppression.js';
import type { AskMember } from './confirmation.js';

const DIGEST_DIGITS = 16;

export const CONFIRMATION_PATH = '/t/l';

/** Content of the link in a mail. */
export interface ConfirmationLink extends AskMember {
  tenantId: TenantId;
  /** See {@link addressDigest}. */
  digest: string;
  expiresAt: Date;
}

/** Stands for the address that a mail went to, so that the link confirms no other one. */
export const addressDigest = (email: string): string => sha256Hex(normalAddress(email)).slice(0, DIGEST_DIGITS);

/** Links that confirm a member of a list. Each is sealed for this purpose alone, and names one member. */
@Injectable()
export class ConfirmationLinks {
  private readonly base: string;
  private readonly links: SealedLinks;

  constructor(secrets: SecretBox, { publicUrl, host, port }: PlatformConfig) {
    this.links = new SealedLinks(secrets, 'list confirmation');
    this.base = (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '');
  }

  url({ tenantId, listId, contactId, environment, digest, expiresAt }: ConfirmationLink): string {
    const names = [listId, contactId, environment, digest, expiresAt.getTime()];
    return `${this.base}${CONFIRMATION_PATH}/${this.links.seal(tenantId, names)}`;
  }

  /** Null for a token that was altered or made for something else; one that expired is read. */
  open(token: string): ConfirmationLink | null {
    const opened = this.links.open(token);
    if (!opened) return null;
    const [listId, contactId, environment, digest, expires] = opened.names;
    if (!isIdOf('lst', listId) || !isIdOf('cnt', contactId)) return null;
    if (environment !== 'live' && environment !== 'test') return null;
    if (typeof digest !== 'string' || typeof expires !== 'number') return null;
    return { tenantId: opened.tenantId, listId, contactId, environment, digest, expiresAt: new Date(expires) };
  }
}

function isIdOf<P extends 'lst' | 'cnt'>(prefix: P, id: unknown): id is Id<P> {
  return typeof id === 'string' && isId(prefix, id);
}
