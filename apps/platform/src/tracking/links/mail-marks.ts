import { Injectable } from '@nestjs/common';
import { rewriteHtml } from '#libs/mail/email';
import { isId } from '#libs/core/persistence';
import type { PendingMessage } from '../../delivery/delivery.js';
import type { MessageRef } from '../../feedback/return-paths/return-path.js';
import { ConfirmationLinks } from '../../lists/confirmation/confirmation-links.js';
import { type MailLink, withConfirmationLink, withRealLinks } from './mail-links.js';
import { mailOptionsOf } from './mail-options.js';
import { TrackingLinks } from './tracking-links.js';

/**
 * Adds the tracking links, the picture and the unsubscribe headers to a mail, as far as they are enabled, the links of
 * templates, and the one that confirms.
 */
@Injectable()
export class MailMarks {
  constructor(
    private readonly links: TrackingLinks,
    private readonly confirmations: ConfirmationLinks,
  ) {}

  /** Returns the mail with them; the same object if nothing is enabled. */
  apply(email: PendingMessage): PendingMessage {
    if (!isId('msg', email.id)) return email;
    const linked = this.withLinks(this.withConfirmation(email), { tenantId: email.tenantId, messageId: email.id });
    return this.mark(linked);
  }

  private withConfirmation(email: PendingMessage): PendingMessage {
    const { confirmation } = mailOptionsOf(email.data);
    if (!confirmation) return email;
    const { tenantId, environment } = email;
    const expiresAt = new Date(confirmation.expiresAt);
    const url = this.confirmations.url({ ...confirmation, tenantId, environment, expiresAt });
    return { ...email, html: withConfirmationLink(email.html, url), text: withConfirmationLink(email.text, url) };
  }

  /** The placeholders of templates become the links of this message; without a public URL, nothing. */
  private withLinks(email: PendingMessage, ref: MessageRef): PendingMessage {
    const linkOf = (link: MailLink): string => {
      if (!this.links.areOn) return '';
      return link === 'unsubscribe_url' ? this.links.unsubscribe(ref) : this.links.preferences(ref);
    };
    const [html, text] = [withRealLinks(email.html, linkOf), withRealLinks(email.text, linkOf)];
    return html === email.html && text === email.text ? email : { ...email, html, text };
  }

  private mark(email: PendingMessage): PendingMessage {
    if (!this.links.areOn || !isId('msg', email.id)) return email;
    const { listUnsubscribe = false, ...options } = mailOptionsOf(email.data);
    const opens = options.trackOpens ?? email.tracksOpens;
    const clicks = options.trackClicks ?? email.tracksClicks;
    if (!listUnsubscribe && !opens && !clicks) return email;
    const ref = { tenantId: email.tenantId, messageId: email.id };
    return {
      ...email,
      html: email.html === null ? null : this.markHtml(email.html, ref, { opens, clicks }),
      headers: listUnsubscribe ? { ...email.headers, ...this.unsubscribeHeaders(ref) } : email.headers,
    };
  }

  private markHtml(html: string, ref: MessageRef, { opens, clicks }: { opens: boolean; clicks: boolean }): string {
    return rewriteHtml(html, {
      ...(clicks ? { link: (url: string) => this.tracked(ref, url) } : {}),
      ...(opens ? { append: picture(this.links.open(ref)) } : {}),
    });
  }

  /** The tracking link for a link to the web; null for all others (mailto:, tel:, anchors, tracking links). */
  private tracked(ref: MessageRef, url: string): string | null {
    const target = webUrl(url);
    return target === null || this.links.isOwn(target) ? null : this.links.click(ref, target);
  }

  /** RFC 2369 and, for mail programs that offer a button, RFC 8058. */
  private unsubscribeHeaders(ref: MessageRef): Record<string, string> {
    return {
      'List-Unsubscribe': `<${this.links.unsubscribe(ref)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }
}

/** An absolute http(s) URL in the form for a header; null for anything else. */
function webUrl(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return new URL(trimmed).href;
}

function picture(src: string): string {
  return `<img src="${src}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
}
