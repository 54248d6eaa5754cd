import { constantTimeEquals } from '#libs/core/secrets';

/** RFC 5321, 4.5.3.1.1: octets of a local part. */
const LOCAL_MAX = 64;
const DAY_MS = 86_400_000;
/** Two characters of base 32. */
const DAYS = 1_024;
/** How long reports come back: a message may be tried for five days by more than one server. */
const VALID_DAYS = 21;
const HASH_BYTES = 5;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const REWRITTEN = /^srs[01][=+-]/i;
/** A local part that needs no quotes, in ASCII. */
const PLAIN = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;

/** The keyed hashes of a text, that of the current key first. */
export type KeyedHashes = (text: string) => readonly Buffer[];

/** Whether a local part is one that the sender rewriting scheme makes, ours or that of another server. */
export const isRewritten = (localPart: string): boolean => REWRITTEN.test(localPart);

/**
 * The sender rewriting scheme: who forwards a message sends it from an address of its own, for which SPF holds, and from
 * which reports find their way back. `SRS0=<hash>=<day>=<domain>=<local part>` holds the sender; a sender that another server
 * has rewritten becomes `SRS1=<hash>=<that server>=<the rest>`, so that addresses do not grow with each server. The hash
 * keeps others from sending mail through us, the day ends that of an old address. Servers may change the case.
 */
export class SenderRewriting {
  constructor(private readonly hashes: KeyedHashes) {}

  /** The local part for a sender, not the empty one; null for one that does not fit into a local part. */
  rewrite(sender: string, now = new Date()): string | null {
    const at = sender.lastIndexOf('@');
    const [local, domain] = [sender.slice(0, at), sender.slice(at + 1).toLowerCase()];
    if (at < 1 || !PLAIN.test(local) || !PLAIN.test(domain) || domain.includes('=')) return null;
    const rewritten = isRewritten(local) ? this.again(local, domain) : this.first(local, domain, now);
    return rewritten && rewritten.length <= LOCAL_MAX ? rewritten : null;
  }

  /** The sender that a local part of ours stands for; null for a forged or old one. */
  reverse(localPart: string, now = new Date()): string | null {
    if (!isRewritten(localPart)) return null;
    const [hash = '', ...rest] = localPart.slice(5).split('=');
    if (localPart[3] === '1') return this.reverseAgain(hash, rest);
    const [day = '', domain = '', ...local] = rest;
    if (!domain || local.length === 0 || !this.isOurs(hash, 'srs0', ...rest)) return null;
    return ageOf(day, now) <= VALID_DAYS ? `${local.join('=')}@${domain}` : null;
  }

  private first(local: string, domain: string, now: Date): string {
    const rest = [dayOf(now), domain, local];
    return `SRS0=${this.hashOf('srs0', ...rest)}=${rest.join('=')}`;
  }

  /** The server that rewrote the sender first stays in the address; those between it and us do not. */
  private again(local: string, domain: string): string | null {
    const isSecond = local[3] === '1';
    const [host, rest] = isSecond ? splitHost(local) : [domain, local.slice(4)];
    if (!host || !rest) return null;
    return `SRS1=${this.hashOf('srs1', host, rest)}=${host}=${rest}`;
  }

  private reverseAgain(hash: string, [host = '', ...parts]: string[]): string | null {
    const rest = parts.join('=');
    if (!host || !rest || !this.isOurs(hash, 'srs1', host, rest)) return null;
    return `SRS0${rest}@${host}`;
  }

  private hashOf(...parts: string[]): string {
    return base32(this.hashes(textOf(parts))[0]!);
  }

  private isOurs(hash: string, ...parts: string[]): boolean {
    return this.hashes(textOf(parts)).some((one) => constantTimeEquals(base32(one), hash.toLowerCase()));
  }
}

const textOf = (parts: readonly string[]): string => parts.join('=').toLowerCase();

/** `SRS1=<hash>=<host>=<rest>` of another server; the rest begins with the separator of the first one. */
function splitHost(local: string): [string, string] {
  const [, host = '', ...rest] = local.slice(5).split('=');
  return [host.toLowerCase(), rest.join('=')];
}

function base32(hash: Buffer): string {
  let bits = 0n;
  for (const byte of hash.subarray(0, HASH_BYTES)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let shift = HASH_BYTES * 8 - 5; shift >= 0; shift -= 5) text += BASE32[Number((bits >> BigInt(shift)) & 31n)];
  return text;
}

function dayOf(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS) % DAYS;
  return BASE32[day >> 5]! + BASE32[day & 31]!;
}

/** Days since; infinite for what is no day. */
function ageOf(text: string, now: Date): number {
  const [high, low] = [...text.toLowerCase()].map((character) => BASE32.indexOf(character));
  if (text.length !== 2 || high === undefined || low === undefined || high < 0 || low < 0) return Infinity;
  const today = Math.floor(now.getTime() / DAY_MS) % DAYS;
  return (today - (high * 32 + low) + DAYS) % DAYS;
}
