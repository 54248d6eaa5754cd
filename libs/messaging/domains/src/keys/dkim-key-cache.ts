import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DkimKey } from '#libs/mail/email';
import { SecretBox } from '#libs/core/secrets';

/** Purpose under which DKIM private keys are sealed. */
export const DKIM_KEY_PURPOSE = 'domain.dkim';

const KEYS_MAX = 10_000;

/** A key as a table has it. */
export interface SealedDkimKey {
  id: string;
  domain: string;
  selector: string;
  /** Sealed for {@link DKIM_KEY_PURPOSE}. */
  privateKey: string;
}

/** DKIM keys in the form that signs, which costs as much to make as several signatures. */
@Injectable()
export class DkimKeyCache {
  private readonly keys = new LRUCache<string, DkimKey>({ max: KEYS_MAX });

  constructor(private readonly secrets: SecretBox) {}

  /** @param owner the tenant, or the app for a key of its own */
  open(owner: string, { id, domain, selector, privateKey }: SealedDkimKey): DkimKey {
    const known = this.keys.get(id);
    if (known) return known;
    const pem = this.secrets.open(owner, DKIM_KEY_PURPOSE, privateKey);
    const key = new DkimKey({ domain, selector, privateKey: pem });
    this.keys.set(id, key);
    return key;
  }
}
