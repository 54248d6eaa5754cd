import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { SealedLinks } from '#libs/messaging/confirmation';

/** Content of a link in a mail. */
export interface ConfirmationLink {
  tenantId: TenantId;
  leadId: string;
  expiresAt: Date;
}

/** Links that confirm a lead. Each is sealed for this purpose alone, and names one lead. */
export class ConfirmationLinks {
  private readonly links: SealedLinks;

  /** @param base address of the runtime, without a slash at its end */
  constructor(
    secrets: SecretBox,
    private readonly base: string,
  ) {
    this.links = new SealedLinks(secrets, 'lead confirmation');
  }

  url({ tenantId, leadId, expiresAt }: ConfirmationLink): string {
    const token = this.links.seal(tenantId, [leadId, expiresAt.getTime()]);
    return `${this.base}/f/confirmar?${new URLSearchParams({ token })}`;
  }

  /** Null for a token that was altered or made for something else; one that expired is read. */
  open(token: string): ConfirmationLink | null {
    const opened = this.links.open(token);
    const [leadId, expires] = opened?.names ?? [];
    if (!opened || typeof leadId !== 'string' || typeof expires !== 'number') return null;
    return { tenantId: opened.tenantId, leadId, expiresAt: new Date(expires) };
  }
}
