import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { SealedLinks } from '#libs/messaging/confirmation';
import { MailConfig } from '../../config.js';

export const CONFIRMATION_PATH = '/forwarding/confirm';

/** Contents of the token in a link of a mail. */
export interface ForwardingLink {
  tenantId: TenantId;
  linkId: string;
}

/** The links with which addresses consent. Each is sealed for this purpose alone. */
@Injectable()
export class ForwardingLinks {
  private readonly links: SealedLinks;

  constructor(
    private readonly config: MailConfig,
    secrets: SecretBox,
  ) {
    this.links = new SealedLinks(secrets, 'forwarding confirmation');
  }

  url({ tenantId, linkId }: ForwardingLink): string {
    const token = this.links.seal(tenantId, [linkId]);
    return `${this.config.linksUrl}${CONFIRMATION_PATH}?${new URLSearchParams({ token })}`;
  }

  /** Null for a token that was altered or made for something else. */
  open(token: string): ForwardingLink | null {
    const opened = this.links.open(token);
    const [linkId] = opened?.names ?? [];
    return opened && isUuid(linkId) ? { tenantId: opened.tenantId, linkId: linkId as string } : null;
  }
}
