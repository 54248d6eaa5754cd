import { Injectable } from '@nestjs/common';
import { isId, type Id, type TenantId } from '#libs/core/persistence';
import { SecretBox, sha256Hex } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { normalAddress } from '../../suppressions/suppression.js';
import type { AskMember } from './confirmation.js';

const PURPOSE = 'list confirmation';
const TOKEN_MAX = 1_000;
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

  constructor(
    private readonly secrets: SecretBox,
    { publicUrl, host, port }: PlatformConfig,
  ) {
    this.base = (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '');
  }

  url({ tenantId, listId, contactId, environment, digest, expiresAt }: ConfirmationLink): string {
    const values = [tenantId, listId, contactId, environment, digest, expiresAt.getTime()];
    return `${this.base}${CONFIRMATION_PATH}/${this.secrets.sealCursor(PURPOSE, values)}`;
  }

  /** Null for a token that was altered or made for something else; one that expired is read. */
  open(token: string): ConfirmationLink | null {
    const read = token.length > TOKEN_MAX ? null : this.secrets.openCursor(PURPOSE, token);
    if (!Array.isArray(read)) return null;
    const [tenantId, listId, contactId, environment, digest, expires] = read as unknown[];
    if (!isIdOf('acc', tenantId) || !isIdOf('lst', listId) || !isIdOf('cnt', contactId)) return null;
    if (environment !== 'live' && environment !== 'test') return null;
    if (typeof digest !== 'string' || typeof expires !== 'number') return null;
    return { tenantId, listId, contactId, environment, digest, expiresAt: new Date(expires) };
  }
}

function isIdOf<P extends 'acc' | 'lst' | 'cnt'>(prefix: P, id: unknown): id is Id<P> {
  return typeof id === 'string' && isId(prefix, id);
}
