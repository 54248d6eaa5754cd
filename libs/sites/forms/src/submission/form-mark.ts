import type { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'form in page';
const MAC_BYTES = 16;
const MARK = /^(pag_[0-9a-f]{16})\.([1-9]\d{0,8})\.([\w-]{22})$/;

/** A version of a page, as a form in it names it. */
export interface MarkedVersion {
  pageId: string;
  version: number;
}

/**
 * The signature of a form in the bytes of a page: it says in which version of which page the visitor has the form. So the form
 * is known wherever the browser sends it, also while the author moves the page, takes it off or publishes another version.
 */
export class FormMark {
  constructor(private readonly secrets: SecretBox) {}

  issue(tenantId: string, formId: string, { pageId, version }: MarkedVersion): string {
    const mac = this.secrets.mac(PURPOSE, tenantId, formId, pageId, String(version)).subarray(0, MAC_BYTES);
    return `${pageId}.${version}.${mac.toString('base64url')}`;
  }

  /** Null for a mark that is forged, or of another form. */
  read(tenantId: string, formId: string, mark: string): MarkedVersion | null {
    const [, pageId, version, mac] = MARK.exec(mark) ?? [];
    if (pageId === undefined || version === undefined || mac === undefined) return null;
    const given = Buffer.from(mac, 'base64url');
    const isOurs = this.secrets.verifyMac(PURPOSE, given, tenantId, formId, pageId, version);
    return isOurs ? { pageId, version: Number(version) } : null;
  }

  /** The page that a mark names, whether it is ours or not. */
  static pageIn(mark: string): string | undefined {
    return MARK.exec(mark)?.[1];
  }
}
