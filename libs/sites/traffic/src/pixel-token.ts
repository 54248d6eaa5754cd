import { isId, type TenantId } from '#libs/core/persistence';
import type { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'traffic pixel';
const MAC_BYTES = 16;
const TOKEN = /^(acc_[0-9a-f]{16})\.((?:pag|pxl)_[0-9a-f]{16})\.([\w-]{0,40})\.([\w-]{22})$/;

/** A page, a variant of it, or a pixel, for whose visitors events may be sent. */
export interface PixelPlace {
  tenantId: TenantId;
  /** Id of the page, or of the pixel. */
  pageId: string;
  /** Version of the page or variant of an experiment; null for a pixel. */
  variant: string | null;
}

/**
 * Signature in the bytes of a page, or in the snippet of a pixel. It is the same for all visitors and says where they are, so that the
 * server looks nothing up.
 */
export class PixelToken {
  constructor(private readonly secrets: SecretBox) {}

  issue({ tenantId, pageId, variant }: PixelPlace): string {
    const named = variant ?? '';
    const mac = this.secrets.mac(PURPOSE, tenantId, pageId, named).subarray(0, MAC_BYTES);
    return `${tenantId}.${pageId}.${named}.${mac.toString('base64url')}`;
  }

  /** The place of a token; `malformed` or `forged` if it is none of ours. */
  read(token: string): PixelPlace | 'malformed' | 'forged' {
    const [, tenantId, pageId, variant, mac] = TOKEN.exec(token) ?? [];
    if (!isTenant(tenantId) || pageId === undefined || variant === undefined || mac === undefined) return 'malformed';
    const given = Buffer.from(mac, 'base64url');
    if (!this.secrets.verifyMac(PURPOSE, given, tenantId, pageId, variant)) return 'forged';
    return { tenantId, pageId, variant: variant === '' ? null : variant };
  }
}

const isTenant = (id: string | undefined): id is TenantId => id !== undefined && isId('acc', id);
